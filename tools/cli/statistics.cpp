#include "statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lunette/analysis/json.hpp"
#include "lunette/report/words.hpp"
#include "table.hpp"

namespace lunette::cli {
namespace {

using Align = TextTable::Align;

/// "12.3"; neither "0.0" nor "100.0" unless it is none or all of them.
std::string percentage(std::uint64_t part, std::uint64_t whole) {
  if (part == 0 || part == whole) return part == 0 ? "0" : "100";
  const std::string rounded = fmt::format("{:.1f}", 100 * static_cast<double>(part) / static_cast<double>(whole));
  if (rounded == "0.0") return "<0.1";
  return rounded == "100.0" ? ">99.9" : rounded;
}

/// "25/24": the longest win and the longest loss.
std::string longest(const std::optional<int>& win, const std::optional<int>& loss) {
  const auto text = [](const std::optional<int>& plies) { return plies ? std::to_string(*plies) : "-"; };
  return fmt::format("{}/{}", text(win), text(loss));
}

TextTable results_table(const StatisticsReport& report) {
  const bool counted = report.rules->count.has_value();
  std::vector<TextTable::Column> columns{{"material"}, {"to move"}, {"entries", Align::right}};
  const auto add_column = [&columns](const char* name) {
    columns.push_back({name, Align::right});
    columns.push_back({"%", Align::right});
  };
  add_column("win");
  if (counted) columns.push_back({"cursed win", Align::right});
  add_column("draw");
  if (counted) columns.push_back({"blessed loss", Align::right});
  add_column("loss");
  columns.insert(columns.end(), {{"longest DTC", Align::right}, {"longest DTW", Align::right}, {"longest win"}});
  TextTable table(columns);
  for (const ClassStatistics& row : report.tables) {
    std::vector<std::string> cells{row.material.name(), std::string(color_name(row.side)), grouped(row.entries)};
    const auto add_share = [&cells, &row](std::uint64_t positions) {
      cells.push_back(grouped(positions));
      cells.push_back(percentage(positions, row.entries));
    };
    add_share(row.win);
    if (counted) cells.push_back(grouped(row.cursed_win));
    add_share(row.draw);
    if (counted) cells.push_back(grouped(row.blessed_loss));
    add_share(row.loss);
    cells.insert(cells.end(), {longest(row.max_dtc_win, row.max_dtc_loss), longest(row.max_dtw_win, row.max_dtw_loss),
                               row.longest_win_fen.value_or("-")});
    table.add(std::move(cells));
  }
  return table;
}

constexpr std::string_view results_note = "Longest distances in plies: of the wins / of the losses.\n";

TextTable zugzwang_table(const std::vector<ClassProfile>& profiles) {
  TextTable table({{"material"},
                   {"White to move"},
                   {"Black to move"},
                   {"positions", Align::right},
                   {"without a capture", Align::right},
                   {"example"}});
  for (const ClassProfile& profile : profiles) {
    for (const ZugzwangKind& kind : profile.zugzwangs) {
      table.add({profile.material.name(), std::string(to_string(kind.white)), std::string(to_string(kind.black)),
                 grouped(kind.positions), grouped(kind.quiet), kind.example_fen});
    }
  }
  return table;
}

constexpr std::string_view zugzwang_note =
    "Positions in which either side does worse if it has the move; each value is that of the side to move.\n";

const std::optional<DistanceHistogram>& histogram_of(const SideHistograms& side, Metric metric) {
  return metric == Metric::dtc ? side.dtc : side.dtw;
}

/// A line for each distance that occurs.
std::optional<TextTable> distances_table(const ClassProfile& profile, Metric metric) {
  std::vector<TextTable::Column> columns{{"plies", Align::right}};
  std::vector<const std::vector<std::uint64_t>*> histograms;
  std::size_t plies = 0;
  for (const SideHistograms& side : profile.sides) {
    const std::optional<DistanceHistogram>& histogram = histogram_of(side, metric);
    if (!histogram) continue;
    columns.push_back({fmt::format("{} wins", color_name(side.side)), Align::right});
    columns.push_back({fmt::format("{} loses", color_name(side.side)), Align::right});
    for (const auto* counts : {&histogram->wins, &histogram->losses}) {
      histograms.push_back(counts);
      plies = std::max(plies, counts->size());
    }
  }
  if (plies == 0) return std::nullopt;
  TextTable table(columns);
  for (std::size_t distance = 0; distance < plies; ++distance) {
    std::vector<std::string> cells{std::to_string(distance)};
    bool any = false;
    for (const std::vector<std::uint64_t>* counts : histograms) {
      const std::uint64_t positions = distance < counts->size() ? (*counts)[distance] : 0;
      any = any || positions > 0;
      cells.push_back(positions > 0 ? grouped(positions) : "-");
    }
    if (any) table.add(std::move(cells));
  }
  return table;
}

std::string distances_heading(const ClassProfile& profile, Metric metric) {
  return fmt::format(
      "{}, {}, positions by the side to move", profile.material.name(),
      metric == Metric::dtc ? "plies to the next capture or man's move (DTC)" : "plies to the end of the game (DTW)");
}

Json zugzwangs_json(const ClassProfile& profile) {
  Json object;
  object["material"] = profile.material.name();
  object["positions"] = profile.zugzwang_positions();
  object["quiet"] = profile.quiet_zugzwang_positions();
  Json& kinds = object["kinds"] = Json::array();
  for (const ZugzwangKind& kind : profile.zugzwangs) {
    Json entry;
    entry["white_to_move"] = to_string(kind.white);
    entry["black_to_move"] = to_string(kind.black);
    entry["positions"] = kind.positions;
    entry["quiet"] = kind.quiet;
    entry["example_fen"] = kind.example_fen;
    kinds.push_back(std::move(entry));
  }
  return object;
}

const SideHistograms* histograms_of(const StatisticsReport& report, const ClassStatistics& table) {
  for (const ClassProfile& profile : report.profiles) {
    if (profile.material != table.material) continue;
    for (const SideHistograms& side : profile.sides) {
      if (side.side == table.side) return &side;
    }
  }
  return nullptr;
}

}  // namespace

std::string statistics_text(const StatisticsReport& report) {
  std::string text = results_table(report).text() + "\n" + std::string(results_note);
  if (report.profiles.empty()) return text;
  const TextTable zugzwangs = zugzwang_table(report.profiles);
  text += "\nMutual zugzwangs\n";
  text += zugzwangs.empty() ? "none\n" : zugzwangs.text() + "\n" + std::string(zugzwang_note);
  for (const ClassProfile& profile : report.profiles) {
    for (const Metric metric : {Metric::dtw, Metric::dtc}) {
      if (const auto table = distances_table(profile, metric)) {
        text += fmt::format("\n{}\n{}", distances_heading(profile, metric), table->text());
      }
    }
  }
  return text;
}

std::string statistics_markdown(const StatisticsReport& report, const std::vector<ClassImage>& images) {
  std::string text = fmt::format("## Results in {}\n\n", report.rules->name);
  text += results_table(report).markdown() + "\n" + std::string(results_note);
  if (report.profiles.empty()) return text;
  const TextTable zugzwangs = zugzwang_table(report.profiles);
  text += "\n## Mutual zugzwangs\n\n";
  text += zugzwangs.empty() ? "None.\n" : zugzwangs.markdown() + "\n" + std::string(zugzwang_note);
  text += "\n## Distances\n";
  for (const ClassProfile& profile : report.profiles) {
    for (const Metric metric : {Metric::dtw, Metric::dtc}) {
      const auto table = distances_table(profile, metric);
      if (!table) continue;
      text += fmt::format("\n### {}\n\n", distances_heading(profile, metric));
      const auto image = std::find_if(images.begin(), images.end(), [&](const ClassImage& candidate) {
        return candidate.material == profile.material && candidate.metric == metric;
      });
      text += image != images.end() ? fmt::format("![{}]({})\n", distances_heading(profile, metric), image->file)
                                    : table->markdown();
    }
  }
  return text;
}

Json statistics_json(const StatisticsReport& report) {
  Json object;
  object["rules"] = report.rules->name;
  Json& list = object["tables"] = Json::array();
  for (const ClassStatistics& statistics : report.tables) {
    list.push_back(class_statistics_json(statistics));
    if (const SideHistograms* histograms = histograms_of(report, statistics)) {
      list.back()["dtc"] = histogram_json(histograms->dtc);
      list.back()["dtw"] = histogram_json(histograms->dtw);
    }
  }
  if (report.profiles.empty()) return object;
  Json& zugzwangs = object["zugzwangs"] = Json::array();
  for (const ClassProfile& profile : report.profiles) zugzwangs.push_back(zugzwangs_json(profile));
  return object;
}

}  // namespace lunette::cli
