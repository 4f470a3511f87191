#include "lunette/serve/service.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "answer.hpp"
#include "assets.hpp"
#include "lunette/compress/version.hpp"
#include "positions.hpp"
#include "question.hpp"
#include "reports.hpp"
#include "ruleset_tables.hpp"
#include "target.hpp"

namespace lunette::serve {

struct Service::State {
  ServiceOptions options;
  std::vector<RulesetTables> sets;
};

namespace {

constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The names that Lidraughts has for rulesets.
struct Variant {
  std::string_view key;
  std::string_view rules;
};
constexpr Variant lidraughts_variants[] = {{"standard", "international"},
                                           {"fromPosition", "international"},
                                           {"brazilian", "brazilian"},
                                           {"russian", "russian"}};

const RulesetTables* find_set(const Service::State& state, std::string_view name) {
  for (const RulesetTables& set : state.sets) {
    if (set.rules->name == name) return &set;
  }
  return nullptr;
}

Task immediate(std::string_view route, Response response) {
  return {route, Lane::quick, [response = std::move(response)] { return response; }};
}

Task not_found(std::string_view what) {
  return immediate("unknown", error_response(404, "not_found", what));
}

Task unknown_ruleset(std::string_view name, const Service::State& state) {
  std::string known;
  for (const RulesetTables& set : state.sets) known += fmt::format("{}{}", known.empty() ? "" : ", ", set.rules->name);
  constexpr std::size_t longest_shown = 40;
  return immediate(
      "unknown", error_response(Error{ErrorCode::unknown_ruleset, fmt::format("no ruleset '{}'; expected one of {}",
                                                                              name.substr(0, longest_shown), known)}));
}

Task refused(std::string_view route, const Error& error) {
  return immediate(route, error_response(error));
}

/// A task about one position of `set`.
template <class Answer>
Task ask(std::string_view route, Lane lane, const RulesetTables& set, Result<Question> question, Answer answer) {
  if (!question) return refused(route, question.error());
  return {route, lane, [&set, answer, question = *std::move(question)] { return answer(set, question); }};
}

/// "/api/v1/{ruleset}" and what is below it.
Task resolve_rules(const Service::State& state, const RulesetTables& set, const Target& target) {
  const std::vector<std::string>& path = target.path;
  const std::string below = path.size() > 3 ? path[3] : "";
  if (path.size() == 3) {
    return ask("probe", Lane::quick, set, read_question(*set.rules, target), answer_probe);
  }
  if (below == "mainline" && path.size() == 4) {
    return ask("mainline", Lane::slow, set, read_question(*set.rules, target), answer_line);
  }
  if (below == "moves" && path.size() == 4) {
    if (Result<void> known = check_parameters(target, {"fen"}); !known) return refused("moves", known.error());
    return ask("moves", Lane::quick, set, read_fen_alone(*set.rules, target), answer_moves);
  }
  if (below == "diagonal" && path.size() == 5 && path[4] == "squares") {
    if (Result<void> known = check_parameters(target, {"strong", "side"}); !known) {
      return refused("diagonal_squares", known.error());
    }
    return {"diagonal_squares", Lane::slow, [&set, target] { return answer_lone_king_map(set, target); }};
  }
  if (Result<void> known = check_parameters(target, {}); !known) return refused("unknown", known.error());
  if (below == "diagonal" && path.size() == 4) {
    return {"diagonal", Lane::scan, [&set] { return answer_diagonal(set); }};
  }
  if (below == "stats" && path.size() == 4) return {"stats", Lane::slow, [&set] { return answer_statistics(set); }};
  if (below == "stats" && path.size() == 5) {
    return {"stats_material", Lane::scan,
            [&set, &state, material = path[4]] { return answer_class(set, material, state.options); }};
  }
  return not_found("no such address; /openapi.json lists those there are");
}

Task resolve_api(const Service::State& state, const Target& target) {
  const std::vector<std::string>& path = target.path;
  if (path.size() == 2) {
    if (Result<void> known = check_parameters(target, {}); !known) return refused("inventory", known.error());
    return {"inventory", Lane::slow, [&state] { return answer_inventory(state.sets); }};
  }
  if (path.size() == 3 && path[2] == "rulesets") {
    if (Result<void> known = check_parameters(target, {}); !known) return refused("rulesets", known.error());
    return {"rulesets", Lane::slow, [&state] { return answer_rulesets(state.sets); }};
  }
  const RulesetTables* set = find_set(state, path[2]);
  return set != nullptr ? resolve_rules(state, *set, target) : unknown_ruleset(path[2], state);
}

Task resolve_lidraughts(const Service::State& state, const Target& target) {
  if (target.path.size() != 2) return not_found("expected /lidraughts/{variant}?fen=...");
  for (const Variant& variant : lidraughts_variants) {
    if (variant.key != target.path[1]) continue;
    const RulesetTables* set = find_set(state, variant.rules);
    if (set == nullptr) break;
    // Their client may add parameters of its own.
    return ask("lidraughts", Lane::quick, *set, read_fen_alone(*set->rules, target), answer_lidraughts);
  }
  return refused("lidraughts", Error{ErrorCode::unknown_ruleset, "no such variant here"});
}

Response asset_response(const Asset& asset) {
  Response response;
  response.content_type = media_type(asset.name);
  response.body = asset.bytes;
  response.headers = {{"Cache-Control", std::string(ask_again)},
                      {"Content-Security-Policy", std::string(page_policy)},
                      {"Cross-Origin-Opener-Policy", "same-origin"},
                      {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"}};
  return response;
}

Task serve_asset(std::string_view route, std::string_view name) {
  const Asset* asset = find_asset(name);
  if (asset == nullptr) return not_found("no such file");
  return {route, Lane::quick, [asset] { return asset_response(*asset); }};
}

Task resolve_get(const Service::State& state, const Target& target) {
  const std::vector<std::string>& path = target.path;
  if (path.empty()) return serve_asset("page", "index.html");
  if (path.size() == 1 && (path[0] == "diagonal" || path[0] == "statistics"))
    return serve_asset("page", path[0] + ".html");
  if (path.size() == 1 && path[0] == "openapi.json") return serve_asset("openapi", path[0]);
  if (path.size() == 2 && path[0] == "assets") return serve_asset("asset", path[1]);
  if (path[0] == "lidraughts") return resolve_lidraughts(state, target);
  if (path.size() >= 2 && path[0] == "api" && path[1] == "v1") return resolve_api(state, target);
  return not_found("no such address; /openapi.json lists those there are");
}

bool is_batch(const Target& target) {
  return target.path.size() == 3 && target.path[0] == "api" && target.path[1] == "v1";
}

bool is_json(std::string_view content_type) {
  constexpr std::string_view json = "application/json";
  std::string type(content_type.substr(0, content_type.find(';')));
  while (!type.empty() && type.back() == ' ') type.pop_back();
  std::transform(type.begin(), type.end(), type.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  return type == json;
}

Task resolve_post(const Service::State& state, const Target& target, Request& request) {
  if (!is_json(request.content_type)) {
    return immediate("batch", error_response(415, "unsupported_media_type", "expected Content-Type: application/json"));
  }
  if (Result<void> known = check_parameters(target, {}); !known) return refused("batch", known.error());
  const RulesetTables* set = find_set(state, target.path[2]);
  if (set == nullptr) return unknown_ruleset(target.path[2], state);
  return {"batch", Lane::slow, [set, most = state.options.batch_positions, body = std::move(request.body)] {
            return answer_batch(*set, body, most);
          }};
}

/// What a browser asks before it lets a page of another origin post.
Response preflight(bool batch) {
  Response response;
  response.status = 204;
  response.headers = {{"Access-Control-Allow-Methods", batch ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS"},
                      {"Access-Control-Allow-Headers", "Content-Type, If-None-Match"},
                      {"Access-Control-Max-Age", "86400"},
                      {"Cache-Control", std::string(keep_nothing)}};
  return response;
}

bool is_reading(const Request& request) {
  return request.method == "GET" || request.method == "HEAD";
}

Task resolve_target(const Service::State& state, Request& request) {
  const Result<Target> target = parse_target(request.target);
  if (!target) return refused("unknown", target.error());
  const bool batch = is_batch(*target);
  if (is_reading(request)) return resolve_get(state, *target);
  if (request.method == "POST" && batch) return resolve_post(state, *target, request);
  if (request.method == "OPTIONS") return immediate("preflight", preflight(batch));
  Response refusal = error_response(405, "method_not_allowed",
                                    batch ? "expected GET, HEAD, POST or OPTIONS" : "expected GET, HEAD or OPTIONS");
  refusal.headers.emplace_back("Allow", batch ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS");
  return immediate("unknown", std::move(refusal));
}

/// RFC 9110: a list of tags, or *; weak tags compare as strong ones.
bool has_tag(std::string_view list, std::string_view tag) {
  return list == "*" || list.find(tag) != std::string_view::npos;
}

/// An entity tag; 304 for who has that already.
void tag(Response& response, std::string_view if_none_match) {
  if (response.status != 200) return;
  const std::string name = fmt::format("\"{:016x}\"", XXH3_64bits(response.body.data(), response.body.size()));
  response.headers.emplace_back("ETag", name);
  if (!has_tag(if_none_match, name)) return;
  response.status = 304;
  response.body.clear();
}

Response answer_safely(const std::function<Response()>& answer) {
  try {
    return answer();
  } catch (const std::bad_alloc&) {
    return error_response(Error{ErrorCode::out_of_memory, "not enough memory for this answer"});
  } catch (const std::exception& failure) {
    return error_response(500, "internal", failure.what());
  }
}

}  // namespace

Service::Service(std::unique_ptr<State> state) : state_(std::move(state)) {}
Service::Service(Service&&) noexcept = default;
Service& Service::operator=(Service&&) noexcept = default;
Service::~Service() = default;

Result<Service> Service::open(const ServiceOptions& options) {
  auto state = std::make_unique<State>();
  state->options = options;
  std::vector<const Ruleset*> wanted = options.rules;
  if (wanted.empty()) {
    for (const Ruleset& rules : all_rulesets()) wanted.push_back(&rules);
  }
  OpenOptions opening;
  opening.directories = options.directories;
  opening.cache_bytes = 0;
  // Those without tables need no cache.
  std::vector<bool> present;
  for (const Ruleset* rules : wanted) {
    const Result<Tablebase> tables = Tablebase::open(*rules, opening);
    if (!tables) return tables.error();
    present.push_back(!tables->tables().empty());
  }
  const auto sharing = static_cast<std::size_t>(std::count(present.begin(), present.end(), true));
  for (std::size_t number = 0; number < wanted.size(); ++number) {
    // A set that is built later gets a small one.
    constexpr std::size_t for_later = std::size_t{1} << 20;
    opening.cache_bytes = present[number] ? options.cache_bytes / sharing : for_later;
    Result<Tablebase> tables = Tablebase::open(*wanted[number], opening);
    if (!tables) return tables.error();
    state->sets.push_back(RulesetTables{wanted[number], *std::move(tables)});
  }
  return Service(std::move(state));
}

Task Service::resolve(Request request) const {
  Task task = resolve_target(*state_, request);
  const bool reads = is_reading(request);
  task.answer = [answer = std::move(task.answer), reads, tags = std::move(request.if_none_match)] {
    Response response = answer_safely(answer);
    if (reads) tag(response, tags);
    return response;
  };
  return task;
}

std::vector<CacheFigures> Service::caches() const {
  std::vector<CacheFigures> figures;
  for (const RulesetTables& set : state_->sets) figures.push_back({set.rules->name, set.tables.statistics()});
  return figures;
}

std::vector<Coverage> Service::coverage() const {
  std::vector<Coverage> list;
  for (const RulesetTables& set : state_->sets) {
    Coverage coverage{set.rules->name};
    for (const Material& material : set.tables.tables()) {
      ++coverage.tables;
      coverage.pieces = std::max(coverage.pieces, material.pieces());
    }
    list.push_back(coverage);
  }
  return list;
}

}  // namespace lunette::serve
