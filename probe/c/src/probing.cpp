// Values, moves and lines.

#include <algorithm>
#include <cstring>
#include <utility>

#include "call.hpp"
#include "convert.hpp"
#include "lunette.h"

using namespace lunette;
using namespace lunette::c;

namespace {

using ProbeWdl = Result<Wdl> (Tablebase::*)(const Position&, const CountRequest&) const noexcept;
using ProbePlies = Result<std::optional<int>> (Tablebase::*)(const Position&) const noexcept;

/// What all probes are given.
struct Question {
  Position position;
  CountRequest count;
};

Outcome read_question(const lunette_tablebase* tables, const lunette_position* position, const lunette_count* count,
                      Question& to) {
  if (auto null = check_pointers({{tables, "tables"}, {position, "position"}})) return null;
  if (auto bad = c::read_position(*position, to.position)) return bad;
  return read_count(count, to.count);
}

lunette_status probe_value(ProbeWdl probe, const lunette_tablebase* tables, const lunette_position* position,
                           const lunette_count* count, std::int32_t* wdl, lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    Question question;
    if (auto bad = read_question(tables, position, count, question)) return bad;
    if (auto null = check_pointers({{wdl, "wdl"}})) return null;
    auto value = (tables->tables.*probe)(question.position, question.count);
    if (!value) return failed(std::move(value).error());
    *wdl = static_cast<std::int32_t>(*value);
    return std::nullopt;
  });
}

lunette_status probe_distance(ProbePlies probe, const lunette_tablebase* tables, const lunette_position* position,
                              std::int32_t* plies, lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    Question question;
    if (auto bad = read_question(tables, position, nullptr, question)) return bad;
    if (auto null = check_pointers({{plies, "plies"}})) return null;
    auto distance = (tables->tables.*probe)(question.position);
    if (!distance) return failed(std::move(distance).error());
    *plies = write_plies(*distance);
    return std::nullopt;
  });
}

Outcome check_room(const lunette_moves* moves) {
  if (auto null = check_pointers({{moves, "moves"}})) return null;
  if (moves->move_size < sizeof(lunette_move)) return bad_argument("moves.move_size is not set");
  return moves->capacity == 0 ? std::nullopt : check_pointers({{moves->first, "moves.first"}});
}

/// Puts a move where the caller's array has the one with this number, if it goes so far.
void put_move(const lunette_move& move, std::size_t number, const lunette_moves& room) noexcept {
  if (number >= room.capacity) return;
  std::memcpy(reinterpret_cast<char*>(room.first) + number * room.move_size, &move, sizeof(lunette_move));
}

lunette_line_end write_end(Line::End end) noexcept {
  switch (end) {
    case Line::End::game_over: return LUNETTE_GAME_OVER;
    case Line::End::drawn_by_count: return LUNETTE_DRAWN_BY_COUNT;
    case Line::End::drawn: return LUNETTE_DRAWN;
    case Line::End::length_limit: break;
  }
  return LUNETTE_LENGTH_LIMIT;
}

}  // namespace

extern "C" {

lunette_status lunette_probe_wdl(const lunette_tablebase* tables, const lunette_position* position,
                                 const lunette_count* count, int32_t* wdl, lunette_error* error) noexcept {
  return probe_value(&Tablebase::probe_wdl, tables, position, count, wdl, error);
}

lunette_status lunette_probe_dtc(const lunette_tablebase* tables, const lunette_position* position, int32_t* plies,
                                 lunette_error* error) noexcept {
  return probe_distance(&Tablebase::probe_dtc, tables, position, plies, error);
}

lunette_status lunette_probe_dtw(const lunette_tablebase* tables, const lunette_position* position, int32_t* plies,
                                 lunette_error* error) noexcept {
  return probe_distance(&Tablebase::probe_dtw, tables, position, plies, error);
}

lunette_status lunette_probe_cached(const lunette_tablebase* tables, const lunette_position* position,
                                    const lunette_count* count, int32_t* wdl, lunette_error* error) noexcept {
  return probe_value(&Tablebase::probe_cached, tables, position, count, wdl, error);
}

lunette_status lunette_probe_cached_dtc(const lunette_tablebase* tables, const lunette_position* position,
                                        int32_t* plies, lunette_error* error) noexcept {
  return probe_distance(&Tablebase::probe_cached_dtc, tables, position, plies, error);
}

lunette_status lunette_probe_cached_dtw(const lunette_tablebase* tables, const lunette_position* position,
                                        int32_t* plies, lunette_error* error) noexcept {
  return probe_distance(&Tablebase::probe_cached_dtw, tables, position, plies, error);
}

lunette_status lunette_probe(const lunette_tablebase* tables, const lunette_position* position,
                             const lunette_count* count, lunette_answer* answer, lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    Question question;
    if (auto bad = read_question(tables, position, count, question)) return bad;
    if (auto null = check_pointers({{answer, "answer"}})) return null;
    if (auto small = check_size(answer, "answer")) return small;
    auto found = tables->tables.probe(question.position, question.count);
    if (!found) return failed(std::move(found).error());
    write_answer(*found, answer);
    return std::nullopt;
  });
}

lunette_status lunette_rank_moves(const lunette_tablebase* tables, const lunette_position* position,
                                  const lunette_count* count, lunette_answer* answer, lunette_moves* moves,
                                  int32_t* progress, lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    Question question;
    if (auto bad = read_question(tables, position, count, question)) return bad;
    if (auto bad = check_room(moves)) return bad;
    if (auto small = check_size(answer, "answer")) return small;
    auto ranked = tables->tables.rank_moves(question.position, question.count);
    if (!ranked) return failed(std::move(ranked).error());
    const std::size_t fit = std::min(ranked->moves.size(), moves->capacity);
    for (std::size_t i = 0; i < fit; ++i) {
      put_move(c::write_move(tables->tables.rules(), question.position, ranked->moves[i]), i, *moves);
    }
    moves->count = ranked->moves.size();
    write_answer(ranked->answer, answer);
    if (progress != nullptr) {
      *progress = ranked->progress == Progress::guaranteed ? LUNETTE_GUARANTEED : LUNETTE_NOT_GUARANTEED;
    }
    return std::nullopt;
  });
}

lunette_status lunette_best_line(const lunette_tablebase* tables, const lunette_position* position,
                                 const lunette_count* count, int32_t max_plies, lunette_answer* answer,
                                 lunette_moves* moves, int32_t* end, lunette_error* error) noexcept {
  return run_call(error, [&]() -> Outcome {
    Question question;
    if (auto bad = read_question(tables, position, count, question)) return bad;
    if (auto bad = check_room(moves)) return bad;
    if (auto small = check_size(answer, "answer")) return small;
    auto line = tables->tables.best_line(question.position, question.count, max_plies);
    if (!line) return failed(std::move(line).error());
    const std::size_t fit = std::min(line->steps.size(), moves->capacity);
    for (std::size_t i = 0; i < fit; ++i) {
      const RankedMove& step = line->steps[i].ranked;
      const Position& before = i == 0 ? question.position : line->steps[i - 1].ranked.after;
      put_move(c::write_move(tables->tables.rules(), before, step), i, *moves);
    }
    moves->count = line->steps.size();
    write_answer(line->start, answer);
    if (end != nullptr) *end = write_end(line->end);
    return std::nullopt;
  });
}

}  // extern "C"
