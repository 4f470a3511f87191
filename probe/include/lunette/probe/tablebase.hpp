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
#include "lunette/rules/export.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

/// Answers from tables, for engines and tools:
///
///     const lunette::Ruleset& rules = **lunette::find_ruleset("international");
///     const auto tables = lunette::Tablebase::open(rules, {.directories = {"tables"}});
///     if (!tables) return complain(tables.error().message);
///
///     // W:WK48:B24,K36, as bits or by read_position(rules, "W:WK48:B24,K36")
///     lunette::Position position;
///     position.kings[0] = bit_of(rules.board, lunette::Square(48));
///     position.men[1] = bit_of(rules.board, lunette::Square(24));
///     position.kings[1] = bit_of(rules.board, lunette::Square(36));
///     if (const auto wdl = tables->probe_wdl(position)) use(*wdl);  // loss .. win, from the side to move
///     const auto ranked = tables->rank_moves(position);
///     if (ranked && !ranked->moves.empty()) play(ranked->moves.front().move);
///
/// In a search: probe_cached() at any depth, probe_wdl() where a read from the disk pays.
namespace lunette {

struct OpenOptions {
  /// Searched in this order; each holds `<ruleset>/<MATERIAL>.<metric>`. The first that has a file decides.
  std::vector<std::filesystem::path> directories;
  std::size_t cache_bytes = std::size_t{64} << 20;  ///< for decoded blocks, shared by all threads; 0: none are kept
  /// Which tables to use, as if the others were not there. Without WDL only the distances can be asked for.
  std::vector<Metric> metrics{Metric::wdl, Metric::dtc, Metric::dtw};
  int max_pieces = max_table_pieces;  ///< 2 to 8; larger classes are not_covered, whatever is in the directories
  /// Tables are opened and decoded into the cache at once until it holds so many bytes or is full: WDL first, then DTC,
  /// then DTW, smaller classes first. No error at open if one cannot be used.
  std::size_t preload_bytes = 0;
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

/// Since open() or reset_statistics(). Counts of threads that probe meanwhile may be missing.
struct Statistics {
  std::uint64_t probes = 0;        ///< calls of probe(), probe_*(), rank_moves() and best_line()
  std::uint64_t cache_hits = 0;    ///< look-ups that found their block decoded; a probe may need none, or many
  std::uint64_t cache_misses = 0;  ///< blocks decoded for a look-up (not by preloading or bulk reading)
  std::size_t cache_bytes = 0;     ///< held now
  std::size_t cache_budget = 0;    ///< OpenOptions::cache_bytes
  std::size_t open_tables = 0;     ///< files mapped now
};

/// An open set of tables of one ruleset. Instance-based: no globals, no output, never exits, never throws (an
/// allocation that fails is ErrorCode::out_of_memory; only missing() and tables() let std::bad_alloc pass, having no
/// other way to say so). Any number of threads may probe one instance. A moved-from instance may only be destroyed
/// or assigned to.
///
/// Files. Opening the instance reads and maps nothing but what is to be preloaded; a table is opened (header and
/// section checksums) on its first use and then kept: a file replaced while open stays in use with its old contents. A
/// missing table is not remembered but looked for at each use (about a microsecond a directory), so that tables which a
/// build finishes are seen. An open table is mapped and takes no file descriptor; cut short in place, it kills the
/// process by SIGBUS at the next read of what is gone (replace tables by renaming). On Windows it cannot be replaced or
/// removed. A damaged, newer or foreign file is remembered and tried again when its size or time of last write (on
/// Windows in seconds) changes.
/// Every block's checksum is tested before anything is answered from it.
class LUNETTE_EXPORT Tablebase {
 public:
  /// `rules` must outlive the instance. Errors: bad_argument (no directory, no metric, max_pieces out of range, or a
  /// ruleset whose count counts both sides' moves or restarts, which no table answers yet), io_error (a directory that
  /// is none).
  static Result<Tablebase> open(const Ruleset& rules, const OpenOptions& options) noexcept;
  Tablebase(Tablebase&&) noexcept;
  Tablebase& operator=(Tablebase&&) noexcept;
  ~Tablebase();

  const Ruleset& rules() const noexcept;

  /// Value of any legal position of covered material. Captures are resolved by playing them where the table
  /// does not store them; a finished game (no pieces or no move) needs no table and may have any number of pieces. In
  /// counted material the count (0 unless given) is included, which needs DTW for counts above 0, for counts that
  /// run on through lesser material, and for another limit than the ruleset's.
  /// Errors of all probes: illegal_position (why), not_covered (more than 8 or OpenOptions::max_pieces pieces),
  /// missing_table and missing_metric (naming "traditional/KKKvK.wdl"), bad_count, wrong_ruleset, unknown_version,
  /// corrupt_file, io_error, out_of_memory.
  Result<Wdl> probe_wdl(const Position& position, const CountRequest& count = {}) const noexcept;
  /// Plies; absent for a draw (without the count).
  Result<std::optional<int>> probe_dtc(const Position& position) const noexcept;
  Result<std::optional<int>> probe_dtw(const Position& position) const noexcept;
  /// The same without ever waiting for the disk: no file is looked for, opened or read. not_cached where probe_wdl()
  /// would have to, so too where the table does not exist; captures are played into smaller tables on the same terms.
  /// The error not_cached is made without allocating memory.
  Result<Wdl> probe_cached(const Position& position, const CountRequest& count = {}) const noexcept;
  Result<std::optional<int>> probe_cached_dtc(const Position& position) const noexcept;
  Result<std::optional<int>> probe_cached_dtw(const Position& position) const noexcept;
  /// All that is stored: WDL must be there, the distances are absent where they are not.
  Result<Answer> probe(const Position& position, const CountRequest& count = {}) const noexcept;
  /// The position's answer and all its moves, ranked.
  Result<Probe> rank_moves(const Position& position, const CountRequest& count = {}) const noexcept;
  /// Follows the first ranked move for both sides until the end (Line::End).
  Result<Line> best_line(const Position& position, const CountRequest& count = {}, int max_plies = 1000) const noexcept;

  /// True if the class's WDL table is there, usable or not (a class with an empty side needs none). Either colour may
  /// be the stronger here and in has() and table().
  bool covers(const Material& material) const noexcept;
  bool has(const Material& material, Metric metric) const noexcept;
  /// Canonical classes up to `pieces` pieces (OpenOptions::max_pieces at most) without a WDL table.
  std::vector<Material> missing(int pieces, int max_side = max_table_pieces) const;
  /// Canonical classes with a WDL table, in solving order.
  std::vector<Material> tables() const;
  /// The opened file of a table, for its header, statistics and bulk reading. Lives as long as the Tablebase.
  Result<const TableFile*> table(const Material& material, Metric metric) const noexcept;

  /// Thread-safe, and cheap: no probe waits for a counter.
  Statistics statistics() const noexcept;
  void reset_statistics() noexcept;

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
