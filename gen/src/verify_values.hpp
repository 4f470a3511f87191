#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/probe/tablebase.hpp"

namespace lunette::verification {

inline constexpr std::array<Metric, 3> all_metrics{Metric::wdl, Metric::dtc, Metric::dtw};
constexpr std::size_t index_of(Metric metric) {
  return static_cast<std::size_t>(metric);
}

/// The value codes of one side of one table, one byte each where all of them fit.
class Codes {
 public:
  Codes() = default;
  explicit Codes(std::vector<ValueCode> codes);

  bool empty() const { return narrow_.empty() && wide_.empty(); }
  ValueCode operator[](Index index) const { return wide_.empty() ? narrow_[index] : wide_[index]; }
  /// Copies the codes from `first` on.
  void copy(Index first, std::span<ValueCode> out) const;

 private:
  std::vector<std::uint8_t> narrow_;
  std::vector<ValueCode> wide_;
};

/// The tables of one class, decoded.
class ClassValues {
 public:
  ClassValues(Board board, const Material& canonical) : indexer_(board, canonical) {}

  const Indexer& indexer() const { return indexer_; }
  const Material& material() const { return indexer_.material(); }
  bool has(Metric metric) const { return !sides(metric)[0].empty(); }
  const Codes& codes(Metric metric, Color side) const { return sides(metric)[lunette::index_of(side)]; }

  /// Reads all stored sides of these tables, those that are loaded already left out; in parallel.
  Result<void> load(const Tablebase& tablebase, const std::vector<Metric>& metrics);
  void drop(Metric metric) { codes_[index_of(metric)] = {}; }

 private:
  const std::array<Codes, 2>& sides(Metric metric) const { return codes_[index_of(metric)]; }

  Indexer indexer_;
  std::array<std::array<Codes, 2>, 3> codes_;
};

/// The classes whose values are in memory, found by material in one step.
class LoadedClasses {
 public:
  LoadedClasses() : by_material_(counts * counts * counts * counts, nullptr) {}

  /// Null if the class is not loaded. Requires at most max_table_pieces pieces.
  const ClassValues* find(const Material& canonical) const { return by_material_[key(canonical)]; }

  Result<void> load(const Tablebase& tablebase, const Material& canonical, const std::vector<Metric>& metrics);
  void drop(const Material& canonical);
  void drop(const Material& canonical, Metric metric);

 private:
  static constexpr std::size_t counts = max_table_pieces + 1;
  static constexpr std::size_t key(const Material& m) {
    return ((m.white_kings * counts + m.white_men) * counts + m.black_kings) * counts + m.black_men;
  }

  std::map<Material, std::unique_ptr<ClassValues>> owned_;
  std::vector<const ClassValues*> by_material_;
};

}  // namespace lunette::verification
