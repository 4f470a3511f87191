#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "face_scan.hpp"
#include "lunette/compress/value.hpp"
#include "lunette/rules/generator.hpp"
#include "unit_solver.hpp"

namespace lunette::gen {
namespace {

// Codes of encode_wdl; better values are greater, and the opponent's view is highest - code.
constexpr std::uint8_t loss = 0;
constexpr std::uint8_t blessed_loss = 1;
constexpr std::uint8_t draw = 2;
constexpr std::uint8_t cursed_win = 3;
constexpr std::uint8_t win = 4;

constexpr std::uint8_t seen_from_the_other_side(std::uint8_t code) {
  return static_cast<std::uint8_t>(win - code);
}

constexpr std::uint16_t code_of_plies(int plies) {
  return static_cast<std::uint16_t>(plies + 1);
}

// A win and a loss proper first, then, on what these leave open, the values that the count changes.
struct Phase {
  std::uint8_t worse;   // loss, then blessed loss
  std::uint8_t better;  // win, then cursed win
};
constexpr Phase without_draws_by_count{loss, win};
constexpr Phase draws_by_count{blessed_loss, cursed_win};

/// Retrograde analysis over king moves. While an entry is open, its WDL holds the best value that a converting move
/// gives (loss if there is none), its DTC is 0, and `open` counts its quiet king moves that do not lead to a position
/// known to be better for the opponent. A capture is compulsory, so that positions with one have no open moves.
template <class Moves>
class ConversionSolver final : public UnitSolver {
 public:
  ConversionSolver(const ClassTask& task, bool without_count) : task_(task), without_count_(without_count) {
    for (std::uint8_t code = loss; code <= win; ++code) seen_[code] = code;
    if (without_count) seen_ = {loss, loss, draw, win, win};
  }

  void solve(const Unit& unit) override {
    Workspace& workspace = workspaces_.local();
    FaceValues values = prepare(unit, workspace);
    for (const Face& face : unit.faces()) decide_without_king_moves(face, values[index_in(unit, face)]);
    if (task_.monitor.stopped()) return;
    spread(unit, values, without_draws_by_count);
    if (task_.rules.count && !without_count_) {
      open_counted(unit, values);
      spread(unit, values, draws_by_count);
    }
    close(unit, values);
  }

 private:
  struct Workspace {
    std::array<std::vector<std::uint8_t>, 2> open;
    std::array<std::vector<std::uint16_t>, 2> dtc;  // where the class keeps none
  };
  struct Values {
    std::span<std::uint8_t> wdl;
    std::span<std::uint16_t> dtc;
    std::span<std::uint8_t> open;
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
      values[f].open = workspace.open[f];
      values[f].wdl = std::span(task_.arrays.wdl[side]).subspan(face.slice * size, size);
      if (task_.arrays.dtc[side].empty()) {
        workspace.dtc[f].assign(size, 0);
        values[f].dtc = workspace.dtc[f];
      } else {
        values[f].dtc = std::span(task_.arrays.dtc[side]).subspan(face.slice * size, size);
      }
    }
    return values;
  }

  void decide_without_king_moves(const Face& face, const Values& values) const {
    for_each_position(task_, face, [&](const Position& position, Index rank, MoveList& moves) {
      if (Moves::has_capture(position)) {
        Moves::generate_captures(position, moves);
        set(values, rank, best_capture(position, moves), 1);
      } else {
        decide_quiet(face, position, values, rank);
      }
    });
  }

  std::uint8_t best_capture(const Position& position, const MoveList& moves) const {
    std::uint8_t best = loss;
    for (const Move& move : moves) {
      const ValueCode code = code_after_capture<Moves>(task_.successors, position, move, loss);
      best = std::max(best, seen_from_the_other_side(seen_[code]));
      if (best == win) break;
    }
    return best;
  }

  void decide_quiet(const Face& face, const Position& position, const Values& values, Index rank) const {
    const Bitboard kings = position.kings[0] | position.kings[1];
    std::uint8_t best = loss;
    bool man_can_move = false;
    for (const ManMove& move : face.man_moves) {
      if ((move.to & kings) != 0) continue;
      man_can_move = true;
      best = std::max(best, seen_from_the_other_side(seen_[move.code(position.kings[0], position.kings[1])]));
    }
    const int king_moves = count_king_moves<Moves>(position);
    if (!man_can_move && king_moves == 0) {
      set(values, rank, is_mutual_block<Moves>(task_.rules, position) ? draw : loss, 0);
    } else if (best == win || king_moves == 0) {
      set(values, rank, best, 1);
    } else {
      values.wdl[rank] = best;
      values.dtc[rank] = 0;
      values.open[rank] = static_cast<std::uint8_t>(king_moves);
    }
  }

  static void set(const Values& values, Index rank, std::uint8_t wdl, int plies) {
    values.wdl[rank] = wdl;
    values.dtc[rank] = wdl == draw ? std::uint16_t{0} : code_of_plies(plies);
    values.open[rank] = 0;
  }

  /// Layer by layer; a layer beyond the first that is empty ends it, because each comes from the one before.
  void spread(const Unit& unit, const FaceValues& values, Phase phase) const {
    bool found = true;
    for (int plies = 0; (found || plies <= 1) && !task_.monitor.stopped(); ++plies) {
      found = false;
      for (const Face& face : unit.faces()) {
        const Values& here = values[index_in(unit, face)];
        const Values& before = values[static_cast<std::size_t>(face.partner)];
        for (Index rank = 0; rank < here.dtc.size(); ++rank) {
          if (here.dtc[rank] != code_of_plies(plies)) continue;
          const std::uint8_t wdl = here.wdl[rank];
          if (wdl != phase.worse && wdl != phase.better) continue;
          found = true;
          if (wdl == phase.worse) {
            spread_worse(face, rank, before, phase, plies + 1);
          } else {
            spread_better(face, rank, before, phase, plies + 1);
          }
        }
      }
    }
  }

  void spread_worse(const Face& face, Index rank, const Values& before, Phase phase, int plies) const {
    for_each_predecessor<Moves>(task_.indexer, face, rank, [&](Index other) {
      if (before.open[other] != 0) set(before, other, phase.better, plies);
    });
  }

  void spread_better(const Face& face, Index rank, const Values& before, Phase phase, int plies) const {
    for_each_predecessor<Moves>(task_.indexer, face, rank, [&](Index other) {
      if (before.open[other] == 0 || --before.open[other] != 0) return;
      if (before.wdl[other] <= phase.worse) set(before, other, phase.worse, plies);
    });
  }

  /// What the first phase left open and a converting move decides: a cursed win, or a blessed loss without a quiet
  /// king move that holds more.
  void open_counted(const Unit& unit, const FaceValues& values) const {
    for (const Face& face : unit.faces()) {
      const Values& here = values[index_in(unit, face)];
      for (Index rank = 0; rank < here.dtc.size(); ++rank) {
        if (here.dtc[rank] != 0) continue;
        const std::uint8_t wdl = here.wdl[rank];
        if (wdl == cursed_win || (wdl == blessed_loss && here.open[rank] == 0)) set(here, rank, wdl, 1);
      }
    }
  }

  /// Play without end is a draw.
  void close(const Unit& unit, const FaceValues& values) const {
    for (const Face& face : unit.faces()) {
      const Values& here = values[index_in(unit, face)];
      for (Index rank = 0; rank < here.dtc.size(); ++rank) {
        if (here.dtc[rank] == 0) here.wdl[rank] = draw;
      }
    }
  }

  const ClassTask& task_;
  const bool without_count_;
  std::array<std::uint8_t, 5> seen_{};  // the values of smaller tables as this class sees them
  tbb::enumerable_thread_specific<Workspace> workspaces_;
};

}  // namespace

std::unique_ptr<UnitSolver> make_conversion_solver(const ClassTask& task, bool without_count) {
  return with_generator(task.rules, [&](auto moves) -> std::unique_ptr<UnitSolver> {
    return std::make_unique<ConversionSolver<decltype(moves)>>(task, without_count);
  });
}

std::uint64_t conversion_workspace(Index unit_entries, bool with_dtc) {
  return unit_entries * (with_dtc ? 1 : 3);
}

}  // namespace lunette::gen
