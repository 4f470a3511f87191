#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lunette/gen/verify.hpp"

namespace lunette::verification {

/// What one range of entries of one table contributes: the first findings, and how many there were.
struct RangeFindings {
  std::vector<Finding> first;
  std::uint64_t count = 0;

  void add(Finding finding, std::uint64_t keep) {
    ++count;
    if (first.size() < keep) first.push_back(std::move(finding));
  }

  /// Appends what the range after this one contributes.
  void add(RangeFindings next, std::uint64_t keep) {
    count += next.count - next.first.size();
    for (Finding& finding : next.first) add(std::move(finding), keep);
  }
};

/// Collects findings in the order in which they are added, at most so many of each table; the others are counted.
class Findings {
 public:
  explicit Findings(std::uint64_t per_table) : per_table_(per_table) {}

  std::uint64_t per_table() const { return per_table_; }

  void add(Finding finding) {
    ++count_;
    std::uint64_t& kept = kept_[finding.table];
    if (kept >= per_table_) return;
    ++kept;
    kept_findings_.push_back(std::move(finding));
  }

  void add(RangeFindings range) {
    count_ += range.count - range.first.size();
    for (Finding& finding : range.first) add(std::move(finding));
  }

  std::uint64_t count() const { return count_; }
  std::vector<Finding> take() { return std::move(kept_findings_); }

 private:
  std::uint64_t per_table_;
  std::uint64_t count_ = 0;
  std::map<std::string, std::uint64_t> kept_;
  std::vector<Finding> kept_findings_;
};

}  // namespace lunette::verification
