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
  /// Searched in this order; each holds <ruleset>/<MATERIAL>.<metric>. The first that has a file decides.
  std::vector<std::filesystem::path> directories;
  std::size_t cache_bytes = std::size_t{64} << 20;  ///< for decoded blocks, shared by all threads; 0: none are kept
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
  /// Following the first move for the winning side, against any defence, ends the game with the value promised, the
  /// count included. (In the classes that follow as well, if these have the distances too; their own answers say so.)
  guaranteed,
  not_guaranteed  ///< the class has no distance to rank by: only WDL, or no DTC where a count may yet start
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
    game_over,       ///< the last side to move has no pieces or no move
    drawn_by_count,  ///< the lone king has completed its last move and the game is not over
    drawn,           ///< a drawn position (placement and side to move) has come up again: the last step leads to it
    length_limit     ///< so too if a won line runs in circles because only WDL is stored
  };
  Answer start;
  std::vector<LineStep> steps;
  End end = End::game_over;
};

/// An open set of tables of one ruleset. Instance-based: no globals, no output, never exits, never throws (an
/// allocation that fails is ErrorCode::out_of_memory; only missing() and tables() let std::bad_alloc pass, having no
/// other way to say so). Any number of threads may probe one instance. A moved-from instance may only be destroyed
/// or assigned to.
///
/// Files. Opening the instance reads and maps nothing; a table is opened (header and section checksums) on its first
/// use and then kept: a file replaced while open stays in use with its old contents. A missing table is not
/// remembered but looked for at each use (about a microsecond a directory), so that tables which a build finishes are
/// seen. A damaged, newer or foreign file is remembered and tried again when its size or time of last write changes.
/// Every block's checksum is tested before anything is answered from it.
class Tablebase {
 public:
  /// `rules` must outlive the instance. Errors: bad_argument (no directory, or a ruleset whose count counts both
  /// sides' moves or restarts, which no table answers yet), io_error (a directory that is none).
  static Result<Tablebase> open(const Ruleset& rules, const OpenOptions& options) noexcept;
  Tablebase(Tablebase&&) noexcept;
  Tablebase& operator=(Tablebase&&) noexcept;
  ~Tablebase();

  const Ruleset& rules() const noexcept;

  /// Value of any legal position of covered material. Captures are resolved by playing them where the table
  /// does not store them; a finished game (no pieces or no move) needs no table and may have any number of pieces. In
  /// counted material the count (0 unless given) is included, which needs DTW for counts above 0, for counts that
  /// run on through lesser material, and for another limit than the ruleset's.
  /// Errors of all probes: illegal_position (why), not_covered (more than 8 pieces), missing_table and missing_metric
  /// (naming "traditional/KKKvK.wdl"), bad_count, wrong_ruleset, unknown_version, corrupt_file, io_error,
  /// out_of_memory.
  Result<Wdl> probe_wdl(const Position& position, const CountRequest& count = {}) const noexcept;
  /// Plies; absent for a draw (without the count).
  Result<std::optional<int>> probe_dtc(const Position& position) const noexcept;
  Result<std::optional<int>> probe_dtw(const Position& position) const noexcept;
  /// All that is stored: WDL must be there, the distances are absent where they are not.
  Result<Answer> probe(const Position& position, const CountRequest& count = {}) const noexcept;
  /// The position's answer and all its moves, ranked.
  Result<Probe> probe_moves(const Position& position, const CountRequest& count = {}) const noexcept;
  /// Follows the first ranked move for both sides until the end (Line::End).
  Result<Line> best_line(const Position& position, const CountRequest& count = {}, int max_plies = 1000) const noexcept;

  /// True if the class's WDL table is there, usable or not (a class with an empty side needs none). Either colour may
  /// be the stronger here and in has() and table().
  bool covers(const Material& material) const noexcept;
  bool has(const Material& material, Metric metric) const noexcept;
  /// Canonical classes up to `pieces` pieces without a WDL table.
  std::vector<Material> missing(int pieces, int max_side = max_table_pieces) const;
  /// Canonical classes with a WDL table, in solving order.
  std::vector<Material> tables() const;
  /// The opened file of a table, for its header, statistics and bulk reading. Lives as long as the Tablebase.
  Result<const TableFile*> table(const Material& material, Metric metric) const noexcept;

  /// The true value codes of one stored side of a table, in the order of the class's Indexer; WDL and DTC as stored
  /// (count 0), captures resolved. Reads every block past the cache, two bytes an entry. Entries with captures cost
  /// nothing more where the file stores them; where it holds filler, each costs a move generation and one probe of
  /// smaller tables for every capture (some microseconds, the smaller tables through the cache).
  /// Errors: as for probes, and bad_argument for a class that is not canonical or a side that is not stored.
  Result<std::vector<ValueCode>> read_values(const Material& canonical, Metric metric, Color side) const noexcept;
  /// The same for one block, for callers that stream tables or share the blocks among threads. The numbers and sizes
  /// of blocks are the file's: table(...)->blocks(), block_size(); out.size() must be the block's.
  Result<void> read_block_values(const Material& canonical, Metric metric, Color side, std::uint64_t block,
                                 std::span<ValueCode> out) const noexcept;

 private:
  struct State;
  explicit Tablebase(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace lunette
