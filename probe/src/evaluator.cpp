#include "evaluator.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "lunette/index/row_walk.hpp"
#include "lunette/rules/movegen.hpp"

namespace lunette {

namespace {

constexpr ValueCode code_of_loss(Metric metric) {
  return metric == Metric::wdl ? encode_wdl(Wdl::loss) : encode_plies(0);
}
constexpr ValueCode code_of_draw(Metric metric) {
  return metric == Metric::wdl ? encode_wdl(Wdl::draw) : encode_plies(std::nullopt);
}

bool is_missing(const Error& error) {
  return error.code == ErrorCode::missing_table || error.code == ErrorCode::missing_metric;
}

/// A distance that is not stored is absent, any other error is one.
Result<std::optional<int>> if_stored(Result<std::optional<int>> distance) {
  if (!distance && is_missing(distance.error())) return std::optional<int>();
  return distance;
}

/// Keeps the better of two distances for the side to move: a win (odd) in fewer plies, else a draw, else a loss
/// (even) in more.
std::optional<int> better(const std::optional<int>& a, const std::optional<int>& b) {
  const auto merit = [](const std::optional<int>& dtw) {
    if (!dtw) return 0;
    return *dtw % 2 == 1 ? 1'000'000 - *dtw : *dtw - 1'000'000;
  };
  return merit(a) >= merit(b) ? a : b;
}

}  // namespace

bool is_over(const Ruleset& rules, const Position& position) noexcept {
  return position.pieces(position.side) == 0 || !has_move(rules, position);
}

Result<Wdl> Evaluator::wdl(const Position& position, const CountState& state) const {
  const bool stored_count = !state.count || (state.count->moves == 0 && state.limit == rules_.count->limit &&
                                             starts_count(rules_, material_of(position)));
  if (stored_count) {
    const auto stored = code(position, Metric::wdl);
    return stored ? Result<Wdl>(decode_wdl(*stored)) : stored.error();
  }
  const auto plies = dtw(position);
  if (!plies) return plies.error();
  return value_under_count(*plies, position.side, *state.count, state.limit);
}

Result<std::optional<int>> Evaluator::dtc(const Position& position) const {
  const auto stored = code(position, Metric::dtc);
  return stored ? Result<std::optional<int>>(decode_plies(*stored)) : stored.error();
}

Result<std::optional<int>> Evaluator::dtw(const Position& position) const {
  const auto stored = code(position, Metric::dtw);
  return stored ? Result<std::optional<int>>(decode_plies(*stored)) : stored.error();
}

Result<Answer> Evaluator::answer(const Position& position, const CountState& state) const {
  Answer answer;
  answer.count = state.count;
  const auto value = wdl(position, state);
  if (!value) return value.error();
  answer.wdl = *value;
  if (*value == Wdl::draw) return answer;
  auto conversion = if_stored(dtc(position));
  if (!conversion) return std::move(conversion).error();
  answer.dtc = *conversion;
  auto win = if_stored(dtw(position));
  if (!win) return std::move(win).error();
  answer.dtw = *win;
  return answer;
}

Result<void> Evaluator::read_block(const Table& table, Color side, std::uint64_t block,
                                   std::span<ValueCode> out) const {
  auto read = table.file().read_block(static_cast<int>(index_of(side)), block, out);
  if (!read || table.stores_captures()) return read;
  const Index first = block * table.file().header().block_entries;
  for_each_row(table.indexer(), first, out.size(), [&](const Row& row, std::uint64_t offset) {
    const Bitboard capturing = capture_squares(rules_.board, row)[index_of(side)];
    for (Bitboard rest = row.squares; rest != 0 && read; rest &= rest - 1, ++offset) {
      const Bitboard square = rest & (~rest + 1);
      if ((capturing & square) == 0) continue;
      const auto value = code_by_captures(row.position(square, side), table.file().header().metric);
      if (value) {
        out[static_cast<std::size_t>(offset)] = *value;
      } else {
        read = value.error();
      }
    }
    return read.has_value();
  });
  return read;
}

/// The true code of a position as the tables hold it: WDL with the count at 0 in counted material.
Result<ValueCode> Evaluator::code(const Position& position, Metric metric) const {
  if (position.pieces(position.side) == 0) return code_of_loss(metric);
  const Material material = material_of(position);
  if (material.pieces() > max_table_pieces) {
    return code_without_table(
        position, metric,
        Error{ErrorCode::not_covered,
              std::to_string(material.pieces()) + " pieces, a table has at most " + std::to_string(max_table_pieces)});
  }
  auto found = access_ == Access::disk ? tables_.find(material.canonical(), metric)
                                       : tables_.find_open(material.canonical(), metric);
  if (!found) return code_without_table(position, metric, std::move(found).error());
  const Table& table = **found;
  if (!table.stores_captures() && has_capture(rules_, position)) {
    return code_by_captures(position, metric);
  }
  const Oriented oriented = orient(rules_.board, position, material);
  return cached_code(table, static_cast<int>(index_of(oriented.side)), table.indexer().rank(oriented.position));
}

/// A side to move that is blocked has finished the game, which needs no table. Finding that out costs a move
/// generation and the tables know it, so it is tried only where there is none.
Result<ValueCode> Evaluator::code_without_table(const Position& position, Metric metric, Error reason) const {
  const bool absent = is_missing(reason) || reason.code == ErrorCode::not_covered;
  if (!absent || has_move(rules_, position)) return reason;
  if (rules_.no_move == NoMove::loss) return code_of_loss(metric);
  Position passed = position;
  passed.side = opposite(position.side);
  return has_move(rules_, passed) ? code_of_loss(metric) : code_of_draw(metric);
}

Result<ValueCode> Evaluator::cached_code(const Table& table, int side, Index index) const {
  const std::uint64_t unit = index >> table.unit_shift();
  const auto offset = static_cast<std::uint32_t>(index & ((Index{1} << table.unit_shift()) - 1));
  const std::uint32_t group = table.group_of(side, offset);
  std::uint64_t& entry = table.entry(side, unit, group / LineCache::line_groups);
  const std::uint64_t seen = std::atomic_ref(entry).load(std::memory_order_relaxed);
  UnitGroup found;
  if ((seen & Table::constant_bit) != 0) {
    counters_.add(ProbeEvent::cache_hit);
    return Table::constant_code(seen, side);
  }
  if (cache_.find(entry, group % LineCache::line_groups, found)) {
    counters_.add(ProbeEvent::cache_hit);
    return table.code_in(found, offset);
  }
  if (access_ == Access::cached_only) return not_cached();
  counters_.add(ProbeEvent::cache_miss);
  const auto decoded = table.file().read_unit(side, unit);
  if (!decoded) return decoded.error();
  keep(table, side, unit, *decoded);
  return table.file().code_at(*decoded, side, offset);
}

void Evaluator::keep(const Table& table, int side, std::uint64_t unit, const Unit& decoded) const noexcept {
  const std::span<const std::uint64_t> words(decoded.words);
  for (std::size_t line = 0; line < table.lines_in_unit(); ++line) {
    std::uint64_t& entry = table.entry(side, unit, line);
    if (decoded.constant) {
      std::atomic_ref(entry).store(Table::constant_entry(*decoded.constant), std::memory_order_relaxed);
      continue;
    }
    const std::size_t first = line * LineCache::line_words;
    if (first >= words.size()) return;  // the last unit of a table is shorter
    cache_.insert(entry, words.subspan(first, std::min(LineCache::line_words, words.size() - first)));
  }
}

Result<bool> Evaluator::load_unit(const Table& table, int side, std::uint64_t unit, std::size_t limit) const {
  const std::size_t held = cache_.bytes();
  const auto decoded = table.file().read_unit(side, unit);
  if (!decoded) return decoded.error();
  const std::size_t lines = (decoded->words.size() + LineCache::line_words - 1) / LineCache::line_words;
  const std::size_t needed = held + lines * LineCache::line_cost;
  if (needed > limit) return false;
  keep(table, side, unit, *decoded);
  return cache_.bytes() == needed;
}

/// The code of a position in which the side to move must capture, from the positions after its captures.
Result<ValueCode> Evaluator::code_by_captures(const Position& position, Metric metric) const {
  if (metric == Metric::dtw) {
    const auto plies = dtw_by_captures(position);
    return plies ? Result<ValueCode>(encode_plies(*plies)) : plies.error();
  }
  const auto value = wdl_by_captures(position);
  if (!value) return value.error();
  if (metric == Metric::wdl) return encode_wdl(*value);
  // Every move converts, and one of them keeps the value.
  return encode_plies(*value == Wdl::draw ? std::nullopt : std::optional<int>(1));
}

Result<Wdl> Evaluator::wdl_by_captures(const Position& position) const {
  if (starts_count(rules_, material_of(position))) {
    // The lone king's captures go on with a count of 1, for which there is no WDL.
    const auto plies = dtw_by_captures(position);
    if (!plies) return plies.error();
    const Count start = **running_count(rules_, position, {});  // without a request it cannot fail
    return value_under_count(*plies, position.side, start, rules_.count->limit);
  }
  MoveList moves;
  generate_moves(rules_, position, moves);
  Wdl best = Wdl::loss;
  for (const Move& move : moves) {
    const Position after = apply(position, move);
    const int limit = rules_.count ? rules_.count->limit : 0;
    const auto reply = wdl(after, CountState{count_after(rules_, std::nullopt, move, after), limit});
    if (!reply) return reply.error();
    best = std::max(best, -*reply);
  }
  return best;
}

Result<std::optional<int>> Evaluator::dtw_by_captures(const Position& position) const {
  MoveList moves;
  generate_moves(rules_, position, moves);
  std::optional<int> best = 0;  // lost at once: worse than anything that a capture leads to
  for (const Move& move : moves) {
    const auto reply = dtw(apply(position, move));
    if (!reply) return reply.error();
    best = better(*reply ? std::optional<int>(**reply + 1) : std::nullopt, best);
  }
  return best;
}

}  // namespace lunette
