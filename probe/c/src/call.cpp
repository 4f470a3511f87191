#include "call.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace lunette::c {

namespace {

lunette_status status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::bad_fen: return LUNETTE_BAD_FEN;
    case ErrorCode::bad_move: return LUNETTE_BAD_MOVE;
    case ErrorCode::bad_material: return LUNETTE_BAD_MATERIAL;
    case ErrorCode::illegal_position: return LUNETTE_ILLEGAL_POSITION;
    case ErrorCode::unknown_side: return LUNETTE_UNKNOWN_SIDE;
    case ErrorCode::bad_count: return LUNETTE_BAD_COUNT;
    case ErrorCode::bad_argument: return LUNETTE_BAD_ARGUMENT;
    case ErrorCode::unknown_ruleset: return LUNETTE_UNKNOWN_RULESET;
    case ErrorCode::missing_table: return LUNETTE_MISSING_TABLE;
    case ErrorCode::missing_metric: return LUNETTE_MISSING_METRIC;
    case ErrorCode::not_covered: return LUNETTE_NOT_COVERED;
    case ErrorCode::not_cached: return LUNETTE_NOT_CACHED;
    case ErrorCode::wrong_ruleset: return LUNETTE_WRONG_RULESET;
    case ErrorCode::unknown_version: return LUNETTE_UNKNOWN_VERSION;
    case ErrorCode::corrupt_file: return LUNETTE_CORRUPT_FILE;
    case ErrorCode::io_error: return LUNETTE_IO_ERROR;
    case ErrorCode::out_of_memory: return LUNETTE_OUT_OF_MEMORY;
    case ErrorCode::interrupted:
    case ErrorCode::verification_failed: break;  // no probe gives them
  }
  return LUNETTE_INTERNAL_ERROR;
}

}  // namespace

Failure failed(Error error) {
  return {status_of(error.code), std::move(error.message)};
}

Failure bad_argument(std::string message) {
  return {LUNETTE_BAD_ARGUMENT, std::move(message)};
}

Outcome check_pointers(std::initializer_list<Needed> needed) {
  for (const auto& [pointer, name] : needed) {
    if (pointer == nullptr) return bad_argument(std::string(name) + " is null");
  }
  return std::nullopt;
}

lunette_status report(lunette_error* error, lunette_status status, std::string_view message) noexcept {
  constexpr std::size_t text = offsetof(lunette_error, message);
  if (error == nullptr || error->size <= text) return status;
  const std::size_t length = std::min(message.size(), std::min(error->size, sizeof(lunette_error)) - text - 1);
  error->status = status;
  std::memcpy(error->message, message.data(), length);
  error->message[length] = '\0';
  return status;
}

}  // namespace lunette::c

extern "C" {

const char* lunette_status_name(int32_t status) noexcept {
  switch (status) {
    case LUNETTE_OK: return "ok";
    case LUNETTE_BAD_FEN: return "bad_fen";
    case LUNETTE_BAD_MOVE: return "bad_move";
    case LUNETTE_BAD_MATERIAL: return "bad_material";
    case LUNETTE_ILLEGAL_POSITION: return "illegal_position";
    case LUNETTE_UNKNOWN_SIDE: return "unknown_side";
    case LUNETTE_BAD_COUNT: return "bad_count";
    case LUNETTE_BAD_ARGUMENT: return "bad_argument";
    case LUNETTE_UNKNOWN_RULESET: return "unknown_ruleset";
    case LUNETTE_MISSING_TABLE: return "missing_table";
    case LUNETTE_MISSING_METRIC: return "missing_metric";
    case LUNETTE_NOT_COVERED: return "not_covered";
    case LUNETTE_NOT_CACHED: return "not_cached";
    case LUNETTE_WRONG_RULESET: return "wrong_ruleset";
    case LUNETTE_UNKNOWN_VERSION: return "unknown_version";
    case LUNETTE_CORRUPT_FILE: return "corrupt_file";
    case LUNETTE_IO_ERROR: return "io_error";
    case LUNETTE_OUT_OF_MEMORY: return "out_of_memory";
    case LUNETTE_BUFFER_TOO_SMALL: return "buffer_too_small";
    case LUNETTE_INTERNAL_ERROR: return "internal_error";
  }
  return "unknown";
}

}  // extern "C"
