#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lunette/analysis/scan_options.hpp"
#include "lunette/index/material.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette::cli {

/// Declares an option whose text `parse` (text -> Result<T>) turns into a value. What it refuses becomes a usage
/// error that names the option. `target` must outlive the parser.
template <class T, class Parse>
CLI::Option* add_value(CLI::App& parser, const std::string& name, T& target, Parse parse, const std::string& type,
                       const std::string& description) {
  const auto read = [name, &target, parse = std::move(parse)](const std::string& text) {
    auto value = parse(text);
    if (!value) throw CLI::ValidationError(name, value.error().message);
    target = std::move(*value);
  };
  return parser.add_option_function<std::string>(name, read, description)->type_name(type);
}

using ParseNumber = std::function<Result<int>(std::string_view)>;
ParseNumber number_between(int least, int greatest);
ParseNumber number_from(int least);

Result<Color> parse_color(std::string_view text);

/// The options that several subcommands share.
CLI::Option* add_rules(CLI::App& parser, const Ruleset*& rules);
CLI::Option* add_json(CLI::App& parser, bool& json);
CLI::Option* add_squares(CLI::App& parser, SquareNames& names);
CLI::Option* add_threads(CLI::App& parser, int& threads);
/// --threads and --memory of what scans whole classes.
void add_scan(CLI::App& parser, ScanOptions& scan);
/// One directory, or several with the option repeated.
CLI::Option* add_tables(CLI::App& parser, std::vector<std::filesystem::path>& directories);
CLI::Option* add_directory(CLI::App& parser, std::filesystem::path& directory);
/// --count, --lone and --count-limit.
void add_count(CLI::App& parser, CountRequest& count);
/// Material names as "MATERIAL..." or "--material"; any order of colours, made canonical.
void add_materials(CLI::App& parser, const std::string& name, std::vector<Material>& materials,
                   const std::string& description);

/// ErrorCode::bad_argument for algebraic squares on a board that has none.
Result<void> check_squares(const Ruleset& rules, SquareNames names);

/// Every class has a WDL table that can be opened: a mistake in the last name is told before the first is worked on.
Result<void> check_classes(const Tablebase& tablebase, const std::vector<Material>& materials);

/// The classes named, or all that are there where none is, in solving order: each with a WDL table that can be opened.
/// missing_table where there is none at all.
Result<std::vector<Material>> classes_there(const Tablebase& tablebase, const std::vector<Material>& named,
                                            const std::vector<std::filesystem::path>& directories);

/// Opens the tables; an error names the option.
Result<Tablebase> open_tables(const Ruleset& rules, const std::vector<std::filesystem::path>& directories);

}  // namespace lunette::cli
