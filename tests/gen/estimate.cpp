// What a dry run tells.

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "built_tables.hpp"
#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/gen/builder.hpp"

using namespace lunette;
using namespace lunette::testing;
namespace fs = std::filesystem;

namespace {

/// The system's temporary directory for as long as it lives.
class Scratch {
 public:
  Scratch() : before_(std::getenv("TMPDIR") == nullptr ? "" : std::getenv("TMPDIR")) {
    ::setenv("TMPDIR", directory_.path().c_str(), 1);
  }
  ~Scratch() {
    if (before_.empty()) {
      ::unsetenv("TMPDIR");
    } else {
      ::setenv("TMPDIR", before_.c_str(), 1);
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const fs::path& path() const { return directory_.path(); }

 private:
  TemporaryDirectory directory_;
  std::string before_;
};

BuildOptions options_for(int pieces, const fs::path& directory) {
  BuildOptions options;
  options.rules = *find_ruleset("traditional");
  options.pieces = pieces;
  options.directory = directory;
  options.threads = 2;
  return options;
}

}  // namespace

TEST_CASE("an estimate plans the same, measures, and leaves nothing behind", "[estimate]") {
  const Scratch scratch;
  auto options = options_for(5, scratch.path() / "absent");
  bool has_measured = false;
  options.stop = [&] {
    has_measured = has_measured || !fs::is_empty(scratch.path());
    return false;
  };
  const auto plan = plan_build(options);
  const auto estimate = estimate_build(options);
  REQUIRE(plan);
  REQUIRE(estimate);
  CHECK(has_measured);
  CHECK(estimate->is_measured);
  CHECK_FALSE(plan->is_measured);
  CHECK(estimate->entries == plan->entries);
  CHECK(estimate->memory_bytes == plan->memory_bytes);
  CHECK(estimate->disk_bytes == plan->disk_bytes);
  CHECK(estimate->steps.size() == plan->steps.size());
  CHECK(estimate->cpu_seconds != plan->cpu_seconds);
  CHECK(estimate->cpu_seconds > 0);
  CHECK(estimate->seconds > 0);
  double cpu_seconds = 0;
  for (const BuildStep& step : estimate->steps) cpu_seconds += step.cpu_seconds;
  CHECK(std::abs(cpu_seconds - estimate->cpu_seconds) < 1e-6 * cpu_seconds);
  CHECK(fs::is_empty(scratch.path()));
}

TEST_CASE("an estimate that is told to stop while it measures stops and leaves nothing behind", "[estimate]") {
  const Scratch scratch;
  auto options = options_for(5, scratch.path() / "absent");
  options.stop = [&] { return !fs::is_empty(scratch.path()); };
  const auto estimate = estimate_build(options);
  REQUIRE_FALSE(estimate);
  CHECK(estimate.error().code == ErrorCode::interrupted);
  CHECK(fs::is_empty(scratch.path()));
}

TEST_CASE("without memory to measure in, or where it does not pay, an estimate is that of the plan", "[estimate]") {
  const Scratch scratch;
  for (const int pieces : {3, 5}) {
    auto options = options_for(pieces, scratch.path() / "absent");
    if (pieces == 5) options.memory_bytes = 1;
    const auto plan = plan_build(options);
    const auto estimate = estimate_build(options);
    REQUIRE(plan);
    REQUIRE(estimate);
    CHECK_FALSE(estimate->is_measured);
    CHECK(estimate->cpu_seconds == plan->cpu_seconds);
  }
}
