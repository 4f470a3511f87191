#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "class_builder.hpp"
#include "class_journal.hpp"
#include "class_parts.hpp"
#include "conversion_tables.hpp"
#include "decoded_tables.hpp"
#include "existing_files.hpp"
#include "lunette/gen/steps.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/probe/count.hpp"
#include "manifest.hpp"
#include "monitor.hpp"
#include "plan.hpp"
#include "process_usage.hpp"
#include "slice_group.hpp"
#include "step_leftovers.hpp"
#include "step_memory.hpp"
#include "step_records.hpp"
#include "table_writer.hpp"
#include "waves.hpp"
#include "working_set.hpp"

namespace lunette {
namespace {

using namespace gen;

Error interrupted() {
  return {ErrorCode::interrupted, "stopped by request"};
}

bool contains(const std::vector<Metric>& metrics, Metric metric) {
  return std::find(metrics.begin(), metrics.end(), metric) != metrics.end();
}

Result<void> check(const StepId& id, const StepOptions& options) {
  const auto bad = [](std::string message) { return Error{ErrorCode::bad_argument, std::move(message)}; };
  if (id.rules == nullptr) return bad("no ruleset");
  if (options.directory.empty()) return bad("no directory for the tables");
  if (options.threads < 0) return bad("the number of threads is negative");
  const bool sliced = id.kind == StepId::Kind::slices || id.kind == StepId::Kind::merge;
  if (sliced && (id.material.kings() == 0 || id.material.men() == 0 || starts_count(*id.rules, id.material))) {
    return bad(id.text() + ": " + id.material.name() +
               " is not built in slices, which need kings and men and no count");
  }
  if (id.kind != StepId::Kind::slices) return {};
  if (id.group == 0)
    return bad(id.text() + " stands for " + std::to_string(id.groups) + " groups: expected one, as in " + id.text() +
               ".1");
  const std::vector<Index> sizes = wave_sizes(id.rules->board, id.material);
  const auto size = [&](int wave) {
    return static_cast<std::size_t>(wave) < sizes.size() ? sizes[static_cast<std::size_t>(wave)] : 0;
  };
  if (size(id.first_wave) < id.groups) {
    return bad(id.text() + ": wave " + std::to_string(id.first_wave) + " of " + id.material.name() + " has " +
               std::to_string(size(id.first_wave)) + " slices");
  }
  return {};
}

Result<void> check_budget(const StepId& id, std::uint64_t needed, std::uint64_t allowed) {
  if (needed <= allowed) return {};
  return too_little_memory(id, needed, allowed);
}

class StepAtWork {
 public:
  StepAtWork(const StepId& id, const StepOptions& options, int threads)
      : id_(id),
        rules_(*id.rules),
        options_(options),
        threads_(threads),
        memory_bytes_(options.memory_bytes > 0 ? options.memory_bytes : default_memory_bytes()),
        entries_(entries_of(id)),
        monitor_(options.progress, options.stop, entries_) {}

  Result<StepReport> run() {
    const double cpu_begin = cpu_seconds_of_process();
    auto there = is_there();
    if (!there) return there.error();
    if (!*there) {
      auto made = make();
      if (!made) {
        // It may have been made meanwhile by another, who took its parts away.
        const bool stopped = made.error().code == ErrorCode::interrupted;
        there = stopped ? Result<bool>(false) : is_there();
        if (!there || !*there) return made.error();
      }
    }
    // Slices are removed with the tables that are made of them, and the rest of what others left with the manifest.
    if (id_.kind == StepId::Kind::merge || id_.kind == StepId::Kind::manifest) {
      remove_leftovers(options_.directory, rules_);
    }
    report_.found = *there;
    report_.entries = entries_;
    report_.seconds = monitor_.seconds();
    report_.cpu_seconds = cpu_seconds_of_process() - cpu_begin;
    report_.peak_memory_bytes = peak_memory_of_process();
    if (report_.found) {
      monitor_.skip(id_.material, "is there already", entries_);
    } else if (const auto kept = write_step_record(options_.directory, id_, threads_, report_); !kept) {
      monitor_.skip(id_.material, "done, but without a record: " + kept.error().message);
    }
    return report_;
  }

 private:
  static std::uint64_t entries_of(const StepId& id) {
    if (id.kind == StepId::Kind::manifest) return 0;
    const Indexer indexer(id.rules->board, id.material);
    const auto sides = static_cast<std::uint64_t>(id.material.stored_sides());
    if (id.kind != StepId::Kind::slices) return indexer.size() * sides;
    const std::vector<Index> sizes = wave_sizes(id.rules->board, id.material);
    Index slices = 0;
    for (int wave = id.first_wave; wave >= id.last_wave; --wave) {
      const Index size = sizes[static_cast<std::size_t>(wave)];
      slices += size / id.groups + (id.group <= size % id.groups ? 1 : 0);
    }
    return slices * indexer.slice_size() * sides;
  }

  Result<bool> is_there() const {
    if (id_.kind == StepId::Kind::manifest) return manifest_is_up_to_date(options_.directory, rules_);
    bool all = true;
    for (const Metric metric : id_.metrics) {
      auto file = inspect_file(rules_, options_.directory, {id_.material, metric});
      if (!file) return file.error();
      all = all && file->state == ExistingFile::State::valid;
    }
    if (all || id_.kind != StepId::Kind::slices) return all;
    const auto origin = origin_of_values(rules_, options_.directory, id_.material);
    if (!origin) return false;  // what is missing will be told
    const auto part = open_part(options_.directory, id_, Indexer(rules_.board, id_.material), *origin);
    return part && part->records.sound();
  }

  Result<void> make() {
    switch (id_.kind) {
      case StepId::Kind::manifest: return write_manifest(options_.directory, rules_);
      case StepId::Kind::merge: return merge();
      case StepId::Kind::slices: return solve_slices();
      case StepId::Kind::tables: return solve_class();
    }
    return {};
  }

  std::filesystem::path path_of(const TableId& table) const {
    return table_path(options_.directory, rules_.name, table.material, table.metric);
  }

  /// That a table is there, and is what its name says. Whether it is whole shows when it is decoded, which comes before
  /// anything is solved.
  Result<void> check_input(const TableId& table) const {
    std::error_code error;
    if (!std::filesystem::exists(path_of(table), error)) {
      return Error{ErrorCode::missing_table, id_.text() + ": its input " + path_of(table).string() + " is missing"};
    }
    const auto file = open_built_table(rules_, options_.directory, table);
    if (!file) return Error{file.error().code, id_.text() + ": its input " + file.error().message};
    return {};
  }
  Result<void> check_inputs(const std::vector<TableId>& tables) const {
    for (const TableId& table : tables) {
      if (auto there = check_input(table); !there) return there;
    }
    return {};
  }

  BuildOptions build_options() const {
    BuildOptions build;
    build.rules = &rules_;
    build.directory = options_.directory;
    build.materials = {id_.material};
    build.metrics = id_.metrics;
    build.threads = threads_;
    build.memory_bytes = memory_bytes_;
    build.journal_from = options_.journal_from;
    return build;
  }

  Result<void> solve_class() {
    auto planned = plan_class(build_options(), id_.material, contains(id_.metrics, Metric::dtw), threads_);
    if (!planned) return planned.error();
    if (planned->writes(Metric::wdl) && !contains(id_.metrics, Metric::wdl)) {
      return check_input({id_.material, Metric::wdl});
    }
    const ClassPlan plan = std::move(*planned);
    if (auto fits = check_budget(id_, plan.step.memory_bytes, memory_bytes_); !fits) return fits;
    if (plan.solves_conversion) {
      if (auto there = check_inputs(plan.conversion.needs); !there) return there;
    }
    if (plan.solves_distance) {
      if (auto there = check_inputs(plan.distance.needs); !there) return there;
    }
    DetailedPlan all;
    all.threads = threads_;
    all.memory_bytes = memory_bytes_;
    all.classes.push_back(plan);
    WorkingSet tables(rules_, options_.directory, all);
    ClassBuilder builder(rules_, options_.directory, all.classes.front(), tables, monitor_);
    const auto built = builder.build();
    report_.restored_entries = builder.restored_entries();
    if (!built) return built.error();
    return {};
  }

  Result<void> solve_slices();
  Result<void> merge();

  std::vector<TableId> smaller_tables() const {
    std::vector<TableId> tables;
    for (const Material& smaller : direct_successors(id_.material)) tables.push_back({smaller, Metric::wdl});
    return tables;
  }
  bool with_dtc() const { return contains(id_.metrics, Metric::dtc); }
  std::vector<Part> open_parts(const Indexer& indexer, std::string_view origin, std::optional<int> wave) const;

  const StepId& id_;
  const Ruleset& rules_;
  const StepOptions& options_;
  const int threads_;
  const std::uint64_t memory_bytes_;
  const std::uint64_t entries_;
  Monitor monitor_;
  StepReport report_;
};

/// The parts of the class, or those of them that have slices of one wave.
std::vector<Part> StepAtWork::open_parts(const Indexer& indexer, std::string_view origin,
                                         std::optional<int> wave) const {
  std::vector<Part> parts;
  for (const StepId& each : find_parts(options_.directory, id_)) {
    if (wave && (each.first_wave < *wave || each.last_wave > *wave)) continue;
    if (auto part = open_part(options_.directory, each, indexer, origin)) parts.push_back(std::move(*part));
  }
  return parts;
}

/// Brings what the group reads into its values, and what an earlier try has solved.
class GroupLog final : public rows::SliceLog {
 public:
  GroupLog(ClassJournal& journal, const std::vector<Part>& above, const StepId& id)
      : journal_(journal), above_(above), id_(id) {}

  void restore(rows::ClassValues& values) override {
    journal_.restore(values);
    if (auto read = read_slices(above_, id_, values); !read) failure_ = read.error();
  }
  std::uint64_t restored() const override { return journal_.restored(); }
  /// Nothing is solved from what could not be read.
  bool contains(Index place) const override { return failure_ || journal_.contains(place); }
  void add(const rows::ClassValues& values, Index place) override { journal_.add(values, place); }
  void flush(const rows::ClassValues& values) override { journal_.flush(values); }

  const std::optional<Error>& failure() const { return failure_; }

 private:
  ClassJournal& journal_;
  const std::vector<Part>& above_;
  const StepId& id_;
  std::optional<Error> failure_;
};

Result<void> StepAtWork::solve_slices() {
  if (auto there = check_inputs(smaller_tables()); !there) return there;
  const Indexer indexer(rules_.board, id_.material);
  const auto origin = origin_of_values(rules_, options_.directory, id_.material);
  if (!origin) return origin.error();
  const rows::SliceGroup group = slice_group(indexer, {id_.first_wave, id_.last_wave, id_.groups, id_.group});
  const std::vector<Index> sizes = wave_sizes(rules_.board, id_.material);
  const auto above_wave = static_cast<std::size_t>(id_.first_wave) + 1;
  const std::uint64_t needed = SliceMemory(rules_, indexer, with_dtc(), threads_)
                                   .group(group.held.solved().size(), group.held.read().size(),
                                          above_wave < sizes.size() ? sizes[above_wave] : 0);
  if (auto fits = check_budget(id_, needed, memory_bytes_); !fits) return fits;

  const std::vector<Part> above = open_parts(indexer, *origin, id_.first_wave + 1);
  DecodedTables tables(rules_, options_.directory);
  for (const TableId& table : smaller_tables()) {
    if (const auto loaded = tables.load(table); !loaded) {
      return Error{loaded.error().code, id_.text() + ": its input " + loaded.error().message};
    }
  }
  const ConversionTables smaller(tables);
  const auto where = steps_directory(options_.directory, rules_);
  const std::string name = part_name(id_);
  ClassJournal journal(
      where, name, [&](const rows::ClassShape& shape) { return slices_line(rules_, id_.material, *origin, shape); });
  GroupLog log(journal, above, id_);
  monitor_.start({id_.material, Metric::wdl}, entries_, "solving " + id_.text());
  const std::uint64_t positions = 2 * indexer.slice_size() * group.held.solved().size();
  const auto advanced = [&](std::uint64_t solved) {
    monitor_.add(solved, positions);
    return monitor_.stopped();
  };
  const auto restored = [&](std::uint64_t found) {
    monitor_.find(found, positions);
    report_.restored_entries = found / 2 * static_cast<std::uint64_t>(id_.material.stored_sides());
  };
  const rows::ClassValues values =
      rows::solve_conversion({rules_, indexer, smaller, true, with_dtc(), advanced, restored, &log, &group});
  if (log.failure()) return Error{log.failure()->code, id_.text() + ": " + log.failure()->message};
  if (monitor_.ask_to_stop()) return interrupted();
  auto written = write_part(where / name, values, slices_line(rules_, id_.material, *origin, values.shape()));
  if (!written) return written;
  ClassJournal::remove(where, name);
  monitor_.finish({id_.material, Metric::wdl}, id_.text() + " solved");
  return {};
}

Result<void> StepAtWork::merge() {
  if (auto there = check_inputs(smaller_tables()); !there) return there;
  const Indexer indexer(rules_.board, id_.material);
  const std::uint64_t needed = SliceMemory(rules_, indexer, with_dtc(), threads_).merge();
  if (auto fits = check_budget(id_, needed, memory_bytes_); !fits) return fits;
  const auto origin = origin_of_values(rules_, options_.directory, id_.material);
  if (!origin) return origin.error();
  const auto codes = PartCodes::make(id_, indexer, open_parts(indexer, *origin, std::nullopt));
  if (!codes) return Error{codes.error().code, id_.text() + ": " + codes.error().message};
  // DTC reads WDL too: whatever is wrong with a part shows before there is a table.
  for (auto next = id_.metrics.rbegin(); next != id_.metrics.rend(); ++next) {
    const Metric metric = *next;
    if (monitor_.ask_to_stop()) return interrupted();
    const TableId table{id_.material, metric};
    auto there = inspect_file(rules_, options_.directory, table);
    if (!there) return there.error();
    if (there->state == ExistingFile::State::valid) continue;
    monitor_.start(table, entries_ / id_.metrics.size(), "merging " + id_.text());
    try {
      const auto written = write_class(rules_, options_.directory, table, **codes);
      if (!written) return written.error();
    } catch (const UnreadablePart& part) {
      return Error{part.error.code, id_.text() + ": " + part.error.message};
    }
    monitor_.finish(table, "merged");
  }
  return {};
}

}  // namespace

Result<StepReport> run_step(const StepId& id, const StepOptions& options) {
  try {
    if (auto good = check(id, options); !good) return good.error();
    const auto where = gen::steps_directory(options.directory, *id.rules);
    std::error_code error;
    std::filesystem::create_directories(where, error);
    if (error) return Error{ErrorCode::io_error, "cannot create " + where.string() + ": " + error.message()};
    const int threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
    const tbb::global_control parallelism(tbb::global_control::max_allowed_parallelism,
                                          static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    return arena.execute([&] { return StepAtWork(id, options, threads).run(); });
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "the operating system has no more memory"};
  }
}

}  // namespace lunette
