#include "lunette/serve/service.hpp"

#include <filesystem>
#include <string>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/report/json.hpp"

using namespace lunette;
using namespace lunette::serve;
using namespace lunette::testing;

namespace {

Service open_service(const std::filesystem::path& tables, const ServiceOptions& given = {}) {
  ServiceOptions options = given;
  options.directories = {tables};
  options.cache_bytes = std::size_t{1} << 20;
  Result<Service> service = Service::open(options);
  if (!service) FAIL(service.error().message);
  return *std::move(service);
}

Response ask(const Service& service, std::string method, std::string target, std::string body = {},
             std::string content_type = "application/json") {
  return service.resolve({std::move(method), std::move(target), std::move(content_type), {}, std::move(body)}).answer();
}

std::string header(const Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return {};
}

/// "404 missing_table"
std::string outcome(const Response& response) {
  const Json body = Json::parse(response.body);
  return std::to_string(response.status) +
         (body.contains("error") ? " " + body["error"]["code"].get<std::string>() : "");
}

}  // namespace

TEST_CASE("Every route has its name and its lane") {
  const TemporaryDirectory nowhere;
  const Service service = open_service(nowhere.path());
  const auto task = [&service](std::string method, std::string target) {
    return service.resolve({std::move(method), std::move(target), "application/json", {}, "{}"});
  };
  const std::string rules = "/api/v1/traditional";
  struct Expected {
    std::string target;
    std::string_view route;
    Lane lane;
  };
  for (const Expected& expected : {
           Expected{"/api/v1", "inventory", Lane::slow},
           {"/api/v1/rulesets", "rulesets", Lane::slow},
           {rules + "?fen=W:WK1:BK5", "probe", Lane::quick},
           {rules + "/moves?fen=W:WK1:BK5", "moves", Lane::quick},
           {rules + "/mainline?fen=W:WK1:BK5", "mainline", Lane::slow},
           {rules + "/stats", "stats", Lane::slow},
           {rules + "/stats/KvK", "stats_material", Lane::scan},
           {rules + "/diagonal", "diagonal", Lane::scan},
           {rules + "/diagonal/squares?strong=1,2", "diagonal_squares", Lane::slow},
           {"/lidraughts/russian?fen=W:WK1:BK5&x=y", "lidraughts", Lane::quick},
           {"/openapi.json", "openapi", Lane::quick},
           {rules + "/nothing", "unknown", Lane::quick},
           {rules + "/stats/KvK/more", "unknown", Lane::quick},
           {"/api", "unknown", Lane::quick},
           {"/api/v2", "unknown", Lane::quick},
       }) {
    INFO(expected.target);
    const Task found = task("GET", expected.target);
    CHECK(found.route == expected.route);
    CHECK(found.lane == expected.lane);
  }
  CHECK(task("POST", rules).route == "batch");
  CHECK(task("POST", rules).lane == Lane::slow);
  CHECK(task("OPTIONS", rules).route == "preflight");
}

TEST_CASE("What is refused says why by its status and code") {
  const TemporaryDirectory nowhere;
  const Service service = open_service(nowhere.path());
  const std::string probe = "/api/v1/traditional?fen=";
  struct Refused {
    std::string target;
    std::string outcome;
  };
  for (const Refused& refused : {
           Refused{probe + "W:Wx", "400 bad_fen"},
           {probe + "W:WK1:B", "400 illegal_position"},
           {probe + "?:WK1:BK5", "400 unknown_side"},
           {probe + "W:WK1:BK5&count=1", "400 bad_count"},
           {probe + "W:WK1:BK5&x=1", "400 bad_argument"},
           {probe + "W:WK1:BK5", "404 missing_table"},
           {"/api/v1/chess?fen=W:WK1:BK5", "404 unknown_ruleset"},
           {"/api/v1/traditional/stats/KvQ", "400 bad_material"},
           {"/api/v1?x=1", "400 bad_argument"},
           {"/lidraughts/standard", "400 bad_argument"},
           {"/lidraughts/chess?fen=W:WK1:BK5", "404 unknown_ruleset"},
           {"/assets/..%2fopenapi.json", "404 not_found"},
           {"/%00", "400 bad_argument"},
           {"nonsense", "400 bad_argument"},
       }) {
    INFO(refused.target);
    const Response response = ask(service, "GET", refused.target);
    CHECK(outcome(response) == refused.outcome);
    CHECK(header(response, "Cache-Control") == "no-store");
    CHECK(header(response, "ETag").empty());
  }
  const Response method = ask(service, "DELETE", "/api/v1/traditional");
  CHECK(outcome(method) == "405 method_not_allowed");
  CHECK(header(method, "Allow") == "GET, HEAD, POST, OPTIONS");
  CHECK(header(ask(service, "POST", "/api/v1"), "Allow") == "GET, HEAD, OPTIONS");
}

TEST_CASE("A missing table is named with those that it needs") {
  const TemporaryDirectory nowhere;
  const Service service = open_service(nowhere.path());
  const Json body = Json::parse(ask(service, "GET", "/api/v1/traditional?fen=B:WK1:BK5,K9").body);
  CHECK(body["fen"] == "B:WK1:BK5,K9");
  CHECK(body["error"]["message"].get<std::string>().find("KKvK.wdl") != std::string::npos);
  CHECK(body["missing"].front() == "KKvK.wdl");
  CHECK(body["missing"].back() == "KvK.wdl");
}

TEST_CASE("Rulesets without tables know their moves, and others are unknown") {
  const TemporaryDirectory nowhere;
  ServiceOptions options;
  options.rules = {&ruleset("traditional")};
  const Service service = open_service(nowhere.path(), options);
  const Json moves = Json::parse(ask(service, "GET", "/api/v1/traditional/moves?fen=W:WK29:BK22").body)["moves"];
  // From rules.md: a king may land on any empty square behind what it captures.
  std::vector<int> landings;
  for (const Json& move : moves) {
    CHECK(move["captures"] == Json({22}));
    landings.push_back(move["to"]);
  }
  CHECK(landings == std::vector<int>{4, 8, 11, 15, 18});
  CHECK(outcome(ask(service, "GET", "/api/v1/international/moves?fen=W:WK29:BK22")) == "404 unknown_ruleset");
}

TEST_CASE("A batch answers what it can") {
  const TemporaryDirectory nowhere;
  ServiceOptions options;
  options.batch_positions = 4;
  const Service service = open_service(nowhere.path(), options);
  const auto post = [&service](std::string body, std::string type = "application/json") {
    return ask(service, "POST", "/api/v1/traditional", std::move(body), std::move(type));
  };
  const Response mixed = post(R"({"positions":["W:WK1:BK5","x",{"fen":"W:Wx","count":null},{"fun":1}]})");
  CHECK(mixed.status == 200);
  std::vector<std::string> codes;
  const Json body = Json::parse(mixed.body);
  for (const Json& result : body["results"]) codes.push_back(result["error"]["code"]);
  CHECK(codes == std::vector<std::string>{"missing_table", "bad_fen", "bad_fen", "bad_argument"});
  CHECK(outcome(post(R"({"positions":["","","","",""]})")) == "413 body_too_large");
  for (const std::string_view bad :
       {"", "{", "[]", "{}", R"({"positions":1})", "nul", "\xff", R"({"positions":[1e999]})"}) {
    INFO(bad);
    CHECK(outcome(post(std::string(bad))) == "400 bad_argument");
  }
  CHECK(outcome(post(std::string(100'000, '['))) == "400 bad_argument");
  CHECK(outcome(post("{}", "text/plain")) == "415 unsupported_media_type");
  CHECK(outcome(post("{}", "application/jsonx")) == "415 unsupported_media_type");
  CHECK(outcome(post(R"({"positions":[]})", "Application/JSON ; charset=utf-8")) == "200");
}

TEST_CASE("Who has an answer already is told so, where it only reads") {
  const TemporaryDirectory nowhere;
  const Service service = open_service(nowhere.path());
  const std::string target = "/api/v1/traditional/moves?fen=W:WK29:BK22";
  const std::string tag = header(ask(service, "GET", target), "ETag");
  REQUIRE(tag.size() == 18);
  const auto with_tag = [&](std::string method, std::string tags) {
    return service.resolve({std::move(method), target, {}, std::move(tags), {}}).answer();
  };
  CHECK(with_tag("GET", tag).status == 304);
  CHECK(with_tag("GET", tag).body.empty());
  CHECK(with_tag("HEAD", "\"x\", W/" + tag).status == 304);
  CHECK(with_tag("GET", "*").status == 304);
  CHECK(with_tag("GET", "\"x\"").status == 200);
  CHECK(service.resolve({"POST", "/api/v1/traditional", "application/json", "*", R"({"positions":[]})"})
            .answer()
            .status == 200);
}
