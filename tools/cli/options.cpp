#include "options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>

#include "lunette/analysis/statistics.hpp"
#include "quantity.hpp"
#include "refusal.hpp"

namespace lunette::cli {
namespace {

Error bad_argument(std::string message) {
  return Error{ErrorCode::bad_argument, std::move(message)};
}

std::optional<int> read_integer(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Result<SquareNames> parse_square_names(std::string_view text) {
  if (text == "numeric") return SquareNames::numeric;
  if (text == "algebraic") return SquareNames::algebraic;
  return bad_argument(fmt::format("expected numeric or algebraic, got '{}'", text));
}

}  // namespace

ParseNumber number_between(int least, int greatest) {
  return [least, greatest](std::string_view text) -> Result<int> {
    const std::optional<int> number = read_integer(text);
    if (number && *number >= least && *number <= greatest) return *number;
    return bad_argument(fmt::format("expected a number from {} to {}, got '{}'", least, greatest, text));
  };
}

ParseNumber number_from(int least) {
  return [least](std::string_view text) -> Result<int> {
    const std::optional<int> number = read_integer(text);
    if (number && *number >= least) return *number;
    return bad_argument(fmt::format("expected a number of at least {}, got '{}'", least, text));
  };
}

Result<Color> parse_color(std::string_view text) {
  if (text == "white") return Color::white;
  if (text == "black") return Color::black;
  return bad_argument(fmt::format("expected white or black, got '{}'", text));
}

CLI::Option* add_rules(CLI::App& parser, const Ruleset*& rules) {
  return add_value(parser, "--rules", rules, find_ruleset, "RULESET", "The ruleset (see lunette rulesets)")->required();
}

CLI::Option* add_json(CLI::App& parser, bool& json) {
  return parser.add_flag("--json", json, "Print JSON and nothing else on standard output");
}

CLI::Option* add_squares(CLI::App& parser, SquareNames& names) {
  return add_value(parser, "--squares", names, parse_square_names, "NAMES",
                   "Squares in moves and FENs: numeric (default) or, on 8x8, algebraic");
}

CLI::Option* add_threads(CLI::App& parser, int& threads) {
  // More threads than this is a slip of the finger, and would only fail later and less clearly.
  constexpr int most_threads = 1024;
  return add_value(parser, "--threads", threads, number_between(1, most_threads), "T",
                   "Threads to work with (default: all that the machine has)");
}

void add_scan(CLI::App& parser, ScanOptions& scan) {
  add_threads(parser, scan.threads);
  add_value(parser, "--memory", scan.memory_bytes, parse_memory, "SIZE",
            "For a class that is its own flip, a byte an entry: 8G, 512M (default: 4G)");
}

CLI::Option* add_tables(CLI::App& parser, std::vector<std::filesystem::path>& directories) {
  const auto read = [&directories](const std::vector<std::string>& names) {
    directories.assign(names.begin(), names.end());
  };
  return parser
      .add_option_function<std::vector<std::string>>(
          "--tables", read, "Directory of the tables; repeated, they are searched in this order")
      ->type_name("DIR")
      ->allow_extra_args(false)  // what follows DIR is a FEN or a material
      ->required();
}

CLI::Option* add_directory(CLI::App& parser, std::filesystem::path& directory) {
  const auto parse = [](std::string_view text) -> Result<std::filesystem::path> {
    if (text.empty()) return bad_argument("expected a directory, got ''");
    return std::filesystem::path(text);
  };
  return add_value(parser, "--tables", directory, parse, "DIR", "Directory of the tables")->required();
}

void add_count(CLI::App& parser, CountRequest& count) {
  CLI::Option* moves = add_value(parser, "--count", count.moves, number_from(0), "N",
                                 "Counted moves that the lone king has already made");
  add_value(parser, "--lone", count.lone, parse_color, "COLOR",
            "Whose king is counted, white or black; needed in KvK only")
      ->needs(moves);
  add_value(parser, "--count-limit", count.limit, number_between(1, std::numeric_limits<int>::max()), "M",
            "Another limit than the ruleset's");
}

void add_materials(CLI::App& parser, const std::string& name, std::vector<Material>& materials,
                   const std::string& description) {
  const auto read = [name, &materials](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const Result<Material> material = parse_material(text);
      if (!material) throw CLI::ValidationError(name, material.error().message);
      materials.push_back(material->canonical());
    }
  };
  const bool positional = name.front() != '-';
  parser.add_option_function<std::vector<std::string>>(name, read, description)
      ->type_name(positional ? "" : "MATERIAL")
      ->delimiter(',');
}

Result<void> check_squares(const Ruleset& rules, SquareNames names) {
  if (names == SquareNames::numeric || rules.board == Board::b8) return {};
  return bad_argument(
      fmt::format("--squares: algebraic names exist on 8x8 only, and {} is played on 10x10", rules.name));
}

Result<void> check_classes(const Tablebase& tablebase, const std::vector<Material>& materials) {
  for (const Material& material : materials) {
    if (const Result<const TableFile*> table = tablebase.table(material, Metric::wdl); !table) return table.error();
  }
  return {};
}

Result<std::vector<Material>> classes_there(const Tablebase& tablebase, const std::vector<Material>& named,
                                            const std::vector<std::filesystem::path>& directories) {
  std::vector<Material> materials = stored_classes(tablebase, named);
  if (materials.empty()) {
    return Error{ErrorCode::missing_table,
                 fmt::format("no tables of {} in {}", tablebase.rules().name, directories.front().string())};
  }
  if (Result<void> checked = check_classes(tablebase, materials); !checked) return checked.error();
  return materials;
}

Result<Tablebase> open_tables(const Ruleset& rules, const std::vector<std::filesystem::path>& directories) {
  OpenOptions options;
  options.directories = directories;
  Result<Tablebase> tablebase = Tablebase::open(rules, options);
  if (!tablebase) return about("--tables", std::move(tablebase).error());
  return tablebase;
}

}  // namespace lunette::cli
