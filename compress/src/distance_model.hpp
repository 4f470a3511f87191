#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "distributions.hpp"
#include "lunette/compress/value.hpp"

// What a coded table of distances knows (format.hpp, "Coded distances"): for each context of an entry, the two most
// likely differences to the context's prediction, and their odds. Trained by the writer for each table.

namespace lunette {

/// Classes of predicted codes, finer where they are small.
inline constexpr std::size_t prediction_classes = 13;
constexpr std::size_t prediction_class(int code) {
  if (code < 8) return static_cast<std::size_t>(code);
  return code < 10 ? 8 : code < 13 ? 9 : code < 18 ? 10 : code < 30 ? 11 : 12;
}
/// Each class once for lost entries and once for won ones.
inline constexpr std::size_t kind_count = 2 * prediction_classes;
/// Contexts of a kind: three properties of its surroundings, of four values each.
inline constexpr std::size_t surroundings_count = 64;
inline constexpr std::size_t context_count = kind_count * surroundings_count;
/// What is none of a context's two goes through the kind's list, two at a time.
inline constexpr std::size_t list_steps = 6;

/// Symbol 0 is the first difference, 1 the second, 2 neither.
struct Choice {
  std::array<std::int8_t, 2> differences{};
  std::uint8_t number = 0;

  const Distribution& distribution() const noexcept { return distributions[number]; }
};

struct DistanceSide {
  std::array<Choice, context_count> contexts{};
  std::array<std::array<Choice, list_steps>, kind_count> lists{};
};

struct DistanceModel {
  int code_bytes = 1;                 ///< of a decoded code: 1 where all are below 256, otherwise 2
  std::uint64_t wdl_checksum = 0;     ///< value checksum of the WDL table that tells won and lost
  std::array<DistanceSide, 2> sides;  ///< in coding order; the second is empty where one side is stored
};

/// The bytes of a model in a file (format.hpp, "Model").
std::vector<std::uint8_t> encode_model(const DistanceModel& model, int sides);
/// Absent if the bytes are no model of so many sides.
std::optional<DistanceModel> decode_distance_model(std::span<const std::uint8_t> bytes, int sides);

/// Counts the differences in each context and makes the model of them.
class DistanceTrainer {
 public:
  explicit DistanceTrainer(int sides);

  void count(std::size_t order, std::size_t context, int difference) noexcept {
    if (difference < -most || difference > most) difference = most + 1;
    ++counts_[order][context * span + static_cast<std::size_t>(difference + most)];
  }
  DistanceSide side(std::size_t order) const;

 private:
  static constexpr int most = 63;  // differences beyond are never in a list
  static constexpr std::size_t span = 2 * most + 2;

  std::array<std::vector<std::uint32_t>, 2> counts_;
};

}  // namespace lunette
