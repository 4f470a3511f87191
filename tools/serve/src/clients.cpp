#include "clients.hpp"

#include <algorithm>

namespace lunette::serve {
namespace {

/// Above so many addresses those that have been quiet are forgotten, and past twice as many all are.
constexpr std::size_t many_addresses = 50'000;

double seconds_between(Clients::Clock::time_point from, Clients::Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

bool Clients::enter(const std::string& address) {
  if (most_connections_ == 0) return true;
  const std::lock_guard lock(mutex_);
  std::size_t& open = open_[address];
  if (open >= most_connections_) return false;
  ++open;
  return true;
}

void Clients::leave(const std::string& address) {
  if (most_connections_ == 0) return;
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(address);
  if (found != open_.end() && --found->second == 0) open_.erase(found);
}

bool Clients::allow(const std::string& address, Clock::time_point now) {
  if (rate_ <= 0) return true;
  const std::lock_guard lock(mutex_);
  if (allowances_.size() > many_addresses) forget_full(now);
  const auto [found, fresh] = allowances_.try_emplace(address, Allowance{capacity(), now});
  Allowance& allowance = found->second;
  allowance.left = std::min(capacity(), allowance.left + rate_ * seconds_between(allowance.at, now));
  allowance.at = now;
  if (allowance.left < 1) return false;
  allowance.left -= 1;
  return true;
}

void Clients::forget_full(Clock::time_point now) {
  std::erase_if(allowances_, [&](const auto& entry) {
    return entry.second.left + rate_ * seconds_between(entry.second.at, now) >= capacity();
  });
  if (allowances_.size() > 2 * many_addresses) allowances_.clear();
}

}  // namespace lunette::serve
