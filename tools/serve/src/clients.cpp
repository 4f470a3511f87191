#include "clients.hpp"

#include <algorithm>
#include <boost/asio/ip/address_v6.hpp>
#include <cstdint>

namespace lunette::serve {
namespace {

std::string network_of(const std::string& address) {
  boost::system::error_code error;
  const auto parsed = boost::asio::ip::make_address_v6(address, error);
  if (error) return address;
  constexpr std::size_t network_bytes = 8;
  auto bytes = parsed.to_bytes();
  std::fill(bytes.begin() + network_bytes, bytes.end(), std::uint8_t{0});
  return boost::asio::ip::address_v6(bytes).to_string();
}

double seconds_between(Clients::Clock::time_point from, Clients::Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

bool Clients::enter(const std::string& address) {
  if (most_connections_ == 0) return true;
  const std::lock_guard lock(mutex_);
  std::size_t& open = open_[network_of(address)];
  if (open >= most_connections_) return false;
  ++open;
  return true;
}

void Clients::leave(const std::string& address) {
  if (most_connections_ == 0) return;
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(network_of(address));
  if (found != open_.end() && --found->second == 0) open_.erase(found);
}

bool Clients::allow(const std::string& address, Clock::time_point now) {
  if (rate_ <= 0) return true;
  const std::lock_guard lock(mutex_);
  if (allowances_.size() > forget_above_) forget_full(now);
  const auto [found, fresh] = allowances_.try_emplace(network_of(address), Allowance{capacity(), now});
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
  // Not again for the next request, where there are really so many.
  forget_above_ = std::max(many_addresses, allowances_.size() + many_addresses / 8);
}

}  // namespace lunette::serve
