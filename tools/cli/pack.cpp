#include "lunette/gen/pack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "command.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "quantity.hpp"
#include "signals.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

double bits_per_entry(std::uint64_t bytes, std::uint64_t entries) {
  return entries == 0 ? 0 : 8 * static_cast<double>(bytes) / static_cast<double>(entries);
}

struct Sum {
  std::uint64_t entries = 0;
  std::uint64_t from_bytes = 0;
  std::uint64_t bytes = 0;

  void add(const PackedTable& table) {
    entries += table.entries;
    from_bytes += table.from_bytes;
    bytes += table.bytes;
  }
};

template <class Sizes>
void put_sizes(Json& object, const Sizes& sizes) {
  object["entries"] = sizes.entries;
  object["from_bytes"] = sizes.from_bytes;
  object["bytes"] = sizes.bytes;
  object["from_bits_per_entry"] = bits_per_entry(sizes.from_bytes, sizes.entries);
  object["bits_per_entry"] = bits_per_entry(sizes.bytes, sizes.entries);
}

Json report_json(const PackOptions& options, const PackReport& report) {
  Json object;
  object["rules"] = options.rules->name;
  object["from"] = options.from.string();
  object["to"] = options.directory.string();
  Json& tables = object["tables"] = Json::array();
  for (const PackedTable& table : report.tables) {
    Json entry;
    entry["material"] = table.material.name();
    entry["metric"] = to_string(table.metric);
    entry["form"] = table.form == Form::coded ? "coded" : "plain";
    entry["found"] = table.found;
    put_sizes(entry, table);
    tables.push_back(std::move(entry));
  }
  Json& totals = object["totals"] = Json::array();
  for (const Metric metric : options.metrics) {
    Sum sum;
    for (const PackedTable& table : report.tables) {
      if (table.metric == metric) sum.add(table);
    }
    if (sum.entries == 0) continue;
    Json entry;
    entry["metric"] = to_string(metric);
    put_sizes(entry, sum);
    totals.push_back(std::move(entry));
  }
  object["seconds"] = seconds_json(report.seconds);
  object["cpu_seconds"] = seconds_json(report.cpu_seconds);
  return object;
}

std::string report_text(const PackOptions& options, const PackReport& report) {
  using Align = TextTable::Align;
  TextTable table({{"tables"},
                   {"entries", Align::right},
                   {"before", Align::right},
                   {"bits", Align::right},
                   {"packed", Align::right},
                   {"bits", Align::right}});
  const auto add = [&](std::string name, const auto& sizes) {
    table.add({std::move(name), grouped(sizes.entries), bytes_in_words(sizes.from_bytes),
               fmt::format("{:.3f}", bits_per_entry(sizes.from_bytes, sizes.entries)), bytes_in_words(sizes.bytes),
               fmt::format("{:.4f}", bits_per_entry(sizes.bytes, sizes.entries))});
  };
  for (const PackedTable& each : report.tables) add(table_name(each.material, each.metric), each);
  for (const Metric metric : options.metrics) {
    Sum sum;
    for (const PackedTable& each : report.tables) {
      if (each.metric == metric) sum.add(each);
    }
    if (sum.entries != 0) add(fmt::format("all {}", to_string(metric)), sum);
  }
  return table.text() + fmt::format("\nPacked into {} in {}, {:.1f} CPU seconds.\n",
                                    (options.directory / options.rules->name).string(),
                                    duration_in_words(report.seconds), report.cpu_seconds);
}

class Pack : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("pack", "Write the shipping form of tables: several times smaller");
    add_rules(parser, options_.rules);
    parser.add_option("--tables", from_, "Directory of the tables as they were built")->type_name("DIR")->required();
    parser.add_option("--to", to_, "Directory for the packed ones")->type_name("DIR")->required();
    add_value(parser, "--metric", metrics_, parse, "METRIC",
              "wdl, dtc or dtw alone (default: all that are there); distances need WDL packed before");
    add_value(parser, "--segment", segment_, power_of_two(1 << 9, 1 << 15), "ENTRIES",
              "Entries decoded at once: fewer open faster, more take less room (default: 2048)");
    add_value(parser, "--block", block_, power_of_two(1 << 10, 1 << 24), "ENTRIES",
              "The same of what is not coded (default: 16384)");
    add_value(parser, "--level", options_.zstd_level, number_between(1, 22), "N",
              "zstd level of what is not coded (default: 19)");
    add_threads(parser, options_.threads);
    add_json(parser, json_);
    add_materials(parser, "MATERIAL", options_.materials, "Classes such as KKKvK (default: all that are there)");
    parser.footer(
        "Packed tables answer as the others do, captures included; verify reads them too. New tables cannot be built\n"
        "on them. What is packed already is kept: the same command goes on from there.\n\n"
        "Example:\n  lunette pack --rules international --tables tables --to packed");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    options_.from = from_;
    options_.directory = to_;
    if (metrics_) options_.metrics = {*metrics_};
    options_.segment_entries = static_cast<std::uint32_t>(segment_);
    options_.block_entries = static_cast<std::uint32_t>(block_);
    const StopSignals signals;
    ProgressDisplay display(ProgressDisplay::Lines::tables);
    options_.progress = [&](const ProgressEvent& event) { display.show(event); };
    options_.stop = [&] { return signals.arrived().has_value(); };
    const Result<PackReport> report = pack(options_);
    display.clear();
    if (!report) {
      const std::optional<int> signal = signals.arrived();
      if (report.error().code != ErrorCode::interrupted || !signal) return report.error();
      print_error("lunette pack: stopped: finished tables are kept, the same command goes on from there");
      return exit_status(*signal);
    }
    if (json_) {
      output.line(write_json(report_json(options_, *report)));
    } else {
      output.write(report_text(options_, *report));
    }
    return ExitStatus::success;
  }

 private:
  static Result<std::optional<Metric>> parse(std::string_view text) {
    if (const std::optional<Metric> metric = parse_metric(text)) return metric;
    return Error{ErrorCode::bad_argument, fmt::format("expected wdl, dtc or dtw, got '{}'", text)};
  }

  static ParseNumber power_of_two(int least, int greatest) {
    return [=](std::string_view text) -> Result<int> {
      auto number = number_between(least, greatest)(text);
      if (number && (*number & (*number - 1)) != 0) {
        return Error{ErrorCode::bad_argument, fmt::format("expected a power of two, got '{}'", text)};
      }
      return number;
    };
  }

  PackOptions options_;
  std::string from_;
  std::string to_;
  std::optional<Metric> metrics_;
  int segment_ = static_cast<int>(default_segment_entries);
  int block_ = 1 << 14;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_pack() {
  return std::make_unique<Pack>();
}

}  // namespace lunette::cli
