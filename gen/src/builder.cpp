#include "lunette/gen/builder.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "build_log.hpp"
#include "class_builder.hpp"
#include "class_journal.hpp"
#include "directory_lock.hpp"
#include "estimate.hpp"
#include "existing_files.hpp"
#include "monitor.hpp"
#include "plan.hpp"
#include "process_usage.hpp"
#include "working_set.hpp"

namespace lunette {
namespace {

using namespace gen;

/// CPU seconds of a build that are more than measuring them takes.
constexpr double worth_measuring = 5;

Error no_memory() {
  return {ErrorCode::out_of_memory, "the operating system has no more memory"};
}

std::filesystem::path lock_path(const std::filesystem::path& directory, const Ruleset& rules,
                                const Material& material) {
  std::string name = ".";
  name.append(material.name()).append(".lock");
  return directory / rules.name / name;
}

Result<void> make_directory(const BuildOptions& options) {
  const auto directory = options.directory / options.rules->name;
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return Error{ErrorCode::io_error, "cannot create " + directory.string() + ": " + error.message()};
  return {};
}

/// The classes of a plan at work. Several builders may work on one directory: each class is built by the first that
/// comes to it, and the others go on with what they can.
class ClassQueue {
 public:
  ClassQueue(const BuildOptions& options, DetailedPlan& plan)
      : options_(options),
        monitor_(options.progress, options.stop, plan.summary.entries),
        tables_(*options.rules, options.directory, plan) {
    for (ClassPlan& each : plan.classes) {
      if (each.step.metrics.empty()) {
        monitor_.skip(each.step.material, "already there");
      } else {
        waiting_.push_back(&each);
      }
    }
  }

  Result<void> build() {
    while (!waiting_.empty()) {
      auto progress = build_what_can_be();
      if (!progress) return std::move(progress).error();
      if (!*progress) std::this_thread::sleep_for(std::chrono::milliseconds(200));
      if (!waiting_.empty() && monitor_.ask_to_stop()) return Error{ErrorCode::interrupted, "stopped by request"};
    }
    return {};
  }

 private:
  /// One pass over the waiting classes, false if other builders have all that could be built.
  Result<bool> build_what_can_be() {
    const std::vector<ClassPlan*> waiting = waiting_;
    bool progress = false;
    for (ClassPlan* each : waiting) {
      if (waits_for_another(*each)) continue;
      if (monitor_.ask_to_stop()) return Error{ErrorCode::interrupted, "stopped by request"};
      auto lock = DirectoryLock::try_acquire(lock_path(options_.directory, *options_.rules, each->step.material));
      if (!lock) return std::move(lock).error();
      if (!*lock) {
        tell_of_waiting(each->step.material);
        continue;
      }
      if (auto built = build_locked(*each); !built) return std::move(built).error();
      std::erase(waiting_, each);
      progress = true;
    }
    return progress;
  }

  bool waits_for_another(const ClassPlan& plan) const {
    const auto needs = direct_successors(plan.step.material);
    return std::any_of(waiting_.begin(), waiting_.end(), [&](const ClassPlan* other) {
      return std::find(needs.begin(), needs.end(), other->step.material) != needs.end();
    });
  }

  Result<void> build_locked(ClassPlan& plan) {
    // It may have been built by another since it was planned.
    if (auto planned = plan_rest(options_, plan); !planned) return std::move(planned).error();
    tables_.plan_changed(plan);
    if (plan.step.metrics.empty()) {
      ClassJournal::remove(options_.directory / options_.rules->name, plan.step.material.name());
      monitor_.skip(plan.step.material, "built by another process", plan.step.entries);
      return {};
    }
    const double begin = monitor_.seconds();
    const double cpu_begin = cpu_seconds_of_process();
    ClassBuilder builder(*options_.rules, options_.directory, plan, tables_, monitor_);
    auto bytes = builder.build();
    if (!bytes) return std::move(bytes).error();
    plan.step.disk_bytes = *bytes;
    plan.step.seconds = monitor_.seconds() - begin;
    plan.step.cpu_seconds = cpu_seconds_of_process() - cpu_begin;
    const auto logged =
        log_class(*options_.rules, options_.directory, plan.step, plan.threads, builder.restored_entries());
    // The tables are there, and they are what matters.
    if (!logged) monitor_.skip(plan.step.material, "built, but not in the build log: " + logged.error().message);
    return {};
  }

  /// Once for each class.
  void tell_of_waiting(const Material& material) {
    if (std::find(told_.begin(), told_.end(), material) != told_.end()) return;
    told_.push_back(material);
    monitor_.skip(material, "another process is building it");
  }

  const BuildOptions& options_;
  Monitor monitor_;
  WorkingSet tables_;
  std::vector<ClassPlan*> waiting_;  // in solving order
  std::vector<Material> told_;       // classes that another builder was found to have
};

BuildPlan as_done(const DetailedPlan& plan) {
  BuildPlan done = plan.summary;
  done.steps.clear();
  done.seconds = 0;
  done.cpu_seconds = 0;
  done.disk_bytes = 0;
  done.entries = 0;
  for (const ClassPlan& each : plan.classes) {
    done.steps.push_back(each.step);
    done.disk_bytes += each.step.disk_bytes;
    if (each.step.metrics.empty()) continue;
    done.seconds += each.step.seconds;
    done.cpu_seconds += each.step.cpu_seconds;
    done.entries += each.step.entries;
  }
  return done;
}

Result<void> rewrite_manifest(const BuildOptions& options) {
  // Others have it for as long as it takes to list the directory.
  const auto file = options.directory / options.rules->name / ".manifest.lock";
  auto lock = DirectoryLock::acquire(file, std::chrono::seconds(30));
  if (!lock) return std::move(lock).error();
  return write_manifest(options.directory, *options.rules);
}

Result<BuildPlan> build_all(const BuildOptions& options) {
  auto plan = plan_in_detail(options);
  if (!plan) return std::move(plan).error();
  if (auto fits = check_memory(*plan); !fits) return std::move(fits).error();
  if (auto made = make_directory(options); !made) return std::move(made).error();
  remove_stale_temporaries(options.directory, *options.rules);

  const tbb::global_control parallelism(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(plan->threads));
  tbb::task_arena arena(plan->threads);
  auto built = arena.execute([&]() -> Result<void> {
    try {
      return ClassQueue(options, *plan).build();
    } catch (const std::bad_alloc&) {
      return no_memory();
    }
  });
  // What was finished before a stop is finished, and the manifest says so.
  auto manifest = rewrite_manifest(options);
  if (!built) return std::move(built).error();
  if (!manifest) return std::move(manifest).error();
  return as_done(*plan);
}

}  // namespace

Result<BuildPlan> plan_build(const BuildOptions& options) {
  try {
    auto plan = gen::plan_in_detail(options);
    if (!plan) return std::move(plan).error();
    return std::move(plan->summary);
  } catch (const std::bad_alloc&) {
    return no_memory();
  }
}

Result<BuildPlan> estimate_build(const BuildOptions& options) {
  try {
    auto plan = gen::plan_in_detail(options);
    if (!plan) return std::move(plan).error();
    if (plan->summary.cpu_seconds > worth_measuring) {
      if (const auto speed = gen::measure_speed(options, plan->threads)) {
        gen::estimate_again(*options.rules, *speed, *plan);
        plan->summary.is_measured = true;
      } else if (speed.error().code == ErrorCode::interrupted) {
        return speed.error();
      }
    }
    return std::move(plan->summary);
  } catch (const std::bad_alloc&) {
    return no_memory();
  }
}

Result<BuildPlan> build(const BuildOptions& options) {
  try {
    return build_all(options);
  } catch (const std::bad_alloc&) {
    return no_memory();
  }
}

}  // namespace lunette
