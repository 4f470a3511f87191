#include "plan.hpp"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <mutex>
#include <string>
#include <utility>

#include "class_journal.hpp"
#include "class_solver.hpp"
#include "estimate.hpp"
#include "existing_files.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/probe/count.hpp"
#include "rows/row_solver.hpp"

namespace lunette::gen {
namespace {

constexpr std::array all_metrics{Metric::wdl, Metric::dtc, Metric::dtw};

bool contains(const std::vector<Metric>& metrics, Metric metric) {
  return std::find(metrics.begin(), metrics.end(), metric) != metrics.end();
}

Error bad_argument(std::string message) {
  return {ErrorCode::bad_argument, std::move(message)};
}

Error interrupted() {
  return {ErrorCode::interrupted, "stopped by request"};
}

Result<void> check_options(const BuildOptions& options) {
  if (options.rules == nullptr) return bad_argument("no ruleset");
  if (options.directory.empty()) return bad_argument("no directory for the tables");
  if (options.threads < 0) return bad_argument("the number of threads is negative");
  if (options.max_side < 1) return bad_argument("a side needs at least one piece");
  for (const Material& material : options.materials) {
    if (material.white_pieces() < 1 || material.black_pieces() < 1 || material.pieces() > max_table_pieces) {
      return bad_argument("there is no table of " + material.name());
    }
  }
  if (options.materials.empty() && (options.pieces < 2 || options.pieces > max_table_pieces)) {
    return bad_argument("tables have 2 to " + std::to_string(max_table_pieces) + " pieces, not " +
                        std::to_string(options.pieces));
  }
  return {};
}

std::vector<Material> materials_of(const BuildOptions& options) {
  return options.materials.empty() ? enumerate_materials(options.pieces, options.max_side)
                                   : dependency_closure(options.materials);
}

/// Counted material gets its values from DTW, which needs that of all smaller classes.
std::vector<Material> materials_with_count(const Ruleset& rules, const std::vector<Material>& materials) {
  std::vector<Material> counted;
  std::copy_if(materials.begin(), materials.end(), std::back_inserter(counted),
               [&](const Material& material) { return starts_count(rules, material); });
  return dependency_closure(counted);
}

std::vector<TableId> needed_tables(const Material& material, Metric metric) {
  std::vector<TableId> needs;
  for (const Material& successor : direct_successors(material)) needs.push_back({successor, metric});
  return needs;
}

/// Passes, and their memory, from the files that are to be written.
void plan_passes(const Ruleset& rules, ClassPlan& plan) {
  const int threads = plan.threads;
  const Material& material = plan.step.material;
  const Indexer indexer(rules.board, material);
  const bool counted = starts_count(rules, material);
  const bool with_dtc = plan.writes(Metric::dtc);
  plan.solves_conversion = plan.writes(Metric::wdl) || with_dtc;
  plan.solves_distance = plan.writes(Metric::dtw);
  if (!plan.solves_conversion && !plan.solves_distance) return;

  const std::uint64_t entries = plan.step.entries;
  const bool five_valued = rules.count.has_value() && !counted;
  const std::uint64_t after_conversion = rows::conversion_bytes(indexer, five_valued, with_dtc, 0);
  // Unpacked for DTW: WDL, and in counted material DTC, which waits until DTW has told the values.
  const std::uint64_t kept = entries * (counted && with_dtc ? 3 : 1);
  const std::uint64_t with_distance = kept + 2 * entries + writer_bytes(entries, threads);
  std::uint64_t needed = 0;
  if (plan.solves_conversion) {
    plan.conversion.needs = needed_tables(material, Metric::wdl);
    const std::uint64_t journal =
        plan.journaled ? ClassJournal::bytes(rows::conversion_slice_bytes(indexer, five_valued, with_dtc), threads) : 0;
    plan.conversion.memory_bytes = std::max(rows::conversion_bytes(indexer, five_valued, with_dtc, threads) + journal,
                                            after_conversion + writer_bytes(entries, threads));
    // The distances of counted material may be read from their file instead.
    const std::uint64_t unpacking = plan.solves_distance || counted ? after_conversion + kept : 0;
    plan.conversion.memory_bytes = std::max(plan.conversion.memory_bytes, unpacking);
    if (counted) plan.conversion.memory_bytes = std::max(plan.conversion.memory_bytes, with_distance);
    needed = plan.conversion.memory_bytes + decoded_bytes(rules, plan.conversion.needs);
  }
  if (plan.solves_distance) {
    plan.distance.needs = needed_tables(material, Metric::dtw);
    plan.distance.memory_bytes = std::max(kept + ClassSolver::distance_bytes(indexer, threads), with_distance);
    needed = std::max(needed, plan.distance.memory_bytes + decoded_bytes(rules, plan.distance.needs));
  }
  plan.step.memory_bytes = needed + process_bytes(threads);
}

void summarise(DetailedPlan& plan) {
  BuildPlan& sum = plan.summary = {};
  for (const ClassPlan& each : plan.classes) {
    sum.steps.push_back(each.step);
    sum.disk_bytes += each.step.disk_bytes;
    if (each.step.metrics.empty()) continue;
    sum.entries += each.step.entries;
    sum.seconds += each.step.seconds;
    sum.cpu_seconds += each.step.cpu_seconds;
    sum.memory_bytes = std::max(sum.memory_bytes, each.step.memory_bytes);
  }
}

}  // namespace

bool ClassPlan::writes(Metric metric) const {
  return contains(step.metrics, metric);
}

std::uint64_t default_memory_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return std::uint64_t{1} << 30;
  return static_cast<std::uint64_t>(pages) / 2 * static_cast<std::uint64_t>(page);
}

/// Compressed blocks in hand and, for each thread, one block as codes, packed and compressed (table_writer of
/// compress/).
std::uint64_t writer_bytes(std::uint64_t entries, int threads) {
  constexpr std::uint64_t window = std::uint64_t{1} << 24;
  constexpr std::uint64_t survey_window = std::uint64_t{1} << 21;  // Survey of table_writer.cpp: two, of two-byte codes
  return std::max(2 * std::min(entries, window), 4 * std::min(entries, survey_window)) +
         static_cast<std::uint64_t>(threads) * 8 * default_block_entries;
}

std::uint64_t decoded_bytes(const Ruleset& rules, const std::vector<TableId>& tables) {
  std::uint64_t sum = 0;
  for (const TableId& id : tables) sum += DecodedTable::most_bytes(rules, id);
  return sum;
}

Result<ClassPlan> plan_class(const BuildOptions& options, const Material& material, bool with_dtw, int threads,
                             Inspection inspection) {
  ClassPlan plan;
  plan.threads = threads;
  plan.step.material = material;
  plan.step.entries =
      Indexer(options.rules->board, material).size() * static_cast<std::uint64_t>(material.stored_sides());
  for (const Metric metric : all_metrics) {
    const bool wanted =
        metric == Metric::wdl || contains(options.metrics, metric) || (metric == Metric::dtw && with_dtw);
    if (!wanted) continue;
    auto file = inspect_file(*options.rules, options.directory, {material, metric}, inspection);
    if (!file) return std::move(file).error();
    plan.bytes_there += file->bytes;
    if (file->state == ExistingFile::State::damaged) plan.damage.push_back(std::move(file->damage));
    if (file->state != ExistingFile::State::valid) plan.step.metrics.push_back(metric);
  }
  // Classes without kings are solved in seconds up to 6 pieces (in minutes beyond), those without men in one piece.
  plan.journaled = plan.step.entries >= options.journal_from && material.kings() > 0 && material.men() > 0;
  plan_passes(*options.rules, plan);
  estimate(*options.rules, {1, static_cast<double>(threads)}, plan);
  return plan;
}

ClassPlan restricted_to(const Ruleset& rules, ClassPlan plan, std::vector<Metric> metrics) {
  plan.step.metrics = std::move(metrics);
  plan.solves_conversion = false;
  plan.solves_distance = false;
  plan_passes(rules, plan);
  estimate(rules, {1, static_cast<double>(plan.threads)}, plan);
  return plan;
}

Result<DetailedPlan> plan_in_detail(const BuildOptions& options, Inspection inspection) {
  if (auto checked = check_options(options); !checked) return std::move(checked).error();
  DetailedPlan plan;
  plan.threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
  plan.memory_bytes = options.memory_bytes > 0 ? options.memory_bytes : default_memory_bytes();
  const std::vector<Material> materials = materials_of(options);
  const std::vector<Material> counted = materials_with_count(*options.rules, materials);
  // What is there is read whole, and may be many gigabytes.
  std::vector<Result<ClassPlan>> classes(materials.size(), interrupted());
  std::mutex one_asks;
  bool ended = false;  // by a stop or an error
  const auto goes_on = [&] {
    const std::lock_guard lock(one_asks);
    ended = ended || (options.stop && options.stop());
    return !ended;
  };
  // The plan may be for a machine with more.
  tbb::task_arena(std::min(plan.threads, tbb::info::default_concurrency())).execute([&] {
    tbb::parallel_for(std::size_t{0}, materials.size(), [&](std::size_t i) {
      if (!goes_on()) return;
      const bool with_dtw = std::find(counted.begin(), counted.end(), materials[i]) != counted.end();
      classes[i] = plan_class(options, materials[i], with_dtw, plan.threads, inspection);
      if (classes[i]) return;
      const std::lock_guard lock(one_asks);
      ended = true;
    });
  });
  const auto faulty = std::find_if(classes.begin(), classes.end(), [](const Result<ClassPlan>& each) {
    return !each && each.error().code != ErrorCode::interrupted;
  });
  if (faulty != classes.end()) return std::move(*faulty).error();
  for (Result<ClassPlan>& each : classes) {
    if (!each) return std::move(each).error();
    plan.classes.push_back(std::move(each).value());
  }
  summarise(plan);
  return plan;
}

void estimate_again(const Ruleset& rules, const BuildSpeed& speed, DetailedPlan& plan) {
  for (ClassPlan& each : plan.classes) estimate(rules, speed, each);
  summarise(plan);
}

Result<void> plan_rest(const BuildOptions& options, ClassPlan& plan) {
  std::vector<Metric> missing;
  for (const Metric metric : plan.step.metrics) {
    auto file = inspect_file(*options.rules, options.directory, {plan.step.material, metric});
    if (!file) return std::move(file).error();
    if (file->state != ExistingFile::State::valid) missing.push_back(metric);
  }
  if (missing.size() == plan.step.metrics.size()) return {};
  plan.step.metrics = std::move(missing);
  plan_passes(*options.rules, plan);
  return {};
}

std::uint64_t process_bytes(int threads) {
  // Measured over plan: up to 5 MiB with two threads.
  return (std::uint64_t{8} << 20) + (std::uint64_t{1} << 20) * static_cast<std::uint64_t>(threads);
}

Result<void> check_memory(const DetailedPlan& plan) {
  const auto& classes = plan.classes;
  const auto largest = std::max_element(classes.begin(), classes.end(), [](const ClassPlan& a, const ClassPlan& b) {
    return a.step.memory_bytes < b.step.memory_bytes;
  });
  if (largest == classes.end() || largest->step.memory_bytes <= plan.memory_bytes) return {};
  return Error{ErrorCode::out_of_memory, "solving " + largest->step.material.name() + " needs " +
                                             std::to_string(largest->step.memory_bytes) + " bytes of memory, " +
                                             std::to_string(plan.memory_bytes) + " are allowed"};
}

}  // namespace lunette::gen
