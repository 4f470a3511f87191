// What set-param changes.

#include "lunette/engine/parameters.hpp"

#include "catch.hpp"
#include "lunette/engine/hub_line.hpp"

using namespace lunette;

TEST_CASE("each parameter is declared with its value, and set by its name") {
  EngineParameters parameters = default_parameters();
  for (const auto& [name, value] :
       {std::pair{"rules", "pool"}, {"tables", "/a:/b"}, {"cache", "0"}, {"threads", "3"}, {"hash", "17"}}) {
    INFO(name);
    REQUIRE(set_parameter(parameters, name, value));
  }
  CHECK(parameters.rules->name == "pool");
  CHECK(parameters.tables == std::vector<std::filesystem::path>{"/a", "/b"});
  std::vector<std::string> values;
  for (const std::string& text : parameter_lines(parameters)) {
    const auto line = read_hub_line(text);
    REQUIRE(line);
    CHECK(line->command == "param");
    values.push_back(*line->find("name") + "=" + *line->find("value"));
  }
  CHECK(values == std::vector<std::string>{"rules=pool", "tables=/a:/b", "cache=0", "threads=3", "hash=17"});
}

TEST_CASE("no directory at all is no table") {
  EngineParameters parameters = default_parameters();
  for (const char* text : {"", ":", "::"}) {
    parameters.tables = {"/a"};
    REQUIRE(set_parameter(parameters, "tables", text));
    CHECK(parameters.tables.empty());
  }
}

TEST_CASE("a parameter that is refused keeps its value") {
  EngineParameters parameters = default_parameters();
  for (const auto& [name, value] : {std::pair{"rules", "chess"},
                                    {"rules", ""},
                                    {"threads", "0"},
                                    {"threads", "257"},
                                    {"threads", "two"},
                                    {"hash", "0"},
                                    {"hash", "1 "},
                                    {"cache", "-1"},
                                    {"cache", "99999999999999999999"},
                                    {"book", "1"},
                                    {"", "1"}}) {
    INFO(name << " " << value);
    CHECK_FALSE(set_parameter(parameters, name, value));
  }
  CHECK(parameters.rules == default_parameters().rules);
  CHECK(parameters.threads == 1);
  CHECK(parameters.hash == default_parameters().hash);
  CHECK(parameters.cache == default_parameters().cache);
}
