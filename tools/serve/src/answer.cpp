#include "answer.hpp"

#include <utility>

namespace lunette::serve {
namespace {

constexpr std::string_view json_type = "application/json; charset=utf-8";
constexpr std::string_view seconds_to_wait = "1";

Json error_body(std::string_view code, std::string_view message) {
  Json error;
  error["code"] = code;
  error["message"] = message;
  Json body;
  body["error"] = std::move(error);
  return body;
}

}  // namespace

int status_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::bad_fen:
    case ErrorCode::bad_move:
    case ErrorCode::bad_material:
    case ErrorCode::illegal_position:
    case ErrorCode::unknown_side:
    case ErrorCode::bad_count:
    case ErrorCode::bad_argument: return 400;
    case ErrorCode::unknown_ruleset:
    case ErrorCode::missing_table:
    case ErrorCode::missing_metric:
    case ErrorCode::not_covered: return 404;
    case ErrorCode::not_cached:
    case ErrorCode::out_of_memory:
    case ErrorCode::interrupted: return 503;
    case ErrorCode::wrong_ruleset:
    case ErrorCode::unknown_version:
    case ErrorCode::corrupt_file:
    case ErrorCode::io_error:
    case ErrorCode::verification_failed: break;
  }
  return 500;
}

Response json_response(const Json& json, std::string_view cache_control, int status) {
  Response response;
  response.status = status;
  response.content_type = json_type;
  response.body = write_json(json);
  response.body += '\n';
  response.headers.emplace_back("Cache-Control", cache_control);
  if (status == 429 || status == 503) response.headers.emplace_back("Retry-After", seconds_to_wait);
  return response;
}

Response error_response(int status, std::string_view code, std::string_view message) {
  return json_response(error_body(code, message), keep_nothing, status);
}

Response error_response(const Error& error) {
  return error_response(error, Json::object());
}

Response error_response(const Error& error, const Json& details) {
  Json body = error_body(to_string(error.code), error.message);
  body.update(details);
  return json_response(body, keep_nothing, status_of(error.code));
}

}  // namespace lunette::serve
