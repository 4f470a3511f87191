// Lines of the Hub protocol, taken apart and made.

#include "lunette/engine/hub_line.hpp"

#include "catch.hpp"

using namespace lunette;

TEST_CASE("a line is a command and arguments, quoted or not") {
  const auto line = read_hub_line("  pos  pos=Wbe moves=\"32-28 19x23\" infinite last=\"\"\t\r");
  REQUIRE(line);
  CHECK(line->command == "pos");
  REQUIRE(line->arguments.size() == 4);
  CHECK(*line->find("pos") == "Wbe");
  CHECK(*line->find("moves") == "32-28 19x23");
  CHECK(line->find("infinite")->empty());
  CHECK(line->find("last")->empty());
  CHECK(line->find("mov") == nullptr);
}

TEST_CASE("of an argument that is repeated the last one holds") {
  const auto line = read_hub_line("level depth=1 depth=2");
  REQUIRE(line);
  CHECK(*line->find("depth") == "2");
}

TEST_CASE("an empty line has no command") {
  for (const char* text : {"", "   ", "\t\r"}) {
    const auto line = read_hub_line(text);
    REQUIRE(line);
    CHECK(line->command.empty());
    CHECK(line->arguments.empty());
  }
}

TEST_CASE("what is no line is refused") {
  for (const char* text : {"pos pos=\"W", "pos pos=\"W\"x", "pos =3", "go =", "pos moves=\""}) {
    INFO(text);
    const auto line = read_hub_line(text);
    REQUIRE_FALSE(line);
    CHECK(line.error().code == ErrorCode::bad_argument);
  }
}

TEST_CASE("a message fits into one line whatever it quotes") {
  CHECK(hub_error("3 < 4") == "error message=\"3 < 4\"");
  CHECK(hub_error("plain") == "error message=plain");
  CHECK(hub_error("a \"b\"\n\x01\x7f\xc3\xa9") == "error message=\"a 'b'?????\"");
  CHECK(in_quotes("short") == "'short'");
  CHECK(in_quotes(std::string(1000, 'x')) == "'" + std::string(40, 'x') + "...'");
}

TEST_CASE("what is written is read back") {
  const HubText text = HubText("param").add("name", "a b").add("value", "").add("min", "1").add("path", "/x=y");
  const auto line = read_hub_line(text.text());
  REQUIRE(line);
  CHECK(line->command == "param");
  CHECK(*line->find("name") == "a b");
  CHECK(line->find("value")->empty());
  CHECK(*line->find("min") == "1");
  CHECK(*line->find("path") == "/x=y");
}
