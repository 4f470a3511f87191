#include "row_evaluator.hpp"

#include <bit>
#include <utility>

#include "lunette/index/combination.hpp"

namespace lunette::query {

namespace {

Bitboard lowest_of(Bitboard squares) {
  return squares & (~squares + 1);
}

}  // namespace

Bitboard RowEvaluator::matches(const Step& step, Bitboard wanted) {
  switch (step.kind) {
    case Step::Kind::constant: return step.value != 0 ? wanted : 0;
    case Step::Kind::all_of:
      for (const Step& part : step.parts) {
        if (wanted == 0) break;
        wanted = matches(part, wanted);
      }
      return wanted;
    case Step::Kind::any_of: {
      Bitboard rest = wanted;
      for (const Step& part : step.parts) {
        if (rest == 0) break;
        rest &= ~matches(part, rest);
      }
      return wanted & ~rest;
    }
    case Step::Kind::none_of: return wanted & ~matches(step.parts.front(), wanted);
    case Step::Kind::piece_count: return piece_counts(step, wanted);
    case Step::Kind::wdl:
      return accepted(Metric::wdl, wanted, [&step](ValueCode code) { return step.accepted >> code & 1; });
    case Step::Kind::distance: return distances(step, wanted);
    case Step::Kind::capture: return wanted & place_->capturing(board_)[index_of(step.mover)];
    case Step::Kind::comparison: return comparisons(step, wanted);
    default: break;
  }
  return 0;  // values are no conditions: the parser lets none of them come here
}

std::optional<int> RowEvaluator::value(const Step& step, Bitboard square) {
  switch (step.kind) {
    case Step::Kind::constant: return step.value;
    case Step::Kind::count_value: return piece_count(step.pieces, square);
    case Step::Kind::wdl_value: return static_cast<int>(decode_wdl(code_at(Metric::wdl, square)));
    case Step::Kind::distance_value: return decode_plies(code_at(step.metric, square));
    case Step::Kind::move_value: return move_count(step.counted, square);
    default: break;
  }
  return matches(step, square) != 0 ? 1 : 0;
}

Bitboard RowEvaluator::piece_counts(const Step& step, Bitboard wanted) const {
  const Row& row = place_->row;
  const int fixed = step.pieces.of(row.fixed);
  const Bitboard off = (step.accepted >> fixed & 1) != 0 ? wanted : 0;
  if (!step.pieces.counts(row.color, row.king)) return off;
  const Bitboard on = (step.accepted >> (fixed + 1) & 1) != 0 ? wanted : 0;
  return (on & step.pieces.squares) | (off & ~step.pieces.squares);
}

int RowEvaluator::piece_count(const PieceCount& pieces, Bitboard square) const {
  const Row& row = place_->row;
  const bool moving = pieces.counts(row.color, row.king) && (square & pieces.squares) != 0;
  return pieces.of(row.fixed) + (moving ? 1 : 0);
}

Bitboard RowEvaluator::distances(const Step& step, Bitboard wanted) {
  if (step.greatest < step.least) return 0;
  // Codes are plies + 1, and 0 is absent.
  const auto least = static_cast<std::uint32_t>(step.least) + 1;
  const auto span = static_cast<std::uint32_t>(step.greatest - step.least);
  if (step.outside) {
    return accepted(step.metric, wanted, [=](ValueCode code) {
      return static_cast<Bitboard>((code != 0) & (static_cast<std::uint32_t>(code) - least > span));
    });
  }
  return accepted(step.metric, wanted, [=](ValueCode code) {
    return static_cast<Bitboard>(static_cast<std::uint32_t>(code) - least <= span);
  });
}

/// Those of `wanted` whose code is accepted (1, or 0).
template <class Accepts>
Bitboard RowEvaluator::accepted(Metric metric, Bitboard wanted, const Accepts& accepts) {
  const Codes& codes = codes_of(metric);
  if (failed()) return 0;
  const Bitboard capturing = codes.captures ? 0 : wanted & place_->capturing(board_)[index_of(side_)];
  Bitboard right = 0;
  if (wanted != capturing) {
    const ValueCode* code = codes.codes + place_->offset;
    for (Bitboard rest = place_->row.squares; rest != 0; rest &= rest - 1) {
      right |= lowest_of(rest) & (~accepts(*code++) + 1);
    }
    right &= wanted & ~capturing;
  }
  for (Bitboard rest = capturing; rest != 0 && !failed(); rest &= rest - 1) {
    const Bitboard square = lowest_of(rest);
    if (accepts(probed_code(metric, square)) != 0) right |= square;
  }
  return right;
}

Bitboard RowEvaluator::comparisons(const Step& step, Bitboard wanted) {
  Bitboard right = 0;
  for (Bitboard rest = wanted; rest != 0 && !failed(); rest &= rest - 1) {
    const Bitboard square = lowest_of(rest);
    const std::optional<int> a = value(step.parts[0], square);
    if (!a) continue;
    const std::optional<int> b = value(step.parts[1], square);
    if (b && holds(step.comparison, *a, *b)) right |= square;
  }
  return right;
}

const RowEvaluator::Codes& RowEvaluator::codes_of(Metric metric) {
  Codes& codes = codes_[static_cast<std::size_t>(metric)];
  if (codes.codes != nullptr || failed()) return codes;
  const Result<bool> captures = block_.stores_captures(metric);
  const auto stored = block_.stored(side_, metric);
  if (!captures || !stored) {
    error_ = captures ? stored.error() : captures.error();
    return codes;
  }
  codes = {stored->data(), *captures};
  return codes;
}

ValueCode RowEvaluator::code_at(Metric metric, Bitboard square) {
  const Codes& codes = codes_of(metric);
  if (failed()) return 0;
  if (!codes.captures && (place_->capturing(board_)[index_of(side_)] & square) != 0) return probed_code(metric, square);
  return codes.codes[place_->offset + static_cast<std::size_t>(ordinal_in(place_->row.squares, square))];
}

/// Of an entry with a capture that the table does not store.
ValueCode RowEvaluator::probed_code(Metric metric, Bitboard square) {
  Result<ValueCode> code = probe_code(tablebase_, place_->row.position(square, side_), metric);
  if (code) return *code;
  error_ = std::move(code).error();
  return 0;
}

int RowEvaluator::move_count(Kind kind, Bitboard square) {
  MoveTally& tally = tallies_[static_cast<std::size_t>(std::countr_zero(square))];
  const Position position = place_->row.position(square, side_);
  if ((tallied_ & square) == 0) {
    count_moves(tablebase_.rules(), position, moves_, tally);
    tallied_ |= square;
  }
  if (needs_results(kind) && !tally.has_results) {
    if (Result<void> counted = count_results(tablebase_, position, moves_, tally); !counted) {
      error_ = std::move(counted).error();
    }
  }
  return tally.count(kind);
}

}  // namespace lunette::query
