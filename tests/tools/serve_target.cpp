#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "clients.hpp"
#include "question.hpp"
#include "target.hpp"

using namespace lunette;
using namespace lunette::serve;
using std::chrono::milliseconds;

namespace {

using Path = std::vector<std::string>;
using Query = std::vector<std::pair<std::string, std::string>>;

Target parsed(std::string_view text) {
  Result<Target> target = parse_target(text);
  if (!target) FAIL(target.error().message);
  return *std::move(target);
}

const Ruleset& rules_named(std::string_view name) {
  return **find_ruleset(name);
}

std::string refusal(const Result<Question>& question) {
  return question ? "" : question.error().message;
}

}  // namespace

TEST_CASE("A target is taken apart before anything in it is decoded") {
  CHECK(parsed("/").path.empty());
  CHECK(parsed("/api/v1").path == Path{"api", "v1"});
  CHECK(parsed("/a%2fb/c").path == Path{"a/b", "c"});
  CHECK(parsed("/a/").path == Path{"a", ""});
  CHECK(parsed("//a").path == Path{"", "a"});
  CHECK(parsed("/../%2e%2E").path == Path{"..", ".."});
  CHECK(parsed("/a+b").path == Path{"a+b"});
  CHECK(parsed("/x?fen=W%3AWK1:BK5&count=2").query == Query{{"fen", "W:WK1:BK5"}, {"count", "2"}});
  CHECK(parsed("/x?a=1+2%2b3&b&&c==").query == Query{{"a", "1 2+3"}, {"b", ""}, {"c", "="}});
  CHECK(parsed("/x?a%26b=%3D").query == Query{{"a&b", "="}});
  CHECK(parsed("/x?").query.empty());
  CHECK(parsed("/x?a=?").query == Query{{"a", "?"}});
}

TEST_CASE("A target that means two things, or none, is refused") {
  for (const std::string_view text : {"", "*", "x", "?a=1", "/%", "/%4", "/%4g", "/%g4", "/% 1", "/%+1", "/%00",
                                      "/x?a=%00", "/x?a=%", "/x?%zz=1", "/x?a=1&a=2", "/x?a=1&%61=2"}) {
    INFO(text);
    const Result<Target> target = parse_target(text);
    REQUIRE_FALSE(target);
    CHECK(target.error().code == ErrorCode::bad_argument);
    CHECK_FALSE(target.error().message.empty());
  }
}

TEST_CASE("A proxy's whole address is the path in it") {
  CHECK(origin_form("http://a.example:80/x?y=/") == "/x?y=/");
  CHECK(origin_form("https://a/") == "/");
  CHECK(origin_form("http://a") == "/");
  CHECK(origin_form("/http://a/b") == "/http://a/b");
  CHECK(origin_form("ftp://a/b") == "ftp://a/b");
}

TEST_CASE("A question has the parameters it knows, and no others") {
  const Ruleset& rules = rules_named("traditional");
  const auto ask = [&rules](std::string_view query) {
    return read_question(rules, parsed("/x?" + std::string(query)));
  };
  const Result<Question> plain = ask("fen=W:WK4,K7,K11:BK21");
  REQUIRE(plain);
  CHECK(plain->fen == "W:WK4,K7,K11:BK21");
  CHECK_FALSE(plain->count.moves);
  const Result<Question> whole = ask("squares=algebraic&fen=W:WK4,K7:BK21&count=3&lone=black&count_limit=20");
  REQUIRE(whole);
  CHECK(whole->count.moves == 3);
  CHECK(whole->count.lone == Color::black);
  CHECK(whole->count.limit == 20);
  CHECK(whole->names == SquareNames::algebraic);
  CHECK(refusal(ask("count=1")).find("fen is missing") != std::string::npos);
  CHECK(refusal(ask("fen=W:WK1:BK5&cuont=1")).find("unknown parameter 'cuont'") != std::string::npos);
  for (const std::string_view bad : {"count=", "count=-1", "count=1x", "count=99999999999", "count= 1", "count=%2b1",
                                     "lone=black", "count=1&lone=grey", "count_limit=0", "squares=roman"}) {
    INFO(bad);
    const Result<Question> question = ask("fen=W:WK1:BK5&" + std::string(bad));
    REQUIRE_FALSE(question);
    CHECK(question.error().code == ErrorCode::bad_argument);
  }
  CHECK_FALSE(read_question(rules_named("international"), parsed("/x?fen=W:WK1:BK50&squares=algebraic")));
}

TEST_CASE("An address has its requests a second, and twice as many at once") {
  Clients clients(0, 5);
  const Clients::Clock::time_point start{};
  const auto allowed = [&clients](const std::string& address, Clients::Clock::time_point at) {
    int number = 0;
    while (clients.allow(address, at)) ++number;
    return number;
  };
  CHECK(allowed("10.0.0.1", start) == 11);
  CHECK(allowed("10.0.0.2", start) == 11);
  CHECK(allowed("10.0.0.1", start + milliseconds(100)) == 0);
  CHECK(allowed("10.0.0.1", start + milliseconds(300)) == 1);
  CHECK(allowed("10.0.0.1", start + milliseconds(2300)) == 10);
  CHECK(allowed("10.0.0.1", start + milliseconds(1'000'000)) == 11);
  Clients unlimited(0, 0);
  for (int number = 0; number < 1000; ++number) CHECK(unlimited.allow("10.0.0.1", start));
}

TEST_CASE("All of an IPv6 network are one client") {
  Clients clients(1, 1);
  CHECK(clients.enter("2001:db8:1:2::1"));
  CHECK_FALSE(clients.enter("2001:db8:1:2:ffff::2"));
  CHECK(clients.enter("2001:db8:1:3::1"));
  clients.leave("2001:db8:1:2:ffff::2");
  CHECK(clients.enter("2001:db8:1:2::3"));
}

TEST_CASE("Connections that are left can be had again") {
  Clients clients(2, 0);
  CHECK(clients.enter("10.0.0.1"));
  CHECK(clients.enter("10.0.0.1"));
  CHECK_FALSE(clients.enter("10.0.0.1"));
  CHECK(clients.enter("10.0.0.2"));
  clients.leave("10.0.0.1");
  CHECK(clients.enter("10.0.0.1"));
  CHECK_FALSE(clients.enter("10.0.0.1"));
  clients.leave("10.9.9.9");
}

TEST_CASE("A flood of addresses is forgotten without a look at all of them for each") {
  Clients clients(0, 1);
  const Clients::Clock::time_point start{};
  for (int number = 0; number < 200'000; ++number) {
    REQUIRE(clients.allow(std::to_string(number), start + milliseconds(number / 1000)));
  }
}
