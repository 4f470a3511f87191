#include "estimate.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <string>
#include <system_error>

namespace lunette::gen {
namespace {

// A class's cost for an entry is exp(coefficients * features): fitted by bench/fit_estimates.py to the logs of
// one-threaded builds of `international` to 5 pieces and parts of 6, `traditional` and `russian` to 5, with DTW
// `international` to 4 and `russian` to 3 against 3, November 2026. Over a whole set they are within 5 % of what was
// measured, for a single class mostly within 40 %.
constexpr std::size_t feature_count = 15;
using Features = std::array<double, feature_count>;

constexpr Features conversion_nanoseconds{2.949, 0.198,  0.532, 0.445, 0.009, -0.197, -0.167, 0.501,
                                          0.056, -0.029, 0.213, 0.372, 0.207, 0.159,  0.105};
constexpr Features distance_nanoseconds{3.956,  0.286,  0.115, 1.079,  0.273, -0.845, 0.000, 0.959,
                                        -0.120, -0.165, 0.803, -0.646, 0.766, -0.623, 0.122};
constexpr std::array<Features, 3> bits_per_entry{{
    {0.050, 0.142, -0.020, 0.222, -0.537, 0.628, 0.077, -0.091, -0.313, -0.656, -0.399, 0.209, -0.273, 0.440, -0.163},
    {0.808, 0.207, -0.046, 0.234, -0.492, 0.337, 0.091, -0.114, -0.349, -0.766, -0.230, -0.161, -0.217, 0.165, -0.003},
    {-0.051, 0.394, -0.051, 0.110, -0.171, 0.176, 0.000, 0.079, -0.030, -0.381, 0.122, -0.185, 0.204, 0.215, -0.030},
}};

/// As features() in bench/fit_estimates.py.
Features features_of(Board board, const Material& material) {
  const int more = material.white_pieces() - material.black_pieces();
  const bool weak = material.black_kings == 0;
  const auto flag = [](bool is) { return is ? 1.0 : 0.0; };
  return {1,
          flag(board == Board::b8),
          flag(material.is_own_flip()),
          flag(material.kings() == 0),
          flag(more == 0),
          flag(more >= 2),
          flag(more >= 3),
          flag(weak),
          flag(weak && material.white_kings > 0),
          weak ? std::max(0.0, static_cast<double>(more)) : 0.0,
          static_cast<double>(material.white_kings),
          static_cast<double>(material.black_kings),
          static_cast<double>(material.white_men),
          static_cast<double>(material.black_men),
          more >= 2 ? static_cast<double>(material.white_kings) : 0.0};
}

double predict(const Features& coefficients, const Features& features) {
  return std::exp(std::inner_product(coefficients.begin(), coefficients.end(), features.begin(), 0.0));
}

double cpu_seconds(const Ruleset& rules, const ClassPlan& plan) {
  const Features features = features_of(rules.board, plan.step.material);
  const double nanoseconds = (plan.solves_conversion ? predict(conversion_nanoseconds, features) : 0) +
                             (plan.solves_distance ? predict(distance_nanoseconds, features) : 0);
  return 1e-9 * nanoseconds * static_cast<double>(plan.step.entries);
}

/// Classes of different kinds, with what they need some millions of entries.
std::vector<Material> sample_of(Board board) {
  const Material kkmvk{2, 1, 1, 0};
  const Material kmvkm{1, 1, 1, 1};
  const Material kkvkm{2, 0, 1, 1};
  const Material kkmvm{2, 1, 0, 1};
  return board == Board::b8 ? std::vector{kkmvk, kmvkm, kkvkm, kkmvm} : std::vector{kkmvk, kmvkm};
}

/// A new directory below the system's temporary one, removed with all that is in it.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::error_code error;
    std::string path = (std::filesystem::temp_directory_path(error) / "lunette-speed-XXXXXX").string();
    if (!error && ::mkdtemp(path.data()) != nullptr) path_ = path;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  /// Empty if there is none.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

void estimate(const Ruleset& rules, const BuildSpeed& speed, ClassPlan& plan) {
  plan.step.cpu_seconds = speed.slowness * cpu_seconds(rules, plan);
  plan.step.seconds = plan.step.cpu_seconds / speed.cores;
  const Features features = features_of(rules.board, plan.step.material);
  double bits = 0;
  for (const Metric metric : plan.step.metrics)
    bits += predict(bits_per_entry[static_cast<std::size_t>(metric)], features);
  plan.step.disk_bytes =
      plan.bytes_there + static_cast<std::uint64_t>(bits / 8 * static_cast<double>(plan.step.entries));
}

Result<BuildSpeed> measure_speed(const BuildOptions& options, int threads) {
  const TemporaryDirectory directory;
  if (directory.path().empty()) return Error{ErrorCode::io_error, "no temporary directory to measure the speed in"};
  BuildOptions sample = options;
  sample.directory = directory.path();
  sample.materials = sample_of(options.rules->board);
  sample.pieces = 0;
  sample.threads = threads;
  sample.progress = nullptr;
  const auto planned = plan_in_detail(sample);
  if (!planned) return planned.error();
  const auto built = build(sample);
  if (!built) return built.error();
  double expected = 0;
  for (const ClassPlan& each : planned->classes) expected += cpu_seconds(*options.rules, each);
  // Small classes do not fill the cores, and nor would they in a long build.
  double cpu = 0;
  double seconds = 0;
  for (const BuildStep& step : built->steps) {
    if (step.entries < 500'000) continue;
    cpu += step.cpu_seconds;
    seconds += step.seconds;
  }
  const BuildSpeed speed{built->cpu_seconds / expected, seconds > 0 ? cpu / seconds : 1};
  return speed;
}

}  // namespace lunette::gen
