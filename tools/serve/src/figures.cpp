#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace lunette::serve {
namespace {

void declare(std::string& text, std::string_view name, std::string_view type, std::string_view help) {
  text += fmt::format("# HELP lunette_{0} {2}\n# TYPE lunette_{0} {1}\n", name, type, help);
}

void put(std::string& text, std::string_view name, std::string_view type, std::string_view help, std::uint64_t value) {
  declare(text, name, type, help);
  text += fmt::format("lunette_{} {}\n", name, value);
}

void put_caches(std::string& text, std::string_view name, std::string_view type, std::string_view help,
                const std::vector<CacheFigures>& caches, const std::function<std::uint64_t(const Statistics&)>& value) {
  declare(text, name, type, help);
  for (const CacheFigures& cache : caches) {
    text += fmt::format("lunette_{}{{ruleset=\"{}\"}} {}\n", name, cache.rules, value(cache.statistics));
  }
}

}  // namespace

void Figures::answered(std::string_view route, int status, double seconds, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  ++answers_[{route, status}];
  bytes_ += bytes;
  Times& times = times_[route];
  ++times.number;
  times.seconds += seconds;
  const auto* const bound = std::lower_bound(bounds.begin(), bounds.end(), seconds);
  if (bound != bounds.end()) ++times.within[static_cast<std::size_t>(bound - bounds.begin())];
}

std::string Figures::text(const std::vector<CacheFigures>& caches) const {
  std::string text;
  const std::lock_guard lock(mutex_);
  declare(text, "requests_total", "counter", "Requests answered, by route and status.");
  for (const auto& [key, number] : answers_) {
    text += fmt::format("lunette_requests_total{{route=\"{}\",status=\"{}\"}} {}\n", key.first, key.second, number);
  }
  declare(text, "request_seconds", "histogram", "From a request's last byte to its answer, by route.");
  for (const auto& [route, times] : times_) {
    std::uint64_t within = 0;
    for (std::size_t at = 0; at < bounds.size(); ++at) {
      within += times.within[at];
      text += fmt::format("lunette_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", route, bounds[at], within);
    }
    text += fmt::format("lunette_request_seconds_bucket{{route=\"{}\",le=\"+Inf\"}} {}\n", route, times.number);
    text += fmt::format("lunette_request_seconds_sum{{route=\"{}\"}} {}\n", route, times.seconds);
    text += fmt::format("lunette_request_seconds_count{{route=\"{}\"}} {}\n", route, times.number);
  }
  put(text, "response_bytes_total", "counter", "Bytes of the bodies of answers.", bytes_);
  put(text, "connections", "gauge", "Connections open now.", open_);
  put(text, "connections_total", "counter", "Connections taken.", connections_);
  put(text, "connections_refused_total", "counter", "Connections turned away because of a limit.", turned_away_);
  put(text, "connections_timed_out_total", "counter", "Connections closed because the client was too slow.",
      timed_out_);
  using Figure = const Statistics&;
  put_caches(text, "probes_total", "counter", "Positions looked up.", caches, [](Figure f) { return f.probes; });
  put_caches(text, "cache_hits_total", "counter", "Look-ups that found their block decoded.", caches,
             [](Figure f) { return f.cache_hits; });
  put_caches(text, "cache_misses_total", "counter", "Blocks decoded for a look-up.", caches,
             [](Figure f) { return f.cache_misses; });
  put_caches(text, "cache_bytes", "gauge", "Decoded blocks held.", caches, [](Figure f) { return f.cache_bytes; });
  put_caches(text, "cache_budget_bytes", "gauge", "Decoded blocks that may be held.", caches,
             [](Figure f) { return f.cache_budget; });
  put_caches(text, "open_tables", "gauge", "Table files mapped.", caches, [](Figure f) { return f.open_tables; });
  return text;
}

}  // namespace lunette::serve
