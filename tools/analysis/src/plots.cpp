#include "lunette/analysis/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

#include "lunette/report/words.hpp"

namespace lunette {
namespace {

/// Blue for the side to move and orange against it, the paler shades for what the count turns into draws.
constexpr std::string_view style =
    "<style>\n"
    "svg{color-scheme:light dark;font:12px system-ui,sans-serif}\n"
    ".back{fill:#fff}.text{fill:#222}.faint{fill:#666}.grid{stroke:#d8d8d8}.axis{stroke:#555}\n"
    ".win{fill:#2369a8}.cursed{fill:#8fbbe0}.draw{fill:#bdbdbd}.blessed{fill:#f2bf8f}.loss{fill:#c8601a}\n"
    "@media(prefers-color-scheme:dark){.back{fill:#16181b}.text{fill:#e8e8e8}.faint{fill:#a8a8a8}\n"
    ".grid{stroke:#34383d}.axis{stroke:#9a9a9a}.win{fill:#5aa2e0}.cursed{fill:#2f5f8a}.draw{fill:#6b6f75}\n"
    ".blessed{fill:#8a5a2c}.loss{fill:#e8853d}}\n"
    "</style>\n";

class Svg {
 public:
  Svg(double width, double height, std::string_view title, std::string_view description) {
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" "
        "role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n{}<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n",
        width, height, width, height, title, description, style);
  }

  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }
  void words(double x, double y, std::string_view anchor, std::string_view kind, std::string_view text) {
    put("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", kind, x, y, anchor, text);
  }
  void bar(std::string_view kind, double x, double y, double width, double height, std::string_view title) {
    if (width <= 0 || height <= 0) return;
    put("<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"><title>{}</title></rect>\n",
        kind, x, y, width, height, title);
  }
  void line(std::string_view kind, double x1, double y1, double x2, double y2) {
    put("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x1, y1, x2, y2);
  }
  std::string finish() && { return std::move(text_) + "</svg>\n"; }

 private:
  std::string text_;
};

struct Part {
  std::string_view kind;
  std::string_view name;
  std::uint64_t ClassStatistics::*positions;
};
constexpr std::array<Part, 5> parts{{{"win", "won", &ClassStatistics::win},
                                     {"cursed", "won but for the count", &ClassStatistics::cursed_win},
                                     {"draw", "drawn", &ClassStatistics::draw},
                                     {"blessed", "lost but for the count", &ClassStatistics::blessed_loss},
                                     {"loss", "lost", &ClassStatistics::loss}}};

bool occurs(const std::vector<ClassStatistics>& tables, const Part& part) {
  return std::any_of(tables.begin(), tables.end(), [&](const ClassStatistics& row) { return row.*part.positions > 0; });
}

void legend(Svg& svg, double x, double y, const std::vector<std::pair<std::string_view, std::string_view>>& entries) {
  for (const auto& [kind, name] : entries) {
    svg.put("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\"/>\n", kind, x, y - 10);
    svg.words(x + 17, y, "start", "text", name);
    x += 45 + 6.6 * static_cast<double>(name.size());
  }
}

void result_bar(Svg& svg, const ClassStatistics& row, double y) {
  constexpr double left = 170;
  constexpr double width = 560;
  double x = left;
  for (const Part& part : parts) {
    const std::uint64_t positions = row.*part.positions;
    const double share = row.entries == 0 ? 0 : static_cast<double>(positions) / static_cast<double>(row.entries);
    const double drawn_width = positions > 0 ? std::max(width * share, 0.5) : 0;  // a few of millions are seen too
    svg.bar(part.kind, x, y, drawn_width, 12,
            fmt::format("{}: {}, {:.2f} %", part.name, grouped(positions), 100 * share));
    x += width * share;
  }
}

/// Where a count stands on the logarithmic scale: one position is seen, none is not.
double height_of(std::uint64_t positions) {
  return positions == 0 ? 0 : std::log10(static_cast<double>(positions)) + 0.3;
}

std::uint64_t most_of(const std::vector<std::uint64_t>& histogram) {
  return histogram.empty() ? 0 : *std::max_element(histogram.begin(), histogram.end());
}

/// The panel of one side to move: a common scale for all of them, so that they can be compared.
class Panel {
 public:
  static constexpr double left = 84;
  static constexpr double width = 660;

  Panel(const std::vector<const DistanceHistogram*>& all, double height) : height_(height) {
    for (const DistanceHistogram* histogram : all) {
      plies_ = std::max({plies_, histogram->wins.size(), histogram->losses.size()});
      up_ = std::max(up_, height_of(most_of(histogram->wins)));
      down_ = std::max(down_, height_of(most_of(histogram->losses)));
    }
  }

  void draw(Svg& svg, const DistanceHistogram& histogram, double top) const {
    const double scale = height_ / (up_ + down_);
    const double middle = top + up_ * scale;
    grid(svg, top, middle, scale);
    const double step = width / static_cast<double>(plies_);
    const double bar = std::max(step * 0.8, std::min(step, 1.0));
    for (std::size_t plies = 0; plies < plies_; ++plies) {
      const double x = left + step * (static_cast<double>(plies) + 0.5) - bar / 2;
      const std::uint64_t wins = plies < histogram.wins.size() ? histogram.wins[plies] : 0;
      const std::uint64_t losses = plies < histogram.losses.size() ? histogram.losses[plies] : 0;
      const double up = height_of(wins) * scale;
      svg.bar("win", x, middle - up, bar, up, fmt::format("won in {}: {}", plies, grouped(wins)));
      svg.bar("loss", x, middle, bar, height_of(losses) * scale, fmt::format("lost in {}: {}", plies, grouped(losses)));
    }
    svg.line("axis", left, middle, left + width, middle);
    ticks(svg, top + height_, step);
  }

 private:
  void grid(Svg& svg, double top, double middle, double scale) const {
    const auto lines = [&](double reach, double direction) {
      const bool room = scale > 14;
      const int lowest = direction > 0 ? 0 : 1;  // the two ones lie too close to each other
      for (int power = 0; height_of(1) + power <= reach; ++power) {
        const double y = middle - direction * (height_of(1) + power) * scale;
        svg.line("grid", left, y, left + width, y);
        if (power >= lowest && (room || power % 2 == 0))
          svg.words(left - 6, y + 4, "end", "faint", grouped(static_cast<std::uint64_t>(std::pow(10, power))));
      }
    };
    lines(up_, 1);
    lines(down_, -1);
    svg.line("axis", left, top, left, top + height_);
  }

  void ticks(Svg& svg, double bottom, double step) const {
    constexpr std::array<std::size_t, 7> distances{1, 2, 5, 10, 20, 50, 100};
    std::size_t every = distances.back();
    for (const std::size_t distance : distances) {
      if (step * static_cast<double>(distance) < 32) continue;
      every = distance;
      break;
    }
    for (std::size_t plies = 0; plies < plies_; plies += every) {
      svg.words(left + step * (static_cast<double>(plies) + 0.5), bottom + 15, "middle", "faint",
                std::to_string(plies));
    }
  }

  double height_;
  std::size_t plies_ = 1;
  double up_ = 0;
  double down_ = 0;
};

std::string_view metric_in_words(Metric metric) {
  return metric == Metric::dtc ? "plies to the next capture or man's move (DTC)" : "plies to the end of the game (DTW)";
}

}  // namespace

std::string results_plot(std::string_view rules, const std::vector<ClassStatistics>& tables) {
  constexpr double row_height = 17;
  const double height = 74 + row_height * static_cast<double>(tables.size());
  Svg svg(750, height, fmt::format("{}: results of each class", rules),
          "For each class and side to move a bar of the shares of positions that are won, drawn and lost, those that a "
          "count decides apart.");
  svg.words(10, 22, "start", "text", fmt::format("{}: what the side to move gets, as a share of all positions", rules));
  std::vector<std::pair<std::string_view, std::string_view>> entries;
  for (const Part& part : parts) {
    if (occurs(tables, part)) entries.emplace_back(part.kind, part.name);
  }
  legend(svg, 10, 46, entries);
  double y = 62;
  for (const ClassStatistics& row : tables) {
    svg.words(10, y + 10, "start", "text", row.material.name());
    svg.words(112, y + 10, "start", "faint", color_name(row.side));
    result_bar(svg, row, y);
    y += row_height;
  }
  return std::move(svg).finish();
}

std::string distance_plot(std::string_view rules, const ClassProfile& profile, Metric metric) {
  std::vector<const DistanceHistogram*> histograms;
  std::vector<Color> sides;
  bool any = false;
  for (const SideHistograms& side : profile.sides) {
    const std::optional<DistanceHistogram>& histogram = metric == Metric::dtc ? side.dtc : side.dtw;
    if (!histogram) continue;
    histograms.push_back(&*histogram);
    sides.push_back(side.side);
    any = any || !histogram->wins.empty() || !histogram->losses.empty();
  }
  if (!any) return {};
  constexpr double panel_height = 190;
  constexpr double panel_space = panel_height + 52;
  const std::string name = profile.material.name();
  Svg svg(760, 52 + panel_space * static_cast<double>(histograms.size()),
          fmt::format("{}, {}: {}", name, rules, metric_in_words(metric)),
          "Bars upwards: positions won in so many plies; downwards: lost. Logarithmic scale.");
  svg.words(10, 22, "start", "text", fmt::format("{}, {}: {}", name, rules, metric_in_words(metric)));
  legend(svg, 10, 44, {{"win", "positions won"}, {"loss", "positions lost"}});
  const Panel panel(histograms, panel_height);
  for (std::size_t i = 0; i < histograms.size(); ++i) {
    const double top = 76 + panel_space * static_cast<double>(i);
    svg.words(Panel::left, top - 8, "start", "text", fmt::format("{} to move", color_name(sides[i])));
    panel.draw(svg, *histograms[i], top);
  }
  return std::move(svg).finish();
}

}  // namespace lunette
