#include <string>

#include "catch.hpp"
#include "lunette/report/json.hpp"

using namespace lunette;

TEST_CASE("Bytes that are no UTF-8 do not spoil the JSON around them") {
  CHECK(write_json(Json("a\xff"
                        "z")) == "\"a\xef\xbf\xbdz\"");
  CHECK(write_json(Json("\"\\\n")) == R"("\"\\\n")");
}

TEST_CASE("Members are appended in their order") {
  Json object = reserve_members(3);
  append_member(object, "move", std::string("7-2"));
  append_member(object, "from", 7);
  append_member(object, "dtc", Json(nullptr));
  CHECK(write_json(object) == R"({"move":"7-2","from":7,"dtc":null})");
  CHECK(write_json(reserve_members(4)) == "{}");
}
