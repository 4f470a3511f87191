#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lunette/compress/table_file.hpp"
#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/probe/count.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

struct OpenOptions {
  std::vector<std::filesystem::path> directories;  ///< searched in this order; each holds <ruleset>/<MATERIAL>.<metric>
  std::size_t cache_bytes = std::size_t{64} << 20; ///< for decoded blocks, shared by all threads
};

/// What the tables say about one position, from its side to move.
struct Answer {
  Wdl wdl = Wdl::draw;
  std::optional<int> dtc;      ///< plies; absent for draws without the count and where not stored
  std::optional<int> dtw;      ///< plies, no count applied; likewise
  std::optional<Count> count;  ///< the count that ran
};

/// A legal move and the answer for the position after it (from the side then to move, with the count it leaves).
struct RankedMove {
  Move move;
  Position after;
  Answer answer;
  bool conversion = false;
};

/// How far a ranking can be trusted to make progress.
enum class Progress : std::uint8_t {
  guaranteed,     ///< following the first move ends the game with the value promised
  not_guaranteed  ///< only WDL is stored
};

struct Probe {
  Answer answer;
  std::vector<RankedMove> moves;  ///< best first (rules.md, "Ranking of moves")
  Progress progress = Progress::guaranteed;
};

struct LineStep {
  RankedMove ranked;
  Answer before;
};

/// Best play for both sides from a position.
struct Line {
  enum class End : std::uint8_t {
    game_over,    ///< the last side to move has no pieces or no move
    drawn_by_count,
    drawn,        ///< neither side can make progress: stopped at the first repetition
    length_limit
  };
  Answer start;
  std::vector<LineStep> steps;
  End end = End::game_over;
};

/// An open set of tables of one ruleset. Instance-based: no globals, no output, never exits, never throws.
/// Any number of threads may probe one instance. Opening maps nothing and reads only directory entries; a table
/// is opened (header and section checksums) on its first probe. Files may be replaced while open: the old
/// contents stay in use.
class Tablebase {
 public:
  static Result<Tablebase> open(const Ruleset& rules, const OpenOptions& options);
  Tablebase(Tablebase&&) noexcept;
  Tablebase& operator=(Tablebase&&) noexcept;
  ~Tablebase();

  const Ruleset& rules() const noexcept;

  /// Value of any legal position of covered material. Captures are resolved by playing them where the table
  /// does not store them; a finished game needs no table. In counted material the count (0 unless given)
  /// is included, which needs DTW for counts above 0.
  /// Errors: illegal_position, not_covered, missing_table, missing_metric, bad_count, wrong_ruleset,
  /// unknown_version, corrupt_file, io_error.
  Result<Wdl> probe_wdl(const Position& position, const CountRequest& count = {}) const;
  /// Plies; absent for a draw (without the count).
  Result<std::optional<int>> probe_dtc(const Position& position) const;
  Result<std::optional<int>> probe_dtw(const Position& position) const;
  /// All that is stored: WDL must be there, the distances are absent where they are not.
  Result<Answer> probe(const Position& position, const CountRequest& count = {}) const;
  /// The position's answer and all its moves, ranked.
  Result<Probe> probe_moves(const Position& position, const CountRequest& count = {}) const;
  /// Follows the first ranked move until the end.
  Result<Line> best_line(const Position& position, const CountRequest& count = {}, int max_plies = 1000) const;

  /// True if the class's WDL table is there (a class with an empty side needs none).
  bool covers(const Material& material) const;
  bool has(const Material& material, Metric metric) const;
  /// Canonical classes up to `pieces` pieces without a WDL table.
  std::vector<Material> missing(int pieces, int max_side = max_table_pieces) const;
  /// Canonical classes with a WDL table, in solving order.
  std::vector<Material> tables() const;
  /// The opened file of a table, for its header, statistics and bulk reading. Lives as long as the Tablebase.
  Result<const TableFile*> table(const Material& material, Metric metric) const;
  /// Drops nothing, reads all: the true value codes of one side of a table, captures resolved; canonical orientation.
  Result<std::vector<ValueCode>> read_values(const Material& canonical, Metric metric, Color side) const;

 private:
  struct State;
  explicit Tablebase(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace lunette
