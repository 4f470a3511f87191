#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lunette/analysis/query.hpp"

namespace lunette::query {

/// A match with its place among all: lower ranks are kept first, of equal ranks those that come first in the index
/// (White to move first). No two matches have the same place, so which are kept depends on nothing else.
struct RankedMatch {
  std::uint64_t rank = 0;
  QueryMatch match;

  friend bool operator<(const RankedMatch& a, const RankedMatch& b) {
    if (a.rank != b.rank) return a.rank < b.rank;
    return comes_first(a.match, b.match);
  }
  static bool comes_first(const QueryMatch& a, const QueryMatch& b) {
    return a.index != b.index ? a.index < b.index : a.side < b.side;
  }
};

/// The first so many of all that are added. Holds at most twice as many, and some.
class BestMatches {
 public:
  explicit BestMatches(std::uint64_t limit) : limit_(limit) {}

  void add(const RankedMatch& match) {
    matches_.push_back(match);
    if (matches_.size() / 2 > spare && matches_.size() / 2 - spare >= limit_) prune();
  }
  void add(const BestMatches& others) {
    for (const RankedMatch& match : others.matches_) add(match);
  }
  std::vector<RankedMatch> sorted() && {
    prune();
    std::sort(matches_.begin(), matches_.end());
    return std::move(matches_);
  }

 private:
  static constexpr std::size_t spare = 256;

  void prune() {
    if (matches_.size() <= limit_) return;
    const auto end = matches_.begin() + static_cast<std::ptrdiff_t>(limit_);
    std::nth_element(matches_.begin(), end, matches_.end());
    matches_.erase(end, matches_.end());
  }

  std::uint64_t limit_;
  std::vector<RankedMatch> matches_;
};

}  // namespace lunette::query
