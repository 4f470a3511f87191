#include "row_codec.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "lunette/index/combination.hpp"
#include "lunette/index/row_walk.hpp"
#include "lunette/rules/slide.hpp"
#include "range_coder.hpp"

namespace lunette {
namespace {

constexpr Symbol loss = 0;
constexpr Symbol draw = 1;
constexpr Symbol win = 2;

constexpr Symbol symbol_of(ValueCode code) {
  return static_cast<Symbol>(code / 2);
}

/// One side's decoded values of a row, as boards.
struct Outcome {
  Bitboard open = 0;  ///< without a capture: the others are not known
  Bitboard won = 0;
  Bitboard lost = 0;
  Bitboard drawn() const { return open & ~won & ~lost; }
};

/// The values last seen on each square of the moving piece, for each square of the piece beside it: the neighbourhood
/// of an entry in two dimensions. Where entries have a capture, older values stay.
template <Board B>
class Neighbours {
  using G = Geometry<B>;
  static constexpr std::size_t margin = 8;
  static constexpr std::size_t stride = 72;
  static constexpr std::size_t words = 56;

 public:
  explicit Neighbours(const TypicalValues& typical) noexcept {
    values_.fill(draw);
    for (std::size_t beside = 0; beside < square_bits; ++beside) {
      std::memcpy(line(static_cast<int>(beside)), typical[beside].data(), square_bits);
    }
  }

  /// Goes to the line of a row.
  void enter(int beside) noexcept {
    Symbol* const previous = line(beside);
    const Symbol* const one = line(beside - 1);
    const Symbol* const right = line(beside - G::step_left);
    const Symbol* const left = line(beside - G::step_right);
    for (std::size_t s = 0; s < words; ++s) {
      around_[s] = static_cast<std::uint8_t>(one[s] + 3 * previous[s] + 9 * right[s] + 27 * left[s]);
    }
    line_ = previous;
  }
  /// Below 729.
  std::size_t pattern(int square) const noexcept {
    return around_[static_cast<std::size_t>(square)] + 81U * line_[square - G::step_right] +
           243U * line_[square - G::step_left];
  }
  void set(int square, Symbol symbol) noexcept { line_[square] = symbol; }

 private:
  Symbol* line(int beside) noexcept {
    return &values_[static_cast<std::size_t>(beside + static_cast<int>(margin)) * stride + margin];
  }

  std::array<Symbol, (square_bits + margin) * stride + margin> values_;
  std::array<std::uint8_t, 64> around_;
  Symbol* line_ = nullptr;
};

/// Where the moving piece stands one quiet move away from `targets`.
template <Board B>
Bitboard reaching(const Row& row, Bitboard targets) {
  using G = Geometry<B>;
  const Bitboard empty = G::all & ~row.fixed.occupied();
  if (row.king) return slide<B>(targets, empty);
  if (row.color == Color::white) return (targets << G::step_left) | (targets << G::step_right);
  return (targets >> G::step_left) | (targets >> G::step_right);
}

/// What the side coded second knows of the first.
struct Known {
  Outcome other;
  Bitboard to_lost = 0;   ///< the moving piece could go where the other side would have lost
  Bitboard to_drawn = 0;  ///< or where it would have drawn

  std::size_t cell(int square) const noexcept {
    const auto bit = [square](Bitboard board) { return static_cast<std::size_t>(board >> square & 1); };
    const std::size_t other_value = bit(other.open) == 0 ? 3 : 1 + bit(other.won) - bit(other.lost);
    return (other_value * 4 + bit(to_lost) * 2 + bit(to_drawn)) * square_bits;
  }
};

/// One side of a row. SideCoder: Symbol operator()(pattern, cell, square); taken by value and given back, so that its
/// state stays in registers.
template <bool Second, Board B, class SideCoder>
SideCoder code_side(SideCoder coder, Neighbours<B>& around, const Known& known, Bitboard threatened, Outcome& outcome) {
  Bitboard won = 0;
  Bitboard lost = 0;
  for (Bitboard rest = outcome.open; rest != 0; rest &= rest - 1) {
    const int square = std::countr_zero(rest);
    const std::size_t pattern = around.pattern(square) * 2 + (threatened >> square & 1);
    auto cell = static_cast<std::size_t>(square);
    if constexpr (Second) cell += known.cell(square);
    const Symbol symbol = coder(pattern, cell, square);
    around.set(square, symbol);
    won |= Bitboard{symbol == win} << square;
    lost |= Bitboard{symbol == loss} << square;
  }
  outcome.won = won;
  outcome.lost = lost;
  return coder;
}

/// Takes a segment through its contexts in coding order. Coder: begin_row(squares) for each row, side(order) for a
/// SideCoder, end_side(order, side coder, outcome) and end_row().
template <Board B, class Coder>
void code_rows(const RowCoding& coding, const RowModel& model, Index first, std::uint32_t entries, Coder& coder) {
  std::array<Neighbours<B>, 2> neighbours{Neighbours<B>(model.sides[0].typical), Neighbours<B>(model.sides[1].typical)};
  const std::size_t first_side = model.first_side;
  for_each_row(*coding.indexer, first, entries, [&](const Row& row, std::uint64_t) {
    const std::array<Bitboard, 2> capturing = coding.captures(B, row);
    coder.begin_row(row.squares);
    Known known;
    Outcome outcome;
    neighbours[0].enter(row.beside);
    outcome.open = row.squares & ~capturing[first_side];
    coder.end_side(0, code_side<false>(coder.side(0), neighbours[0], known, capturing[1 - first_side], outcome),
                   outcome);
    if (coding.sides > 1) {
      known = {outcome, reaching<B>(row, outcome.lost), reaching<B>(row, outcome.drawn())};
      neighbours[1].enter(row.beside);
      outcome.open = row.squares & ~capturing[1 - first_side];
      coder.end_side(1, code_side<true>(coder.side(1), neighbours[1], known, capturing[first_side], outcome), outcome);
    }
    coder.end_row();
    return true;
  });
}

template <class Coder>
void code_rows(const RowCoding& coding, const RowModel& model, Index first, std::uint32_t entries, Coder& coder) {
  if (coding.indexer->board() == Board::b8) {
    code_rows<Board::b8>(coding, model, first, entries, coder);
  } else {
    code_rows<Board::b10>(coding, model, first, entries, coder);
  }
}

/// The known values of a segment, row by row.
class KnownValues {
 public:
  KnownValues(const SegmentCodes& codes, int sides, std::size_t first_side)
      : codes_(codes), sides_(static_cast<std::size_t>(sides)), first_side_(first_side) {}

  void begin_row(Bitboard squares) {
    boards_ = {};
    for (std::size_t order = 0; order < sides_; ++order) {
      const auto codes = codes_[order == 0 ? first_side_ : 1 - first_side_].subspan(offset_);
      auto& boards = boards_[order];
      std::size_t i = 0;
      for (Bitboard rest = squares; rest != 0; rest &= rest - 1, ++i) {
        boards[symbol_of(codes[i])] |= rest & (~rest + 1);
      }
    }
    offset_ += static_cast<std::size_t>(count_bits(squares));
  }
  void end_row() {}

  Symbol at(std::size_t order, int square) const {
    const auto& boards = boards_[order];
    return static_cast<Symbol>(1 + (boards[win] >> square & 1) - (boards[loss] >> square & 1));
  }

 private:
  SegmentCodes codes_;
  std::size_t sides_;
  std::size_t first_side_;
  std::size_t offset_ = 0;
  std::array<std::array<Bitboard, symbol_count>, 2> boards_{};
};

class Counter : public KnownValues {
 public:
  Counter(const RowCoding& coding, const SegmentCodes& codes, std::size_t first_side, ModelTrainer& trainer)
      : KnownValues(codes, coding.sides, first_side), trainer_(trainer) {}

  struct Side {
    Counter& counter;
    std::size_t order;

    Symbol operator()(std::size_t pattern, std::size_t cell, int square) const {
      const Symbol symbol = counter.at(order, square);
      counter.trainer_.count(order, pattern, cell, symbol);
      return symbol;
    }
  };
  Side side(std::size_t order) { return {*this, order}; }
  void end_side(std::size_t, const Side&, const Outcome&) {}

 private:
  ModelTrainer& trainer_;
};

class Recorder : public KnownValues {
 public:
  Recorder(const RowCoding& coding, const SegmentCodes& codes, const RowModel& model)
      : KnownValues(codes, coding.sides, model.first_side), model_(model) {}

  struct Side {
    Recorder& recorder;
    std::size_t order;

    Symbol operator()(std::size_t pattern, std::size_t cell, int square) const {
      const Symbol symbol = recorder.at(order, square);
      recorder.coded_.push_back(
          {&recorder.model_.sides[order].distribution(pattern, cell, cells_of(order != 0)), symbol});
      return symbol;
    }
  };
  Side side(std::size_t order) { return {*this, order}; }
  void end_side(std::size_t order, const Side&, const Outcome& outcome) {
    seen_[order] |= (outcome.won != 0 ? 1U << win : 0) | (outcome.lost != 0 ? 1U << loss : 0) |
                    (outcome.drawn() != 0 ? 1U << draw : 0);
  }

  CodedSegment finish() {
    CodedSegment segment;
    if (std::popcount(seen_[0]) <= 1 && std::popcount(seen_[1]) <= 1) {
      std::array<Symbol, 2>& constant = segment.constant.emplace();
      for (std::size_t order = 0; order < 2; ++order) {
        constant[model_.side_of(order)] =
            static_cast<Symbol>(seen_[order] == 0 ? draw : std::countr_zero(seen_[order]));
      }
      return segment;
    }
    RangeEncoder encoder;
    for (auto each = coded_.rbegin(); each != coded_.rend(); ++each) encoder.encode(*each->distribution, each->symbol);
    segment.words = std::move(encoder).finish();
    return segment;
  }

 private:
  struct Coded {
    const Distribution* distribution;
    Symbol symbol;
  };

  const RowModel& model_;
  std::vector<Coded> coded_;
  std::array<unsigned, 2> seen_{};
};

class Decoder {
 public:
  Decoder(const RowModel& model, std::span<const std::uint8_t> words, std::size_t side_words,
          std::span<std::uint64_t> planes)
      : model_(model), coder_(words), side_words_(side_words), planes_(planes) {}

  struct Side {
    RangeDecoder coder;
    const std::uint8_t* row_of;
    const std::uint8_t* cells;
    std::size_t row_cells;

    Symbol operator()(std::size_t pattern, std::size_t cell, int) {
      return coder.decode(distributions[cells[row_of[pattern] * row_cells + cell]]);
    }
  };

  void begin_row(Bitboard squares) { squares_ = squares; }
  Side side(std::size_t order) const {
    const SideModel& model = model_.sides[order];
    return {coder_, model.row_of.data(), model.cells.data(), cells_of(order != 0)};
  }
  void end_side(std::size_t order, const Side& side, const Outcome& outcome) {
    coder_ = side.coder;
    const std::size_t plane = model_.side_of(order) * side_words_;
    if (outcome.won != 0) put(plane, pack_bits(outcome.won, squares_));
    if (outcome.lost != 0) put(plane + 1, pack_bits(outcome.lost, squares_));
  }
  void end_row() { offset_ += static_cast<std::size_t>(count_bits(squares_)); }
  bool finished() const { return coder_.finished(); }

 private:
  void put(std::size_t plane, Bitboard bits) {
    const std::size_t word = plane + offset_ / 64 * 2;
    const std::size_t shift = offset_ % 64;
    planes_[word] |= bits << shift;
    if (shift != 0 && bits >> (64 - shift) != 0) planes_[word + 2] |= bits >> (64 - shift);
  }

  const RowModel& model_;
  RangeDecoder coder_;
  std::size_t side_words_;
  std::span<std::uint64_t> planes_;
  Bitboard squares_ = 0;
  std::size_t offset_ = 0;
};

}  // namespace

void train_segment(const RowCoding& coding, Index first, const SegmentCodes& codes, TypicalTrainer& trainer) {
  for_each_row(*coding.indexer, first, codes[0].size(), [&](const Row& row, std::uint64_t offset) {
    const std::array<Bitboard, 2> capturing = coding.captures(coding.indexer->board(), row);
    for (Bitboard rest = row.squares; rest != 0; rest &= rest - 1, ++offset) {
      const int square = std::countr_zero(rest);
      for (std::size_t side = 0; side < static_cast<std::size_t>(coding.sides); ++side) {
        if ((capturing[side] >> square & 1) != 0) continue;
        trainer.count(side, row.beside, square, symbol_of(codes[side][static_cast<std::size_t>(offset)]));
      }
    }
    return true;
  });
}

void train_segment(const RowCoding& coding, Index first, const SegmentCodes& codes, ModelTrainer& trainer) {
  const RowModel& contexts = trainer.contexts();
  Counter counter(coding, codes, contexts.first_side, trainer);
  code_rows(coding, contexts, first, static_cast<std::uint32_t>(codes[0].size()), counter);
}

CodedSegment encode_segment(const RowCoding& coding, const RowModel& model, Index first, const SegmentCodes& codes) {
  Recorder recorder(coding, codes, model);
  code_rows(coding, model, first, static_cast<std::uint32_t>(codes[0].size()), recorder);
  return recorder.finish();
}

std::size_t planes_size(int sides, std::uint32_t entries) noexcept {
  return (entries + 63) / 64 * 2 * static_cast<std::size_t>(sides);
}

void put_planes(std::span<const ValueCode> values, std::span<std::uint64_t> planes) noexcept {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t word = i / 64 * 2;
    planes[word] |= std::uint64_t{values[i] > encode_wdl(Wdl::draw)} << (i % 64);
    planes[word + 1] |= std::uint64_t{values[i] < encode_wdl(Wdl::draw)} << (i % 64);
  }
}

bool decode_segment(const RowCoding& coding, const RowModel& model, Index first, std::uint32_t entries,
                    std::span<const std::uint8_t> words, std::span<std::uint64_t> planes) noexcept {
  Decoder decoder(model, words, planes.size() / static_cast<std::size_t>(coding.sides), planes);
  code_rows(coding, model, first, entries, decoder);
  return decoder.finished();
}

}  // namespace lunette
