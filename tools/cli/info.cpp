#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "lunette/rules/fen.hpp"
#include "options.hpp"
#include "quantity.hpp"
#include "refusal.hpp"

namespace lunette::cli {
namespace {

std::string hex(std::uint64_t checksum) {
  return fmt::format("{:016x}", checksum);
}

std::string_view metric_in_words(Metric metric) {
  switch (metric) {
    case Metric::wdl: return "WDL: win, draw or loss";
    case Metric::dtc: return "DTC: plies to the next conversion";
    case Metric::dtw: break;
  }
  return "DTW: plies to the end of the game";
}

/// The names of the value codes 0 to 4.
constexpr std::array<Wdl, 5> wdl_by_code{Wdl::loss, Wdl::blessed_loss, Wdl::draw, Wdl::cursed_win, Wdl::win};

Json plies_json(std::int32_t plies) {
  return plies < 0 ? Json(nullptr) : Json(plies);
}

Json side_json(const TableHeader& header, std::size_t side) {
  const SideStatistics& statistics = header.statistics[side];
  Json object;
  object["side"] = side == 0 ? "white" : "black";
  if (header.metric == Metric::wdl) {
    for (std::size_t code = wdl_by_code.size(); code-- > 0;) {
      object[std::string(to_string(wdl_by_code[code]))] = statistics.counts[code];
    }
  } else {
    object["max_win"] = plies_json(statistics.max_win);
    object["max_loss"] = plies_json(statistics.max_loss);
  }
  return object;
}

Json file_json(const std::string& name, const TableFile& file) {
  const TableHeader& header = file.header();
  Json object;
  object["file"] = name;
  object["format"] = file.form() == Form::coded ? 2 : 1;
  object["form"] = file.form() == Form::coded ? "coded" : "plain";
  object["ruleset"] = header.ruleset;
  object["board"] = to_string(header.board);
  object["material"] = header.material.name();
  object["metric"] = to_string(header.metric);
  object["count_limit"] = header.count_limit > 0 ? Json(header.count_limit) : Json(nullptr);
  object["sides"] = header.sides;
  object["entries"] = header.entries;
  object["block_entries"] = header.block_entries;
  object["blocks"] = file.blocks();
  object["captures"] = header.captures == CaptureEntries::stored ? "stored" : "filler";
  object["bytes"] = file.bytes();
  object["file_checksum"] = hex(file.file_checksum());
  object["value_checksum"] = hex(header.value_checksum);
  object["tool_version"] = header.tool_version;
  Json& statistics = object["statistics"] = Json::array();
  for (int side = 0; side < header.sides; ++side) {
    statistics.push_back(side_json(header, static_cast<std::size_t>(side)));
  }
  return object;
}

std::string counts_in_words(const SideStatistics& statistics, bool counted) {
  std::string text;
  for (std::size_t code = wdl_by_code.size(); code-- > 0;) {
    const bool by_count = wdl_by_code[code] == Wdl::cursed_win || wdl_by_code[code] == Wdl::blessed_loss;
    if (by_count && !counted) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_string(wdl_by_code[code]),
                        grouped(statistics.counts[code]));
  }
  return text;
}

std::string longest_in_words(const TableHeader& header, std::string_view what, std::int32_t plies, std::uint64_t index,
                             Color side) {
  if (plies < 0) return fmt::format("no {}", what);
  Position position = Indexer(header.board, header.material).unrank(index);
  position.side = side;
  return fmt::format("longest {} {} ({})", what, amount(static_cast<std::uint64_t>(plies), "ply", "plies"),
                     write_fen(header.board, position));
}

std::string side_in_words(const TableHeader& header, std::size_t side) {
  const SideStatistics& statistics = header.statistics[side];
  if (header.metric == Metric::wdl) return counts_in_words(statistics, header.count_limit > 0);
  const Color color = side == 0 ? Color::white : Color::black;
  return longest_in_words(header, "win", statistics.max_win, statistics.longest_win, color) + ", " +
         longest_in_words(header, "loss", statistics.max_loss, statistics.longest_loss, color);
}

std::string file_text(const std::string& name, const TableFile& file) {
  const TableHeader& header = file.header();
  const auto line = [](std::string_view label, const std::string& value) {
    return fmt::format("  {:<9} {}\n", label, value);
  };
  std::string text = name + '\n';
  std::string rules = fmt::format("{} ({})", header.ruleset, to_string(header.board));
  if (header.count_limit > 0) rules += fmt::format(", counted draw after {} moves", header.count_limit);
  text += line("ruleset", rules);
  text += line("material", header.material.name());
  text += line("metric", std::string(metric_in_words(header.metric)));
  text +=
      line("entries", header.sides == 1 ? fmt::format("{}, White to move only: its own flip", grouped(header.entries))
                                        : grouped(header.entries) + " for each side to move");
  text += line("blocks", fmt::format("{} of {} entries for each side to move", grouped(file.blocks()),
                                     grouped(header.block_entries)));
  text += line("captures", header.captures == CaptureEntries::stored ? "stored" : "not stored: played when probed");
  text += line("size", fmt::format("{} ({:.3f} bytes an entry)", amount(file.bytes(), "byte", "bytes"),
                                   static_cast<double>(file.bytes()) /
                                       (static_cast<double>(header.entries) * static_cast<double>(header.sides))));
  text += line("checksums", fmt::format("file {}, values {}", hex(file.file_checksum()), hex(header.value_checksum)));
  text +=
      line("written", fmt::format("by lunette {}, format {}", header.tool_version, file.form() == Form::coded ? 2 : 1));
  for (int side = 0; side < header.sides; ++side) {
    text += line(side == 0 ? "White" : "Black", side_in_words(header, static_cast<std::size_t>(side)));
  }
  return text;
}

class Info : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("info", "What table files say about themselves");
    add_json(parser, json_);
    parser.add_option("FILE", files_, "Table files")->required()->type_name("");
    parser.footer(
        "Reads headers only; lunette verify checks the contents. With --json one object a line.\n\n"
        "Example:\n  lunette info tables/traditional/KKKvK.dtw");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    Refusals refusals("info", "file", json_);
    for (const std::string& name : files_) {
      const Result<TableFile> file = TableFile::open(name);
      if (!file) {
        refusals.refuse(name, file.error(), output);
        continue;
      }
      if (json_) {
        output.line(write_json(file_json(name, *file)));
      } else {
        output.write(refusals.answered() > 0 ? "\n" : "");
        output.write(file_text(name, *file));
      }
      refusals.accept();
    }
    return refusals.conclude();
  }

 private:
  bool json_ = false;
  std::vector<std::string> files_;
};

}  // namespace

std::unique_ptr<Command> make_info() {
  return std::make_unique<Info>();
}

}  // namespace lunette::cli
