#include "lunette/rules/result.hpp"

namespace lunette {

const char* to_string(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::bad_fen: return "bad_fen";
    case ErrorCode::bad_move: return "bad_move";
    case ErrorCode::bad_material: return "bad_material";
    case ErrorCode::illegal_position: return "illegal_position";
    case ErrorCode::unknown_side: return "unknown_side";
    case ErrorCode::bad_count: return "bad_count";
    case ErrorCode::bad_argument: return "bad_argument";
    case ErrorCode::unknown_ruleset: return "unknown_ruleset";
    case ErrorCode::missing_table: return "missing_table";
    case ErrorCode::missing_metric: return "missing_metric";
    case ErrorCode::not_covered: return "not_covered";
    case ErrorCode::not_cached: return "not_cached";
    case ErrorCode::wrong_ruleset: return "wrong_ruleset";
    case ErrorCode::unknown_version: return "unknown_version";
    case ErrorCode::corrupt_file: return "corrupt_file";
    case ErrorCode::io_error: return "io_error";
    case ErrorCode::out_of_memory: return "out_of_memory";
    case ErrorCode::interrupted: return "interrupted";
    case ErrorCode::verification_failed: return "verification_failed";
  }
  return "unknown";
}

}  // namespace lunette
