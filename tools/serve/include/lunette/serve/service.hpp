#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"
#include "lunette/serve/http.hpp"

namespace lunette::serve {

struct ServiceOptions {
  std::vector<std::filesystem::path> directories;    ///< of tables, searched in this order
  std::vector<const Ruleset*> rules;                 ///< to answer; empty: all
  std::size_t cache_bytes = std::size_t{256} << 20;  ///< for decoded blocks, divided among the rulesets with tables
  std::uint64_t scan_entries = 20'000'000;           ///< larger classes are not scanned for histograms
  int scan_threads = 1;
  int batch_positions = 256;  ///< of one POST, at most
};

/// How full the block caches are and how often they helped, by ruleset.
struct CacheFigures {
  std::string_view rules;
  Statistics statistics;
};

/// What there is of one ruleset.
struct Coverage {
  std::string_view rules;
  std::size_t tables = 0;
  int pieces = 0;  ///< of the largest class
};

/// Answers requests from tables, without sockets: routes, parameters, JSON, entity tags. Errors of the library become
/// an HTTP status and {"error":{"code","message"}} in one place (src/errors.cpp). Any number of threads may share an
/// instance.
class Service {
 public:
  /// Errors: those of Tablebase::open().
  static Result<Service> open(const ServiceOptions& options);
  Service(Service&&) noexcept;
  Service& operator=(Service&&) noexcept;
  ~Service();

  /// Never fails: what cannot be answered is a task that says so. The task must not outlive the service.
  Task resolve(Request request) const;

  std::vector<CacheFigures> caches() const;
  std::vector<Coverage> coverage() const;

  struct State;

 private:
  explicit Service(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// {"error":{"code","message"}} with this status, and the headers that go with it.
Response error_response(int status, std::string_view code, std::string_view message);

}  // namespace lunette::serve
