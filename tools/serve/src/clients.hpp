#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

namespace lunette::serve {

/// What each client address has open and has asked lately. Of IPv6, the network of 64 bits counts as one address:
/// whoever has one address there has them all. Thread-safe.
class Clients {
 public:
  using Clock = std::chrono::steady_clock;

  /// `connections` and `rate` (requests a second, twice as many at once) of one address; 0: not limited.
  Clients(std::size_t connections, double rate) : most_connections_(connections), rate_(rate) {}

  /// False if the address has all the connections that it may have. Each true wants one leave().
  bool enter(const std::string& address);
  void leave(const std::string& address);

  /// Takes one request off the address's allowance; false if there is none left.
  bool allow(const std::string& address, Clock::time_point now);

 private:
  /// A bucket that fills at `rate_` and holds `capacity()`.
  struct Allowance {
    double left = 0;
    Clock::time_point at;
  };
  double capacity() const { return 2 * rate_ + 1; }
  void forget_full(Clock::time_point now);

  /// Above so many addresses those that have been quiet are forgotten, and past twice as many all are.
  static constexpr std::size_t many_addresses = 50'000;

  const std::size_t most_connections_;
  const double rate_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::size_t> open_;
  std::unordered_map<std::string, Allowance> allowances_;
  std::size_t forget_above_ = many_addresses;
};

}  // namespace lunette::serve
