#include "distance_codec.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "lunette/index/combination.hpp"
#include "lunette/index/row_walk.hpp"
#include "lunette/rules/rays.hpp"
#include "range_coder.hpp"

namespace lunette {
namespace {

/// For the bits of a code that is in no list. The third symbol never occurs.
constexpr Distribution even{{scale / 2, scale / 2 - 1, 1}, {0, 1, 2}};
constexpr int code_bits = 16;

/// Where an entry's code is looked for, and how much its surroundings tell.
struct Context {
  std::size_t number;
  int prediction;

  std::size_t kind() const noexcept { return number / surroundings_count; }
};

/// What a neighbour says of a prediction: absent, below, at, above.
std::size_t beside_prediction(int neighbour, int prediction) noexcept {
  if (neighbour == 0) return 0;
  return neighbour < prediction ? 1 : neighbour == prediction ? 2 : 3;
}

Context context_of(bool won, int prediction, const std::array<std::size_t, 3>& surroundings) noexcept {
  const std::size_t kind = 2 * prediction_class(prediction) + (won ? 1 : 0);
  return {((kind * 4 + surroundings[0]) * 4 + surroundings[1]) * 4 + surroundings[2], prediction};
}

/// One side's codes last seen on each square of the moving piece, for each square of the piece beside it; 0 before
/// there is one.
template <Board B>
class SeenCodes {
  using G = Geometry<B>;
  static constexpr std::size_t margin = 8;
  static constexpr std::size_t stride = square_bits + margin;

 public:
  SeenCodes() = default;
  SeenCodes(const SeenCodes&) = delete;
  SeenCodes& operator=(const SeenCodes&) = delete;

  void enter(int beside) noexcept { line_ = &codes_[static_cast<std::size_t>(beside + 1) * stride + margin]; }
  int here(int square) const noexcept { return line_[square]; }
  int in_line_before(int square) const noexcept { return line_[square - static_cast<int>(stride)]; }
  int diagonally_before(int square) const noexcept {
    return std::max(line_[square - G::step_left], line_[square - G::step_right]);
  }
  void set(int square, int code) noexcept { line_[square] = static_cast<ValueCode>(code); }

 private:
  std::array<ValueCode, (square_bits + 1) * stride + margin> codes_{};
  ValueCode* line_ = nullptr;
};

/// One side's entries of a row.
struct SideOfRow {
  Bitboard open = 0;  ///< without a capture
  Bitboard won = 0;   ///< and decided
  Bitboard lost = 0;
  std::array<ValueCode, 64> codes;  ///< of those
};

/// Of the side that does not move the row's piece: its neighbours alone.
template <Board B>
Context neighbours_context(const Row& row, const SeenCodes<B>& seen, int square, bool won) noexcept {
  const Bitboard below = row.squares & ((Bitboard{1} << square) - 1);
  const int left = below == 0 ? 0 : seen.here(63 - std::countl_zero(below));
  const int before = seen.in_line_before(square);
  const int diagonal = seen.diagonally_before(square);
  int prediction = seen.here(square);
  if (prediction == 0) prediction = before != 0 ? before : diagonal;
  return context_of(won, prediction,
                    {beside_prediction(before, prediction), beside_prediction(diagonal, prediction),
                     beside_prediction(left, prediction)});
}

/// Where the row's piece can go from a square without a capture.
template <Board B>
Bitboard quiet_targets(const Row& row, int square) noexcept {
  using G = Geometry<B>;
  const Bitboard occupied = row.fixed.occupied();
  if (row.king) return Rays<B>::king_targets(square, occupied);
  const Bitboard from = Bitboard{1} << square;
  const Bitboard steps = row.color == Color::white ? from >> G::step_left | from >> G::step_right
                                                   : from << G::step_left | from << G::step_right;
  return steps & G::all & ~occupied;
}

/// Of the side that moves the row's piece: the other side's codes, known already, where that can go.
template <Board B>
Context moves_context(const Row& row, const SeenCodes<B>& seen, const SideOfRow& other, int square, bool won) noexcept {
  const Bitboard targets = quiet_targets<B>(row, square);
  const bool all_known = (targets & ~(row.squares & other.open)) == 0;
  int best = 0;
  for_each_bit(targets & row.squares & (won ? other.lost : other.won), [&](int target) {
    const int code = other.codes[static_cast<std::size_t>(target)];
    best = best == 0 ? code : won ? std::min(best, code) : std::max(best, code);
  });
  int neighbour = seen.here(square);
  if (neighbour == 0) neighbour = seen.in_line_before(square);
  const int prediction = best != 0 ? best + 1 : neighbour;
  const bool decided = ((other.won | other.lost) >> square & 1) != 0;
  return context_of(won, prediction,
                    {beside_prediction(neighbour, prediction), (best != 0 ? 2U : 0U) + (all_known ? 1U : 0U),
                     beside_prediction(decided ? other.codes[static_cast<std::size_t>(square)] : 0, prediction)});
}

/// Entries [offset, offset + count) of a plane, count at most 64, at the low end.
std::uint64_t plane_bits(std::span<const std::uint64_t> side, std::size_t plane, std::size_t offset,
                         int count) noexcept {
  const std::size_t word = offset / 64 * 2 + plane;
  const std::size_t shift = offset % 64;
  std::uint64_t bits = side[word] >> shift;
  if (shift != 0 && shift + static_cast<std::size_t>(count) > 64) bits |= side[word + 2] << (64 - shift);
  return bits;
}

/// Takes the decided entries of a segment through their contexts in coding order. Coder: int code(order, side, context,
/// offset) gives the code of an entry; drawn(side, offset), where it has that, hears of those that have none.
template <Board B, class Coder>
void code_decided(const RowCoding& coding, Index first, std::uint32_t entries, const DecidedPlanes& decided,
                  Coder& coder) {
  const auto sides = static_cast<std::size_t>(coding.sides);
  std::array<SeenCodes<B>, 2> seen;
  for_each_row(*coding.indexer, first, entries, [&](const Row& row, std::uint64_t begin) {
    const std::array<Bitboard, 2> capturing = coding.captures(B, row);
    const int length = row.length();
    std::array<SideOfRow, 2> values;
    for (std::size_t order = 0; order < sides; ++order) {
      const std::size_t side = sides == 1 ? 0 : order == 0 ? 1 - index_of(row.color) : index_of(row.color);
      SideOfRow& own = values[order];
      own.open = row.squares & ~capturing[side];
      const auto spread = [&](std::size_t plane) {
        const std::uint64_t bits = plane_bits(decided[side], plane, static_cast<std::size_t>(begin), length);
        return spread_bits(length == 64 ? bits : bits & ((std::uint64_t{1} << length) - 1), row.squares) & own.open;
      };
      own.won = spread(0);
      own.lost = spread(1) & ~own.won;
      const auto offset_of = [&](int square) {
        return static_cast<std::size_t>(begin) +
               static_cast<std::size_t>(ordinal_in(row.squares, Bitboard{1} << square));
      };
      if constexpr (requires { coder.drawn(side, std::size_t{}); }) {
        for_each_bit(own.open & ~(own.won | own.lost), [&](int square) { coder.drawn(side, offset_of(square)); });
      }
      seen[order].enter(row.beside);
      for_each_bit(own.won | own.lost, [&](int square) {
        const bool won = (own.won >> square & 1) != 0;
        const Context context = order == 0 ? neighbours_context<B>(row, seen[0], square, won)
                                           : moves_context<B>(row, seen[1], values[0], square, won);
        const int code = coder.code(order, side, context, offset_of(square));
        own.codes[static_cast<std::size_t>(square)] = static_cast<ValueCode>(code);
        seen[order].set(square, code);
      });
    }
    return true;
  });
}

template <class Coder>
void code_decided(const RowCoding& coding, Index first, std::uint32_t entries, const DecidedPlanes& decided,
                  Coder& coder) {
  if (coding.indexer->board() == Board::b8) {
    code_decided<Board::b8>(coding, first, entries, decided, coder);
  } else {
    code_decided<Board::b10>(coding, first, entries, decided, coder);
  }
}

/// Leads a difference through a context's choice and its kind's list. Step: Symbol operator()(choice) says which of
/// the choice's differences it is, 2 for neither. Absent if it is in none of them.
template <class Step>
std::optional<int> difference_by(const DistanceSide& side, const Context& context, Step&& step) {
  const auto in = [&](const Choice& choice) -> std::optional<int> {
    const Symbol symbol = step(choice);
    if (symbol > 1) return std::nullopt;
    return choice.differences[symbol];
  };
  if (const auto found = in(side.contexts[context.number])) return found;
  for (const Choice& choice : side.lists[context.kind()]) {
    if (const auto found = in(choice)) return found;
  }
  return std::nullopt;
}

struct Counter {
  const SegmentCodes& codes;
  DistanceTrainer& trainer;

  int code(std::size_t order, std::size_t side, const Context& context, std::size_t offset) {
    const int code = codes[side][offset];
    trainer.count(order, context.number, code - context.prediction);
    return code;
  }
};

struct Recorder {
  const SegmentCodes& codes;
  const DistanceModel& model;
  std::vector<std::pair<const Distribution*, Symbol>> symbols;
  bool agrees = true;  ///< with WDL

  int code(std::size_t order, std::size_t side, const Context& context, std::size_t offset) {
    const int code = codes[side][offset];
    if (code == 0) agrees = false;
    const int difference = code - context.prediction;
    const auto found = difference_by(model.sides[order], context, [&](const Choice& choice) {
      const auto symbol = static_cast<Symbol>(
          std::find(choice.differences.begin(), choice.differences.end(), difference) - choice.differences.begin());
      symbols.emplace_back(&choice.distribution(), symbol);
      return symbol;
    });
    if (!found) {
      for (int bit = code_bits - 1; bit >= 0; --bit) symbols.emplace_back(&even, static_cast<Symbol>(code >> bit & 1));
    }
    return code;
  }
  void drawn(std::size_t side, std::size_t offset) {
    if (codes[side][offset] != 0) agrees = false;
  }
};

struct Decoder {
  RangeDecoder words;
  const DistanceModel& model;
  std::size_t side_bytes;
  std::span<std::uint8_t> out;
  bool possible = true;

  int code(std::size_t order, std::size_t side, const Context& context, std::size_t offset) noexcept {
    const auto difference = difference_by(model.sides[order], context,
                                          [&](const Choice& choice) { return words.decode(choice.distribution()); });
    int code = difference ? context.prediction + *difference : whole_code();
    if (code < 1 || code > (model.code_bytes == 1 ? 0xFF : 0xFFFF)) {
      possible = false;
      code = 1;
    }
    std::uint8_t* const to = &out[side * side_bytes + offset * static_cast<std::size_t>(model.code_bytes)];
    to[0] = static_cast<std::uint8_t>(code);
    if (model.code_bytes == 2) to[1] = static_cast<std::uint8_t>(code >> 8);
    return code;
  }

  int whole_code() noexcept {
    int code = 0;
    for (int bit = 0; bit < code_bits; ++bit) {
      const Symbol symbol = words.decode(even);
      possible = possible && symbol <= 1;
      code = 2 * code + (symbol & 1);
    }
    return code;
  }
};

}  // namespace

void train_segment(const RowCoding& coding, Index first, const DecidedPlanes& decided, const SegmentCodes& codes,
                   DistanceTrainer& trainer) {
  Counter counter{codes, trainer};
  code_decided(coding, first, static_cast<std::uint32_t>(codes[0].size()), decided, counter);
}

std::optional<std::vector<std::uint16_t>> encode_segment(const RowCoding& coding, const DistanceModel& model,
                                                         Index first, const DecidedPlanes& decided,
                                                         const SegmentCodes& codes) {
  Recorder recorder{codes, model, {}};
  code_decided(coding, first, static_cast<std::uint32_t>(codes[0].size()), decided, recorder);
  if (!recorder.agrees) return std::nullopt;
  RangeEncoder encoder;
  for (auto each = recorder.symbols.rbegin(); each != recorder.symbols.rend(); ++each) {
    encoder.encode(*each->first, each->second);
  }
  return std::move(encoder).finish();
}

bool decode_segment(const RowCoding& coding, const DistanceModel& model, Index first, std::uint32_t entries,
                    const DecidedPlanes& decided, std::span<const std::uint8_t> words, std::size_t side_bytes,
                    std::span<std::uint8_t> out) noexcept {
  Decoder decoder{RangeDecoder(words), model, side_bytes, out};
  code_decided(coding, first, entries, decided, decoder);
  return decoder.possible && decoder.words.finished();
}

}  // namespace lunette
