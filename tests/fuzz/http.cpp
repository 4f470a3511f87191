// Requests as bytes, through the parser that the server uses and the service behind it, with tables of three pieces;
// and values of a query and bodies of a batch, which the bytes of a request seldom grow into.

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "lunette/serve/service.hpp"
#include "target.hpp"
#include "tools/serve/src/target.hpp"

namespace {

using lunette::fuzz::require;
using namespace lunette;
namespace http = boost::beast::http;

serve::Service open_service() {
  const char* const tables = std::getenv("LUNETTE_FUZZ_TABLES");
  require(tables != nullptr, "LUNETTE_FUZZ_TABLES is not set");
  serve::ServiceOptions options;
  options.directories = {tables};
  options.cache_bytes = 1U << 22;
  options.scan_entries = 20'000;
  options.batch_positions = 16;
  Result<serve::Service> service = serve::Service::open(options);
  if (!service) fuzz::report("no service:", service.error().message);
  return *std::move(service);
}

std::string text_of(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

/// As a session reads it, limits included; absent if it is none, or has no end.
std::optional<serve::Request> parsed(std::string_view bytes) {
  http::request_parser<http::string_body> parser;
  parser.header_limit(16384);
  parser.body_limit(65536);
  parser.eager(true);
  boost::beast::error_code error;
  while (!bytes.empty() && !parser.is_done()) {
    const std::size_t taken = parser.put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
    if (error || taken == 0) return std::nullopt;
    bytes.remove_prefix(taken);
  }
  if (!parser.is_done()) return std::nullopt;
  const auto& message = parser.get();
  const std::string target = text_of(message.target());
  return serve::Request{text_of(message.method_string()), std::string(serve::origin_form(target)),
                        text_of(message[http::field::content_type]), text_of(message[http::field::if_none_match]),
                        message.body()};
}

std::string escaped(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    escaped += '%';
    escaped += digits[byte / 16];
    escaped += digits[byte % 16];
  }
  return escaped;
}

/// The text as values: up to two of its lines are the FEN and the count.
serve::Request question(unsigned choice, std::string_view text) {
  constexpr std::string_view paths[] = {"", "/mainline", "/moves"};
  const std::size_t line = text.find('\n');
  std::string target = "/api/v1/" + std::string(all_rulesets()[choice / 8 % all_rulesets().size()].name);
  target += paths[choice / 128 % 3];
  target += "?fen=" + escaped(text.substr(0, line));
  if (line != std::string_view::npos) target += "&count=" + escaped(text.substr(line + 1)) + "&lone=white";
  return {"GET", std::move(target), {}, {}, {}};
}

serve::Request made_of(const std::uint8_t* data, std::size_t size, bool& whole) {
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  whole = true;
  if (data[0] % 4 == 2) return question(data[0], text);
  if (data[0] % 4 == 3) {
    const std::string_view rules = all_rulesets()[data[0] / 8U % all_rulesets().size()].name;
    return {"POST", "/api/v1/" + std::string(rules), "application/json", {}, std::string(text)};
  }
  std::optional<serve::Request> request = parsed(text);
  whole = request.has_value();
  return request.value_or(serve::Request{});
}

void check_error(const nlohmann::json& body) {
  require(body.contains("error") && body["error"]["code"].is_string(), "an error without a code");
  require(!body["error"]["message"].get<std::string>().empty(), "an error without a message");
  require(body["error"]["code"] != "internal", "an exception", body.dump());
}

void check(const serve::Response& response) {
  switch (response.status) {
    case 200:
    case 204:
    case 304:
    case 400:
    case 404:
    case 405:
    case 413:
    case 415: break;
    default: fuzz::report("another status:", std::to_string(response.status) + " " + response.body);
  }
  for (const auto& [name, value] : response.headers) {
    require(value.find_first_of("\r\n") == std::string::npos, "a header of two lines", value);
  }
  if (response.status == 204 || response.status == 304) return require(response.body.empty(), "a body where none is");
  if (!response.content_type.starts_with("application/json")) return;
  const nlohmann::json body = nlohmann::json::parse(response.body, nullptr, false);
  require(!body.is_discarded(), "an answer that is no JSON", response.body);
  if (response.status >= 400) check_error(body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const serve::Service service = open_service();
  bool whole = false;
  const serve::Request request = made_of(data, size, whole);
  if (!whole) return 0;
  const serve::Response response = service.resolve(request).answer();
  check(response);
  const serve::Response again = service.resolve(request).answer();
  require(response.status == again.status && response.body == again.body, "another answer the second time");
  return 0;
}
