#include "lunette/analysis/class_profile.hpp"

#include <array>
#include <map>
#include <string>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/analysis/plots.hpp"
#include "lunette/analysis/statistics.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

using Histogram = std::map<int, std::uint64_t>;

struct Expected {
  Histogram dtc_wins, dtc_losses, dtw_wins, dtw_losses;
};

Expected count_by_probe(const Tablebase& tablebase, const Material& material, Color side) {
  Expected expected;
  const Indexer indexer(tablebase.rules().board, material);
  for (Index index = 0; index < indexer.size(); ++index) {
    Position position = indexer.unrank(index);
    position.side = side;
    const Result<Answer> answer = tablebase.probe(position);
    if (!answer) FAIL(answer.error().message);
    const bool won = answer->wdl == Wdl::win;
    if (!won && answer->wdl != Wdl::loss) continue;
    if (answer->dtc) ++(won ? expected.dtc_wins : expected.dtc_losses)[*answer->dtc];
    if (answer->dtw) ++(won ? expected.dtw_wins : expected.dtw_losses)[*answer->dtw];
  }
  return expected;
}

Histogram nonzero(const std::vector<std::uint64_t>& counts) {
  Histogram histogram;
  for (std::size_t plies = 0; plies < counts.size(); ++plies) {
    if (counts[plies] > 0) histogram[static_cast<int>(plies)] = counts[plies];
  }
  return histogram;
}

void check_class(const Tablebase& tablebase, const Material& material) {
  CAPTURE(tablebase.rules().name, material.name());
  const Result<ClassProfile> profile = profile_class(tablebase, material, {.threads = 2});
  REQUIRE(profile);
  REQUIRE(profile->sides.size() == static_cast<std::size_t>(material.stored_sides()));
  for (const SideHistograms& side : profile->sides) {
    const Expected expected = count_by_probe(tablebase, material, side.side);
    REQUIRE(side.dtc);
    REQUIRE(side.dtw);
    CHECK(nonzero(side.dtc->wins) == expected.dtc_wins);
    CHECK(nonzero(side.dtc->losses) == expected.dtc_losses);
    CHECK(nonzero(side.dtw->wins) == expected.dtw_wins);
    CHECK(nonzero(side.dtw->losses) == expected.dtw_losses);
    for (const auto* counts : {&side.dtc->wins, &side.dtc->losses, &side.dtw->wins, &side.dtw->losses}) {
      CHECK((counts->empty() || counts->back() > 0));
    }
  }
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("histograms agree with a count of every position through probe") {
  for (const char* rules : {"traditional", "international"}) {
    const BuiltSet set(rules, 3, every_metric());
    const Tablebase tablebase = set.open();
    for (const char* name : {"MvM", "KKvK", "KMvM"}) check_class(tablebase, material(name));
  }
  const BuiltSet counted("traditional", {material("KKKvK")}, every_metric());
  check_class(counted.open(), material("KKKvK"));
}

TEST_CASE("a profile is the same in either orientation and with any number of threads") {
  const BuiltSet set("russian", 3, every_metric());
  const Tablebase tablebase = set.open();
  const Result<ClassProfile> one = profile_class(tablebase, material("KMvM"), {.threads = 1});
  const Result<ClassProfile> other = profile_class(tablebase, material("MvKM"), {.threads = 4});
  REQUIRE(one);
  REQUIRE(other);
  CHECK(other->material == material("KMvM"));
  CHECK(nonzero(one->sides[1].dtw->losses) == nonzero(other->sides[1].dtw->losses));
  CHECK(one->zugzwang_positions() == other->zugzwang_positions());
}

TEST_CASE("a metric that is not stored has no histogram and no plot") {
  const BuiltSet set("pool", 3, {Metric::wdl, Metric::dtc});
  const Result<ClassProfile> profile = profile_class(set.open(), material("KKvM"));
  REQUIRE(profile);
  CHECK(profile->sides[0].dtc);
  CHECK_FALSE(profile->sides[0].dtw);
  CHECK(distance_plot("pool", *profile, Metric::dtw).empty());
  CHECK_FALSE(distance_plot("pool", *profile, Metric::dtc).empty());
  const Result<ClassProfile> missing = profile_class(set.open(), material("KKKvK"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::missing_table);
}

TEST_CASE("plots have a bar for each distance and result that occurs") {
  ClassProfile profile;
  profile.material = material("KKvM");
  profile.sides.resize(2);
  profile.sides[1].side = Color::black;
  profile.sides[0].dtw = DistanceHistogram{{0, 5, 0, 1000}, {}};
  profile.sides[1].dtw = DistanceHistogram{{0, 1}, {7, 0, 100, 0, 1}};
  const std::string plot = distance_plot("pool", profile, Metric::dtw);
  CHECK(plot.rfind("<svg ", 0) == 0);
  CHECK(plot.find("</svg>\n") == plot.size() - 7);
  CHECK(occurrences(plot, "<title>won in ") == 3);
  CHECK(occurrences(plot, "<title>lost in ") == 3);
  CHECK(plot.find("<title>won in 3: 1,000</title>") != std::string::npos);

  ClassStatistics row;
  row.material = profile.material;
  row.entries = 100;
  row.win = 60;
  row.draw = 40;
  const std::string bars = results_plot("pool", {row});
  CHECK(bars.find("<title>won: 60, 60.00 %</title>") != std::string::npos);
  CHECK(bars.find("<title>drawn: 40, 40.00 %</title>") != std::string::npos);
  CHECK(bars.find("<title>lost") == std::string::npos);
  CHECK(bars.find("won but for the count") == std::string::npos);  // not in the legend either
}
