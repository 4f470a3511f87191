#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "lunette/gen/progress.hpp"
#include "lunette/gen/verify.hpp"

namespace lunette::verification {

/// The outside of one run: its progress events and its stop request. Used from the calling thread alone.
class Run {
 public:
  Run(const VerifyOptions& options, std::uint64_t total_entries) : options_(options), total_(total_entries) {}

  bool stopped() const { return options_.stop && options_.stop(); }
  static Error interrupted() { return {ErrorCode::interrupted, "the verification was stopped"}; }

  void started(const Material& material, Metric metric, std::string what) {
    report(ProgressEvent::Kind::started, material, metric, std::move(what));
  }
  void advanced(const Material& material, Metric metric, std::uint64_t entries) {
    done_ += entries;
    report(ProgressEvent::Kind::advanced, material, metric, {});
  }
  void finished(const Material& material, Metric metric, std::string outcome) {
    report(ProgressEvent::Kind::finished, material, metric, std::move(outcome));
  }
  /// Entries that will not be looked at after all.
  void skipped(const Material& material, Metric metric, std::uint64_t entries, std::string reason) {
    done_ += entries;
    report(ProgressEvent::Kind::skipped, material, metric, std::move(reason));
  }

 private:
  void report(ProgressEvent::Kind kind, const Material& material, Metric metric, std::string detail) {
    if (!options_.progress) return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    options_.progress({kind, material, metric, done_, 0, total_, elapsed.count(), std::move(detail)});
  }

  const VerifyOptions& options_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace lunette::verification
