#include "lunette/gen/builder.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <new>
#include <optional>
#include <string>
#include <system_error>

#include "class_builder.hpp"
#include "existing_files.hpp"
#include "monitor.hpp"
#include "plan.hpp"
#include "working_set.hpp"

namespace lunette {
namespace {

using namespace gen;

Error no_memory() {
  return {ErrorCode::out_of_memory, "the operating system has no more memory"};
}

Result<void> make_directory(const BuildOptions& options) {
  const auto directory = options.directory / options.rules->name;
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return Error{ErrorCode::io_error, "cannot create " + directory.string() + ": " + error.message()};
  return {};
}

std::uint64_t entries_to_solve(const DetailedPlan& plan) {
  return plan.summary.entries;
}

Result<void> build_classes(const BuildOptions& options, DetailedPlan& plan) {
  Monitor monitor(options.progress, options.stop, entries_to_solve(plan));
  WorkingSet tables(*options.rules, options.directory, plan);
  for (std::size_t i = 0; i < plan.classes.size(); ++i) {
    ClassPlan& each = plan.classes[i];
    if (each.step.metrics.empty()) {
      monitor.skip(each.step.material, "already there");
      continue;
    }
    if (monitor.ask_to_stop()) return Error{ErrorCode::interrupted, "stopped by request"};
    const double begin = monitor.seconds();
    auto bytes = ClassBuilder(*options.rules, options.directory, each, tables, monitor).build();
    if (!bytes) return std::move(bytes).error();
    each.step.disk_bytes = *bytes;
    each.step.seconds = monitor.seconds() - begin;
  }
  return {};
}

BuildPlan as_done(const DetailedPlan& plan) {
  BuildPlan done = plan.summary;
  done.steps.clear();
  done.seconds = 0;
  done.disk_bytes = 0;
  for (const ClassPlan& each : plan.classes) {
    done.steps.push_back(each.step);
    done.disk_bytes += each.step.disk_bytes;
    if (!each.step.metrics.empty()) done.seconds += each.step.seconds;
  }
  return done;
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
  auto built = arena.execute([&] { return build_classes(options, *plan); });
  // What was finished before a stop is finished, and the manifest says so.
  auto manifest = write_manifest(options.directory, *options.rules);
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

Result<BuildPlan> build(const BuildOptions& options) {
  try {
    return build_all(options);
  } catch (const std::bad_alloc&) {
    return no_memory();
  }
}

}  // namespace lunette
