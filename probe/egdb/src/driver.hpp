#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "egdb/egdb_intl.h"
#include "lunette/probe/tablebase.hpp"
#include "sharded_counters.hpp"

namespace egdb_interface {

using MessageFunction = void (*)(char const*);

/// Does nothing for null.
void tell(MessageFunction message, const std::string& text);

/// What a look-up came to.
enum class LookupEvent : std::uint8_t { answered, unavailable, not_cached };

/// The game that the interface knows: 10x10 by the federation's rules.
const lunette::Ruleset& ruleset();

/// The directory to give to Tablebase::open() for what a program names: a directory of ours, or the ruleset's own.
std::filesystem::path tables_root(const std::filesystem::path& named);

/// The canonical classes that have a table of this metric.
std::vector<lunette::Material> classes_of(const lunette::Tablebase& tables, lunette::Metric metric, int max_pieces);

EGDB_TYPE type_of(lunette::Metric metric);
int most_pieces(const std::vector<lunette::Material>& classes);

/// The classes whose tables were there when a handle was opened, either way round.
class PresentClasses {
 public:
  explicit PresentClasses(const std::vector<lunette::Material>& canonical);
  bool contains(const lunette::Material& material) const noexcept {
    return material.pieces() <= lunette::max_table_pieces && present_[number_of(material)];
  }

 private:
  static constexpr std::size_t counts = lunette::max_table_pieces + 1;  ///< of one kind of piece
  static constexpr std::size_t number_of(const lunette::Material& material) noexcept {
    return ((material.white_kings * counts + material.white_men) * counts + material.black_kings) * counts +
           material.black_men;
  }
  std::array<bool, counts * counts * counts * counts> present_{};
};

struct EGDB_DRIVER {
  EGDB_DRIVER(lunette::Tablebase opened, lunette::Metric served, std::vector<lunette::Material> present_classes,
              MessageFunction function)
      : tables(std::move(opened)),
        metric(served),
        classes(std::move(present_classes)),
        present(classes),
        message(function) {}

  lunette::Tablebase tables;
  lunette::Metric metric;
  std::vector<lunette::Material> classes;
  PresentClasses present;
  MessageFunction message;
  std::atomic<bool> told_of_failure = false;
  lunette::ShardedCounters<LookupEvent, LookupEvent::not_cached> lookups;
  mutable std::mutex statistics_mutex;
  mutable EGDB_STATS statistics{};
};

}  // namespace egdb_interface
