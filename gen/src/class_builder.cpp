#include "class_builder.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "class_journal.hpp"
#include "conversion_tables.hpp"
#include "lunette/probe/count.hpp"
#include "rows/row_solver.hpp"
#include "slice_records.hpp"
#include "table_writer.hpp"

namespace lunette::gen {
namespace {

template <class Code>
void allocate_for(const TableFile& file, std::array<std::vector<Code>, 2>& sides) {
  for (int side = 0; side < file.header().sides; ++side) {
    sides[static_cast<std::size_t>(side)].resize(file.header().entries);
  }
}

class RowCodes final : public ClassCodes {
 public:
  explicit RowCodes(const rows::ClassValues& values) : values_(values) {}
  void read(Metric metric, int side, Index first, std::span<ValueCode> out) const override {
    const Color color = side == 0 ? Color::white : Color::black;
    if (metric == Metric::wdl) {
      values_.read_wdl(color, first, out);
    } else {
      values_.read_dtc(color, first, out);
    }
  }

 private:
  const rows::ClassValues& values_;
};

class ArrayCodes final : public ClassCodes {
 public:
  explicit ArrayCodes(const ClassArrays& arrays) : arrays_(arrays) {}
  void read(Metric metric, int side, Index first, std::span<ValueCode> out) const override {
    const auto s = static_cast<std::size_t>(side);
    const auto copy = [&](const auto& codes) {
      std::copy_n(codes.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
    };
    if (metric == Metric::wdl) {
      copy(arrays_.wdl[s]);
    } else {
      copy(metric == Metric::dtc ? arrays_.dtc[s] : arrays_.dtw[s]);
    }
  }

 private:
  const ClassArrays& arrays_;
};

std::string describe(const ClassPlan& plan) {
  std::string text = "solving";
  for (const std::string& damage : plan.damage) text += "; rebuilt because damaged: " + damage;
  return text;
}

}  // namespace

ClassBuilder::ClassBuilder(const Ruleset& rules, const std::filesystem::path& directory, const ClassPlan& plan,
                           WorkingSet& tables, Monitor& monitor)
    : rules_(rules),
      directory_(directory),
      plan_(plan),
      tables_(tables),
      monitor_(monitor),
      indexer_(rules.board, plan.step.material),
      counted_(starts_count(rules, plan.step.material)) {}

Result<std::uint64_t> ClassBuilder::build() {
  if (auto found = find_conversion(); !found) return std::move(found).error();
  const bool needs_distance = plan_.solves_distance || (counted_ && plan_.solves_conversion);
  if (!counted_) {
    // These are complete, and DTW needs the room.
    for (const Metric metric : {Metric::wdl, Metric::dtc}) {
      if (auto written = write(metric); !written) return std::move(written).error();
    }
  }
  if (needs_distance) {
    unpack();
    if (auto found = find_distance(); !found) return std::move(found).error();
    ClassSolver::apply_count(rules_, indexer_, arrays_);
  }
  if (counted_) {
    for (const Metric metric : {Metric::wdl, Metric::dtc}) {
      if (auto written = write(metric); !written) return std::move(written).error();
    }
  }
  if (auto written = write(Metric::dtw); !written) return std::move(written).error();
  if (plan_.solves_conversion) ClassJournal::remove(directory_ / rules_.name, indexer_.material().name());
  return bytes_on_disk();
}

Result<void> ClassBuilder::find_conversion() {
  if (!plan_.solves_conversion) return read_own(Metric::wdl);
  auto tables = tables_.prepare(plan_.conversion);
  if (!tables) return std::move(tables).error();
  monitor_.start({indexer_.material(), Metric::wdl}, entries_of_conversion(), describe(plan_));
  const ConversionTables smaller(**tables);
  const std::uint64_t positions = 2 * indexer_.size();
  std::optional<ClassJournal> journal;
  if (plan_.journaled) {
    auto origin = origin_of_values(rules_, directory_, indexer_.material());
    if (!origin) return origin.error();
    journal.emplace(directory_ / rules_.name, indexer_.material().name(),
                    [this, values = std::move(*origin)](const rows::ClassShape& shape) {
                      return slices_line(rules_, indexer_.material(), values, shape);
                    });
  }
  values_.emplace(rows::solve_conversion({rules_, indexer_, smaller, !counted_, plan_.writes(Metric::dtc),
                                          [&](std::uint64_t solved) {
                                            monitor_.add(solved, positions);
                                            return monitor_.stopped();
                                          },
                                          [&](std::uint64_t found) {
                                            monitor_.find(found, positions);
                                            restored_entries_ =
                                                found / 2 *
                                                static_cast<std::uint64_t>(indexer_.material().stored_sides());
                                          },
                                          journal ? &*journal : nullptr, nullptr}));
  if (monitor_.ask_to_stop()) return Error{ErrorCode::interrupted, "stopped by request"};
  return {};
}

void ClassBuilder::unpack() {
  if (!values_) return;
  constexpr Index stretch = 1U << 16;
  const bool with_dtc = counted_ && plan_.writes(Metric::dtc);
  for (int side = 0; side < indexer_.material().stored_sides(); ++side) {
    const auto s = static_cast<std::size_t>(side);
    arrays_.wdl[s].resize(indexer_.size());
    if (with_dtc) arrays_.dtc[s].resize(indexer_.size());
    tbb::parallel_for(tbb::blocked_range<Index>(0, indexer_.size(), stretch), [&](const auto& range) {
      std::vector<ValueCode> codes(range.size());
      const RowCodes source(*values_);
      const auto begin = static_cast<std::ptrdiff_t>(range.begin());
      source.read(Metric::wdl, side, range.begin(), codes);
      std::transform(codes.begin(), codes.end(), arrays_.wdl[s].begin() + begin,
                     [](ValueCode code) { return static_cast<std::uint8_t>(code); });
      if (!with_dtc) return;
      source.read(Metric::dtc, side, range.begin(), codes);
      std::copy(codes.begin(), codes.end(), arrays_.dtc[s].begin() + begin);
    });
  }
  values_.reset();
}

Result<void> ClassBuilder::find_distance() {
  if (!plan_.solves_distance) return read_own(Metric::dtw);
  auto tables = tables_.prepare(plan_.distance);
  if (!tables) return std::move(tables).error();
  monitor_.start({indexer_.material(), Metric::dtw}, entries_of_distance(), describe(plan_));
  ClassSolver(rules_, indexer_, **tables, monitor_).solve_distance(arrays_);
  if (monitor_.ask_to_stop()) return Error{ErrorCode::interrupted, "stopped by request"};
  return {};
}

Result<void> ClassBuilder::read_own(Metric metric) {
  auto file = open_built_table(rules_, directory_, {indexer_.material(), metric});
  if (!file) return std::move(file).error();
  if (metric == Metric::wdl) {
    allocate_for(*file, arrays_.wdl);
  } else {
    allocate_for(*file, arrays_.dtw);
  }
  return read_all_blocks(*file, [&](int side, std::uint64_t first, std::span<const ValueCode> codes) {
    const auto s = static_cast<std::size_t>(side);
    const auto begin = static_cast<std::ptrdiff_t>(first);
    if (metric == Metric::wdl) {
      std::transform(codes.begin(), codes.end(), arrays_.wdl[s].begin() + begin,
                     [](ValueCode code) { return static_cast<std::uint8_t>(code); });
    } else {
      std::copy(codes.begin(), codes.end(), arrays_.dtw[s].begin() + begin);
    }
  });
}

Result<void> ClassBuilder::write(Metric metric) {
  if (!plan_.writes(metric)) return {};
  const TableId id{indexer_.material(), metric};
  const auto write_once = [&] {
    return values_ ? write_class(rules_, directory_, id, RowCodes(*values_))
                   : write_class(rules_, directory_, id, ArrayCodes(arrays_));
  };
  auto written = write_once();
  if (!written && written.error().code == ErrorCode::io_error && journal_stands_in_the_way()) {
    ClassJournal::remove(directory_ / rules_.name, indexer_.material().name());
    written = write_once();
  }
  if (!written) return std::move(written).error();
  monitor_.finish(id, std::to_string(written->bytes) + " bytes");
  return {};
}

/// Whether the disk is too full for the tables, and would not be without the slices kept for this class.
bool ClassBuilder::journal_stands_in_the_way() const {
  std::error_code unknown;
  const std::uintmax_t room = std::filesystem::space(directory_, unknown).available;
  const std::uint64_t kept = ClassJournal::size(directory_ / rules_.name, indexer_.material().name());
  const std::uint64_t expected = plan_.step.disk_bytes - std::min(plan_.step.disk_bytes, plan_.bytes_there);
  return !unknown && kept > 0 && room < expected && room + kept >= expected;
}

std::uint64_t ClassBuilder::bytes_on_disk() const {
  std::uint64_t sum = 0;
  for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
    std::error_code absent;
    const auto path = table_path(directory_, rules_.name, indexer_.material(), metric);
    const auto bytes = std::filesystem::file_size(path, absent);
    if (!absent) sum += bytes;
  }
  return sum;
}

std::uint64_t ClassBuilder::entries_of_distance() const {
  return plan_.solves_conversion ? plan_.step.entries / 2 : plan_.step.entries;
}

std::uint64_t ClassBuilder::entries_of_conversion() const {
  return plan_.solves_distance ? plan_.step.entries - entries_of_distance() : plan_.step.entries;
}

}  // namespace lunette::gen
