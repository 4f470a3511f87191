#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <span>

#include "face_scan.hpp"
#include "lunette/compress/value.hpp"
#include "lunette/rules/generator.hpp"
#include "unit_solver.hpp"

namespace lunette::gen {
namespace {

constexpr ValueCode none = 0;
constexpr ValueCode ended = 1;  // 0 plies

// The number of plies is odd where the side to move wins, so that a lost position's code is odd.
constexpr bool is_lost(ValueCode code) {
  return code % 2 == 1;
}

/// Retrograde analysis in the order of plies. Who wins is known; draws are left alone. A converting move gives its
/// position a first distance at once: for a win it only ever falls, for a loss it only ever rises, and no distance is
/// used before its own layer comes. `open` counts the quiet king moves; of a loss, those that are not yet measured.
template <class Moves>
class DistanceSolver final : public UnitSolver {
 public:
  explicit DistanceSolver(const ClassTask& task) : task_(task) {}

  void solve(const Unit& unit) override {
    FaceValues values = prepare(unit, workspaces_.local());
    for (const Face& face : unit.faces()) measure_without_king_moves(face, values[index_in(unit, face)]);
    if (task_.monitor.stopped() || task_.indexer.material().kings() == 0) return;
    spread(unit, values);
  }

 private:
  struct Workspace {
    std::array<std::vector<std::uint8_t>, 2> open;
  };
  struct Values {
    std::span<const std::uint8_t> wdl;
    std::span<std::uint16_t> dtw;
    std::span<std::uint8_t> open;
    bool wins(Index rank) const { return wdl[rank] > encode_wdl(Wdl::draw); }
    bool draws(Index rank) const { return wdl[rank] == encode_wdl(Wdl::draw); }
  };
  using FaceValues = std::array<Values, 2>;

  static std::size_t index_in(const Unit& unit, const Face& face) {
    return static_cast<std::size_t>(&face - unit.faces().data());
  }

  FaceValues prepare(const Unit& unit, Workspace& workspace) const {
    const Index size = task_.indexer.slice_size();
    FaceValues values;
    for (const Face& face : unit.faces()) {
      const std::size_t f = index_in(unit, face);
      const auto side = static_cast<std::size_t>(face.side);
      workspace.open[f].assign(size, 0);
      values[f] = {std::span<const std::uint8_t>(task_.arrays.wdl[side]).subspan(face.slice * size, size),
                   std::span(task_.arrays.dtw[side]).subspan(face.slice * size, size), workspace.open[f]};
    }
    return values;
  }

  void measure_without_king_moves(const Face& face, const Values& values) const {
    for_each_position(task_, face, [&](const Position& position, Index rank, MoveList& moves) {
      if (values.draws(rank)) return;
      const bool wins = values.wins(rank);
      ValueCode best = none;
      if (Moves::has_capture(position)) {
        Moves::generate_captures(position, moves);
        for (const Move& move : moves) {
          take(wins, code_after_capture<Moves>(task_.successors, position, move, ended), best);
        }
      } else {
        const Bitboard kings = position.kings[0] | position.kings[1];
        for (const ManMove& move : face.man_moves) {
          if ((move.to & kings) == 0) take(wins, move.code(position.kings[0], position.kings[1]), best);
        }
        const int king_moves = count_king_moves<Moves>(position);
        values.open[rank] = static_cast<std::uint8_t>(king_moves);
        // Lost without a move: the game has ended.
        if (best == none && king_moves == 0) best = ended;
      }
      values.dtw[rank] = best;
    });
  }

  /// One more successor: the winner wants the nearest lost one, the loser the farthest.
  static void take(bool wins, ValueCode successor, ValueCode& best) {
    if (wins && !is_lost(successor)) return;
    const auto through = static_cast<ValueCode>(successor + 1);
    if (best == none || (wins ? through < best : through > best)) best = through;
  }

  static ValueCode greatest(const Unit& unit, const FaceValues& values) {
    ValueCode greatest = none;
    for (std::size_t f = 0; f < unit.faces().size(); ++f) {
      greatest = std::max(greatest, *std::max_element(values[f].dtw.begin(), values[f].dtw.end()));
    }
    return greatest;
  }

  void spread(const Unit& unit, const FaceValues& values) const {
    ValueCode last = greatest(unit, values);
    for (ValueCode layer = ended; layer <= last && !task_.monitor.stopped(); ++layer) {
      const bool lost = is_lost(layer);
      for (const Face& face : unit.faces()) {
        const Values& here = values[index_in(unit, face)];
        const Values& before = values[static_cast<std::size_t>(face.partner)];
        for (Index rank = 0; rank < here.dtw.size(); ++rank) {
          if (here.dtw[rank] != layer) continue;
          if (!lost) {
            last = std::max(last, spread_win(face, rank, before, layer));
          } else if (here.open[rank] == 0) {
            last = std::max(last, spread_loss(face, rank, before, layer));
          }
        }
      }
    }
  }

  /// Both return the greatest distance that they gave.
  ValueCode spread_loss(const Face& face, Index rank, const Values& before, ValueCode layer) const {
    const auto through = static_cast<ValueCode>(layer + 1);
    ValueCode given = none;
    for_each_predecessor<Moves>(task_.indexer, face, rank, [&](Index other) {
      if (before.open[other] == 0 || !before.wins(other)) return;
      ValueCode& dtw = before.dtw[other];
      if (dtw == none || dtw > through) dtw = given = through;
    });
    return given;
  }

  ValueCode spread_win(const Face& face, Index rank, const Values& before, ValueCode layer) const {
    const auto through = static_cast<ValueCode>(layer + 1);
    ValueCode given = none;
    for_each_predecessor<Moves>(task_.indexer, face, rank, [&](Index other) {
      if (before.open[other] == 0 || before.wins(other) || before.draws(other)) return;
      if (--before.open[other] != 0) return;
      ValueCode& dtw = before.dtw[other];
      dtw = std::max(dtw, through);
      given = std::max(given, dtw);
    });
    return given;
  }

  const ClassTask& task_;
  tbb::enumerable_thread_specific<Workspace> workspaces_;
};

}  // namespace

std::unique_ptr<UnitSolver> make_distance_solver(const ClassTask& task) {
  return with_generator(task.rules, [&](auto moves) -> std::unique_ptr<UnitSolver> {
    return std::make_unique<DistanceSolver<decltype(moves)>>(task);
  });
}

std::uint64_t distance_workspace(Index unit_entries) {
  return unit_entries;
}

}  // namespace lunette::gen
