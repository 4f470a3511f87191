#include "distance_model.hpp"

#include <zstd.h>

#include <algorithm>
#include <new>
#include <numeric>
#include <utility>

#include "best_distribution.hpp"
#include "wire.hpp"

namespace lunette {
namespace {

constexpr std::size_t choices_of_side = context_count + kind_count * list_steps;

/// All choices of a side in the order of the file.
template <class Side, class Visit>
void for_each_choice(Side& side, Visit&& visit) {
  for (auto& choice : side.contexts) visit(choice);
  for (auto& list : side.lists) {
    for (auto& choice : list) visit(choice);
  }
}

/// The numbers of the most frequent, at most so many; those that never occur are left out.
std::vector<std::size_t> most_frequent(std::span<const double> counts, std::size_t wanted) {
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  order.resize(std::min(order.size(), wanted));
  while (!order.empty() && counts[order.back()] == 0) order.pop_back();
  return order;
}

}  // namespace

DistanceTrainer::DistanceTrainer(int sides) {
  for (std::size_t order = 0; order < static_cast<std::size_t>(sides); ++order) {
    counts_[order].resize(context_count * span);
  }
}

DistanceSide DistanceTrainer::side(std::size_t order) const {
  DistanceSide side;
  const auto choose = [](std::span<const double> counts, std::size_t first, std::size_t second) {
    Choice choice;
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    const std::array<double, 2> two{counts[first], first == second ? 0 : counts[second]};
    choice.differences = {static_cast<std::int8_t>(static_cast<int>(first) - most),
                          static_cast<std::int8_t>(static_cast<int>(second) - most)};
    choice.number = best_distribution({two[0] + 0.1, two[1] + 0.1, all - two[0] - two[1] + 0.1});
    return choice;
  };
  const auto two_of = [](std::span<const double> counts) {
    // The last number stands for what is in no list.
    const auto found = most_frequent(counts.first(span - 1), 2);
    const std::size_t first = found.empty() ? most : found[0];
    return std::pair{first, found.size() < 2 ? first : found[1]};
  };
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    std::vector<double> whole(span);
    std::vector<double> rest(span);
    std::vector<std::vector<double>> each(surroundings_count, std::vector<double>(span));
    for (std::size_t s = 0; s < surroundings_count; ++s) {
      const std::uint32_t* counts = &counts_[order][(kind * surroundings_count + s) * span];
      std::copy_n(counts, span, each[s].begin());
      for (std::size_t i = 0; i < span; ++i) whole[i] += each[s][i];
    }
    const auto [usual, next] = two_of(whole);
    const Choice unseen = choose(whole, usual, next);
    for (std::size_t s = 0; s < surroundings_count; ++s) {
      Choice& choice = side.contexts[kind * surroundings_count + s];
      choice = unseen;
      if (std::accumulate(each[s].begin(), each[s].end(), 0.0) > 0) {
        const auto [first, second] = two_of(each[s]);
        choice = choose(each[s], first, second);
      }
      for (const std::int8_t known : choice.differences) each[s][static_cast<std::size_t>(known + most)] = 0;
      for (std::size_t i = 0; i < span; ++i) rest[i] += each[s][i];
    }
    for (Choice& step : side.lists[kind]) {
      const auto [first, second] = two_of(rest);
      step = choose(rest, first, second);
      rest[first] = 0;
      rest[second] = 0;
    }
  }
  return side;
}

std::vector<std::uint8_t> encode_model(const DistanceModel& model, int sides) {
  WireWriter plain;
  for (std::size_t order = 0; order < static_cast<std::size_t>(sides); ++order) {
    const DistanceSide& side = model.sides[order];
    for (const std::size_t which : {0U, 1U}) {
      for_each_choice(side,
                      [&](const Choice& choice) { plain.u8(static_cast<std::uint8_t>(choice.differences[which])); });
    }
    for_each_choice(side, [&](const Choice& choice) { plain.u8(choice.number); });
  }
  std::vector<std::uint8_t> packed(ZSTD_compressBound(plain.bytes().size()));
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), plain.bytes().data(), plain.bytes().size(), ZSTD_maxCLevel());
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  WireWriter out;
  out.u8(static_cast<std::uint64_t>(model.code_bytes));
  out.u64(model.wdl_checksum);
  out.raw(std::span(packed).first(size));
  return std::move(out).take();
}

std::optional<DistanceModel> decode_distance_model(std::span<const std::uint8_t> bytes, int sides) {
  constexpr std::size_t front = 9;
  if (bytes.size() < front) return std::nullopt;
  WireReader in(bytes);
  DistanceModel model;
  model.code_bytes = in.u8();
  model.wdl_checksum = in.u64();
  if (model.code_bytes != 1 && model.code_bytes != 2) return std::nullopt;
  std::vector<std::uint8_t> plain(3 * choices_of_side * static_cast<std::size_t>(sides));
  const auto packed = bytes.subspan(front);
  if (ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size()) != plain.size()) return std::nullopt;
  WireReader choices(plain);
  bool known = true;
  for (std::size_t order = 0; order < static_cast<std::size_t>(sides); ++order) {
    DistanceSide& side = model.sides[order];
    for (const std::size_t which : {0U, 1U}) {
      for_each_choice(side,
                      [&](Choice& choice) { choice.differences[which] = static_cast<std::int8_t>(choices.u8()); });
    }
    for_each_choice(side, [&](Choice& choice) {
      choice.number = choices.u8();
      known = known && choice.number < distribution_count;
    });
  }
  if (!known) return std::nullopt;
  return model;
}

}  // namespace lunette
