#pragma once

#include <string_view>

#include "lunette/report/json.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/serve/service.hpp"

namespace lunette::serve {

/// How long a client may reuse an answer without asking again, as Cache-Control says it.
inline constexpr std::string_view keep_for_a_day = "public, max-age=86400";  ///< values, which do not change
inline constexpr std::string_view keep_for_a_minute = "public, max-age=60";  ///< what new tables change
inline constexpr std::string_view ask_again = "no-cache";                    ///< by entity tag
inline constexpr std::string_view keep_nothing = "no-store";

/// The HTTP status of what the library refuses.
int status_of(ErrorCode code) noexcept;

Response json_response(const Json& json, std::string_view cache_control, int status = 200);
Response error_response(const Error& error);
/// The same with members that say what was asked.
Response error_response(const Error& error, const Json& details);

}  // namespace lunette::serve
