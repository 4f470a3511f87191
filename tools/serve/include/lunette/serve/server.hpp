#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

#include "lunette/rules/result.hpp"
#include "lunette/serve/service.hpp"

namespace lunette::serve {

struct ServerOptions {
  std::string address = "127.0.0.1";      ///< IPv4 or IPv6, no name
  std::uint16_t port = 8750;              ///< 0: any free one
  int threads = 0;                        ///< that read, answer and write; 0: all that the machine has
  std::size_t connections = 512;          ///< open at once; more are answered 503 and closed
  std::size_t connections_of_client = 0;  ///< of one address; 0: not limited
  double rate_of_client = 0;              ///< requests a second of one address, twice as many at once; 0: not limited
  bool behind_proxy = false;              ///< a loopback peer's X-Forwarded-For (the last entry) is the client
  std::size_t url_bytes = 4096;
  std::size_t header_bytes = 16384;
  std::size_t body_bytes = 65536;
  std::size_t waiting = 64;  ///< lines, batches and scans that may wait for a thread; more are answered 503
  std::chrono::milliseconds header_time{10'000};  ///< to send a request's header, and to stay idle between requests
  std::chrono::milliseconds body_time{10'000};    ///< to send a body
  std::chrono::milliseconds write_time{30'000};   ///< to take an answer
  std::chrono::milliseconds stop_time{10'000};    ///< for answers under way when told to stop
  std::FILE* access_log = nullptr;                ///< a JSON object a line; null: none. Not closed.
};

/// Serves until SIGINT or SIGTERM, which it handles for its duration: no new connections, answers under way finish.
/// `ready` is called with the address, such as "http://127.0.0.1:8750", once connections are taken. Errors:
/// bad_argument (an address that is none), io_error (it cannot be listened on). Blocks; one at a time in a process.
Result<void> serve(const Service& service, const ServerOptions& options,
                   const std::function<void(const std::string& url)>& ready);

}  // namespace lunette::serve
