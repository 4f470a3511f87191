#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lunette::serve {

/// One request as far as the service looks at it, already parsed and within the server's limits.
struct Request {
  std::string method;         ///< "GET"
  std::string target;         ///< "/api/v1/traditional?fen=W:WK4%2CK7:BK21", in origin form, not decoded
  std::string content_type;   ///< of the body; empty where there is none
  std::string if_none_match;  ///< entity tags that the client has
  std::string body;
};

struct Response {
  int status = 200;
  std::string content_type;
  std::string body;
  /// Besides what the server adds to every answer: Content-Type, Content-Length, Date, Server, Connection, the leave
  /// for pages of other origins, and what keeps browsers from guessing types.
  std::vector<std::pair<std::string_view, std::string>> headers;
};

/// How long an answer takes, at most: which threads may make it.
enum class Lane : std::uint8_t {
  quick,  ///< a millisecond or so: the thread that reads from sockets
  slow,   ///< tens of milliseconds: lines and batches
  scan    ///< seconds: whole classes are read
};

/// What a request asks for, found but not yet answered.
struct Task {
  std::string_view route;  ///< a name for logs and counters, such as "probe"; static storage
  Lane lane = Lane::quick;
  std::function<Response()> answer;  ///< may be called from any thread, once
};

}  // namespace lunette::serve
