#include "plan_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>

#include "extent.hpp"
#include "options.hpp"
#include "quantity.hpp"
#include "refusal.hpp"
#include "signals.hpp"

namespace lunette::cli {
namespace {

ParseNumber groups_of_wave() {
  constexpr int most_tasks = 1'000'000;
  return number_between(1, most_tasks);
}

}  // namespace

void PlanRequest::declare(CLI::App& parser) {
  add_rules(parser, options_.build.rules);
  add_extent(parser, options_.build);
  add_directory(parser, options_.build.directory);
  add_threads(parser, options_.build.threads)->description("Threads of one step (default: all that this machine has)");
  add_value(parser, "--memory", options_.build.memory_bytes, parse_memory, "SIZE",
            "Memory of one step, such as 8G (default: half of this machine's)");
  add_value(parser, "--step-time", options_.step_seconds, parse_positive_duration, "DURATION",
            "Split classes that take longer, such as 90s, 10m, 4h (default: 4h)");
  const auto read_groups = [this](const std::string& text) {
    const Result<int> groups = groups_of_wave()(text);
    if (!groups) throw CLI::ValidationError("--max-groups", groups.error().message);
    options_.max_groups = static_cast<std::uint32_t>(*groups);
  };
  parser
      .add_option_function<std::string>("--max-groups", read_groups,
                                        "At most so many groups of slices in a wave (default: 1000)")
      ->type_name("N");
  parser.add_flag("--quick", options_.quick, "Believe what is there by its header and size, and do not read it");
}

Result<StepPlan> PlanRequest::plan() {
  if (Result<void> checked = check_extent(options_.build); !checked) return checked.error();
  Result<std::filesystem::path> directory = absolute_path(options_.build.directory);
  if (!directory) return about("--tables", directory.error());
  options_.build.directory = std::move(*directory);
  const StopSignals signals;
  options_.build.stop = [&] { return signals.arrived().has_value(); };
  Result<StepPlan> plan = plan_steps(options_);
  options_.build.stop = nullptr;
  if (!plan && plan.error().code == ErrorCode::out_of_memory) return about("--memory", plan.error());
  return plan;
}

Result<std::filesystem::path> absolute_path(const std::filesystem::path& path) {
  const std::string text = path.string();
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; })) {
    return Error{ErrorCode::bad_argument, fmt::format("expected a name without control characters, got '{}'", text)};
  }
  std::error_code failure;
  std::filesystem::path absolute = std::filesystem::absolute(path, failure).lexically_normal();
  if (failure) return Error{ErrorCode::io_error, fmt::format("{}: {}", text, failure.message())};
  if (!absolute.has_filename() && absolute != absolute.root_path()) absolute = absolute.parent_path();
  return absolute;
}

Result<std::filesystem::path> own_program() {
  std::error_code failure;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
  if (failure) return Error{ErrorCode::io_error, fmt::format("/proc/self/exe: {}", failure.message())};
  return absolute_path(program);
}

}  // namespace lunette::cli
