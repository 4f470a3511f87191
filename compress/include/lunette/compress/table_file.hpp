#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/index/row_walk.hpp"
#include "lunette/rules/export.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// The newest that is read and written; a file of plain blocks is of version 1.
inline constexpr std::uint32_t table_format_version = 2;
inline constexpr std::uint32_t default_block_entries = 1U << 16;
inline constexpr std::uint32_t default_segment_entries = 1U << 11;

/// What a table says about one side to move. Counted over every legal position with its true value.
struct SideStatistics {
  static constexpr std::uint64_t no_index = ~std::uint64_t{0};
  std::array<std::uint64_t, 5> counts{};  ///< wdl files: positions by value code (loss .. win)
  /// dtc and dtw files: longest distance over `win` and `loss` proper; -1 where there is none.
  std::int32_t max_win = -1;
  std::int32_t max_loss = -1;
  std::uint64_t longest_win = no_index;   ///< lowest index with max_win
  std::uint64_t longest_loss = no_index;  ///< lowest index with max_loss
  friend bool operator==(const SideStatistics&, const SideStatistics&) = default;
};

/// Whether entries in which the side to move must capture hold their value.
enum class CaptureEntries : std::uint8_t {
  stored,  ///< the true value
  filler   ///< whatever packs best: the library plays the captures
};

/// The squares of a row on which the moving piece leaves White, or Black, being to move, with a capture: what a coded
/// file needs to be read, since it leaves these entries out. capture_squares() of lunette/index/row_walk.hpp is one.
using CaptureSquares = std::array<Bitboard, 2> (*)(Board board, const Row& row) noexcept;

/// Everything that a table file says about itself, apart from its section layout.
struct TableHeader {
  std::string ruleset;
  Board board = Board::b8;
  Material material;  ///< canonical
  Metric metric = Metric::wdl;
  int count_limit = 0;        ///< of the ruleset; 0 where it has none
  int sides = 1;              ///< stored sides to move: 1 or 2
  std::uint64_t entries = 0;  ///< per side to move
  std::uint32_t block_entries = default_block_entries;
  CaptureEntries captures = CaptureEntries::stored;
  std::uint64_t value_checksum = 0;  ///< XXH3 of the true value codes of all sides, little-endian 16 bits each
  std::array<SideStatistics, 2> statistics{};
  std::string tool_version;  ///< of the program that wrote the file; empty when writing: tool_version()
};

/// Fills `out` with the codes [first, first + out.size()) of one side; called from several threads at once where
/// parallel_for does. Must give the same codes each time: it is read twice, but for a WDL table whose header has the
/// counts of all values; of coded tables, parts of it are read more often.
using ValueSource = std::function<void(int side, std::uint64_t first, std::span<ValueCode> out)>;

/// Calls body once for each index below count, from any threads, and returns when all are done.
using ParallelFor = std::function<void(std::size_t count, const std::function<void(std::size_t)>& body)>;

/// How the values of a table are stored.
enum class Form : std::uint8_t {
  plain,  ///< packed and compressed with zstd, a side to move at a time
  /// Several times smaller, both sides to move in a block: each value without a capture by its odds among its
  /// neighbours. Of WDL with three values (five are plain whatever is asked for) and of distances, which leave out
  /// draws and are read with the WDL file of their class beside them. Needs CaptureEntries::filler.
  coded
};

struct WriteOptions {
  int zstd_level = 3;
  ParallelFor parallel_for = {};  ///< empty: a serial loop
  Form form = Form::plain;
  std::uint32_t segment_entries = default_segment_entries;  ///< coded: a power of two from 2^9 to 2^15, within a block;
                                                            ///< of distances at most 2^12 are taken
  CaptureSquares captures = capture_squares;                ///< coded: which entries are left out
  ValueSource wdl = {};            ///< coded distances: the WDL of the class, whatever its entries with captures hold
  std::uint64_t wdl_checksum = 0;  ///< and its TableHeader::value_checksum
};

struct WrittenTable {
  std::uint64_t bytes = 0;
  std::uint64_t file_checksum = 0;  ///< as stored in the file and the manifest
};

/// Writes `path` atomically: unique temporary name beside it, fsync, rename, fsync of the directory (on Windows:
/// flushed and renamed with MOVEFILE_WRITE_THROUGH); missing parent directories are made. The bytes depend on the
/// header, the values, the options and the version of zstd, not on threads. Memory stays within 2^24 entries of
/// compressed blocks (four blocks if they are larger than that), besides two buffers of a block for each thread and, of
/// a coded table, 32 MiB for its model. On every error, and where `values` or `parallel_for` throws, the temporary is
/// removed. Errors: bad_argument (a header that describes no table, values that the metric does not have, distances
/// that do not go with their WDL), io_error (disk full included), out_of_memory.
Result<WrittenTable> write_table(const std::filesystem::path& path, const TableHeader& header,
                                 const ValueSource& values, const WriteOptions& options = {});

/// A part of a table, decoded but small, for caches that hold many.
struct Unit {
  /// Of a unit whose entries are all the same: their codes by side to move. There are no words then.
  std::optional<std::array<ValueCode, 2>> constant;
  std::vector<std::uint64_t> words;  ///< two for each group
};
/// An entry needs 16 bytes of its unit and no others, so that caches can take units apart.
struct UnitGroup {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

/// A mapped table file. Opening checks the header, section bounds and the checksums of header, block index and model,
/// and reads nothing else. Immutable: any number of threads may read. No byte outside of the file is ever touched,
/// whatever the file holds. A file replaced or removed stays readable as it was (Windows refuses to replace or remove
/// it while it is open). One cut short in place while it is open, or on a disk that fails, cannot be read, and no
/// library can make an error of that: the system sends SIGBUS. All errors name the file and the block or section:
/// corrupt_file, unknown_version, io_error, out_of_memory; bad_argument for a block that is not there or a span of the
/// wrong size.
class LUNETTE_EXPORT TableFile {
 public:
  /// `captures` tells where coded blocks have no values; it must be what the file was written with. A file of coded
  /// distances opens the WDL file of its class too, `wdl` or, if that is empty, the one beside it: missing_table if
  /// there is none, corrupt_file if it is another than the distances were written with.
  static Result<TableFile> open(const std::filesystem::path& path, CaptureSquares captures = capture_squares,
                                const std::filesystem::path& wdl = {});
  TableFile(TableFile&&) noexcept;
  TableFile& operator=(TableFile&&) noexcept;
  ~TableFile();

  const TableHeader& header() const noexcept;
  const std::filesystem::path& path() const noexcept;
  std::uint64_t bytes() const noexcept;
  std::uint64_t file_checksum() const noexcept;

  /// Blocks of one side; block b holds the entries from b*block_entries on.
  std::uint64_t blocks() const noexcept;
  /// Entries in block b of a side (block_entries but for the last).
  std::uint32_t block_size(std::uint64_t block) const noexcept;
  /// Checks the block's checksum and decodes it. out.size() must be block_size(block). Entries with a capture of a
  /// coded file are draws.
  Result<void> read_block(int side, std::uint64_t block, std::span<ValueCode> out) const;
  /// The same for the entries [first, first + out.size()) of a side, whatever their blocks.
  Result<void> read_range(int side, std::uint64_t first, std::span<ValueCode> out) const;
  Form form() const noexcept;

  /// A unit is what is decoded at once: a block of one side to move or, in coded files, a segment with both. Unit u
  /// holds the entries from u * unit_entries() on.
  std::uint32_t unit_entries() const noexcept;
  /// True if a unit holds both sides to move: the `side` of read_unit does not matter then.
  bool joint() const noexcept;
  /// Checks the block's checksum and decodes.
  Result<Unit> read_unit(int side, std::uint64_t unit) const;
  /// Bytes of Unit::words of a whole unit that is not constant.
  std::size_t unit_bytes() const noexcept;
  /// Which group of a unit holds an entry; requires a stored side (of a joint unit either) and an offset inside.
  std::uint32_t group_of(int side, std::uint32_t offset) const noexcept;
  ValueCode code_in(const UnitGroup& group, std::uint32_t offset) const noexcept;
  /// The same of a coded WDL file: a bit says that the entry is won, one that it is lost.
  static ValueCode coded_value(const UnitGroup& group, std::uint32_t offset) noexcept {
    const auto bit = [offset](std::uint64_t word) { return static_cast<int>(word >> (offset % 64) & 1); };
    return static_cast<ValueCode>(2 + 2 * bit(group.low) - 2 * bit(group.high));
  }
  ValueCode code_at(const Unit& unit, int side, std::uint32_t offset) const noexcept;
  /// Reads every block and the checksum of the whole file. The first fault found is the error.
  Result<void> verify() const;

 private:
  struct State;
  explicit TableFile(std::unique_ptr<State> state);
  enum class Expected : std::uint8_t { any, wdl };
  static Result<TableFile> open_as(Expected expected, const std::filesystem::path& path, CaptureSquares captures,
                                   const std::filesystem::path& wdl);
  std::unique_ptr<State> state_;
};

/// `DIR/<ruleset>/<MATERIAL>.<metric>`
LUNETTE_EXPORT std::filesystem::path table_path(const std::filesystem::path& directory, std::string_view ruleset,
                                                const Material& canonical, Metric metric);

/// Writes a file atomically and durably (also used for the manifest). Error: io_error.
Result<void> write_file_atomically(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

/// The next bytes of a file, which stay until the next call; none where it ends.
using ByteSource = std::function<Result<std::span<const std::uint8_t>>()>;

/// As write_file_atomically(), piece by piece. Errors also: those of the source, after which no file is left.
Result<void> write_pieces_atomically(const std::filesystem::path& path, const ByteSource& next);

/// This machine and process, as "<host>-<process>" with letters, digits and `_` only in the host's name. Temporary
/// files are called ".<file>.<host>-<process>-<random number>.tmp".
std::string this_writer();
/// With the random number: a name that no other writer has on any machine that shares the disk.
std::string unique_writer_name();

}  // namespace lunette
