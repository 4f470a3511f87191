#include "catch.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/compress/value.hpp"

using namespace lunette;

TEST_CASE("a table's path is made of ruleset, material and metric") {
  CHECK(table_path("tables", "polish", *parse_material("KKMvKM"), Metric::dtc) == "tables/polish/KKMvKM.dtc");
  CHECK(table_path("", "minor", *parse_material("KvK"), Metric::wdl) == "minor/KvK.wdl");
}

TEST_CASE("metrics are read by exactly their names") {
  for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) CHECK(parse_metric(to_string(metric)) == metric);
  for (const char* text : {"", "WDL", "wdl ", "dtm", "unknown", "wd"}) CHECK_FALSE(parse_metric(text).has_value());
}

TEST_CASE("values have the names of the command line") {
  CHECK(to_string(Wdl::win) == "win");
  CHECK(to_string(Wdl::cursed_win) == "cursed-win");
  CHECK(to_string(Wdl::draw) == "draw");
  CHECK(to_string(Wdl::blessed_loss) == "blessed-loss");
  CHECK(to_string(Wdl::loss) == "loss");
}

TEST_CASE("codes stand for values and distances") {
  for (const Wdl wdl : {Wdl::loss, Wdl::blessed_loss, Wdl::draw, Wdl::cursed_win, Wdl::win}) {
    CHECK(decode_wdl(encode_wdl(wdl)) == wdl);
    CHECK(-(-wdl) == wdl);
  }
  CHECK(encode_wdl(Wdl::loss) == 0);
  CHECK(encode_wdl(Wdl::win) == 4);
  CHECK(encode_plies(std::nullopt) == 0);
  CHECK(encode_plies(0) == 1);
  CHECK(decode_plies(0) == std::nullopt);
  CHECK(decode_plies(301) == 300);
}
