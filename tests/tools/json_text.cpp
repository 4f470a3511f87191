#include <cstdint>
#include <limits>
#include <string>

#include "catch.hpp"
#include "lunette/report/json.hpp"

using namespace lunette;

namespace {

/// As the library for JSON writes it, which is slow and right.
std::string by_the_library(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

TEST_CASE("JSON is written as its library writes it, byte for byte") {
  Json all = Json::object();
  all["empty"] = {{"object", Json::object()}, {"array", Json::array()}, {"text", ""}};
  all["numbers"] = {0, -1, 7, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::uint64_t>::max()};
  all["others"] = {nullptr, true, false, 0.5, 1e300, -0.0, 12.000001};
  all["nested"] = {{{"a", {1, {{"b", {}}}}}}};
  all["a \"name\"\n"] = "W:WK4,K7,K11:BK21";
  CHECK(write_json(all) == by_the_library(all));
  CHECK(write_json(Json()) == "null");
}

TEST_CASE("Every byte of a text is written as the library writes it") {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text = std::string("a") + static_cast<char>(byte) + "z";
    CAPTURE(byte);
    CHECK(write_json(Json(text)) == by_the_library(Json(text)));
    Json named = Json::object();
    if (byte < 0x80) named[text] = text;
    CHECK(write_json(named) == by_the_library(named));
  }
  for (const std::string text : {"\xc3\xa9", "\xf0\x9f\x98\x80", "\xe2\x82", "\xed\xa0\x80", "\\\"/"}) {
    CHECK(write_json(Json(text)) == by_the_library(Json(text)));
  }
}

TEST_CASE("Members are appended in their order") {
  Json object = reserve_members(3);
  append_member(object, "move", std::string("7-2"));
  append_member(object, "from", 7);
  append_member(object, "dtc", Json(nullptr));
  CHECK(write_json(object) == R"({"move":"7-2","from":7,"dtc":null})");
  CHECK(write_json(reserve_members(4)) == "{}");
}
