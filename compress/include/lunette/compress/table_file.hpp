#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/export.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

inline constexpr std::uint32_t table_format_version = 1;
inline constexpr std::uint32_t default_block_entries = 1U << 16;

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

/// Calls body once for each index below count, from any threads, and returns when all are done.
using ParallelFor = std::function<void(std::size_t count, const std::function<void(std::size_t)>& body)>;

struct WriteOptions {
  int zstd_level = 3;
  ParallelFor parallel_for;  ///< empty: a serial loop
};

struct WrittenTable {
  std::uint64_t bytes = 0;
  std::uint64_t file_checksum = 0;  ///< as stored in the file and the manifest
};

/// Fills `out` with the codes [first, first + out.size()) of one side; called from several threads at once where
/// parallel_for does. Must give the same codes each time: it is read twice, but for a WDL table whose header has the
/// counts of all values.
using ValueSource = std::function<void(int side, std::uint64_t first, std::span<ValueCode> out)>;

/// Writes `path` atomically: unique temporary name beside it, fsync, rename, fsync of the directory; missing parent
/// directories are made. The bytes depend on the header, the values, the zstd level and the version of zstd, not on
/// threads. Memory stays within 2^24 entries of compressed blocks (four blocks if they are larger than that), besides
/// two buffers of a block for each thread. On every error, and where `values` or `parallel_for` throws, the temporary
/// is removed. Errors: bad_argument (a header that describes no table, values that the metric does not have), io_error
/// (disk full included), out_of_memory.
Result<WrittenTable> write_table(const std::filesystem::path& path, const TableHeader& header,
                                 const ValueSource& values, const WriteOptions& options = {});

/// A mapped table file. Opening checks the header, section bounds and the checksums of header and block index, and
/// reads nothing else. Immutable: any number of threads may read. No byte outside of the file is ever touched, whatever
/// the file holds; a file replaced by renaming stays readable, one cut short in place while it is mapped cannot be.
/// All errors name the file and the block or section: corrupt_file, unknown_version, io_error, out_of_memory;
/// bad_argument for a block that is not there or a span of the wrong size.
class LUNETTE_EXPORT TableFile {
 public:
  static Result<TableFile> open(const std::filesystem::path& path);
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
  /// Checks the block's checksum and decodes it. out.size() must be block_size(block).
  Result<void> read_block(int side, std::uint64_t block, std::span<ValueCode> out) const;
  /// A block still packed after decompression, for caches that hold many: `code_at` reads single entries. A block of
  /// equal codes takes only a byte or two. Checks as read_block does.
  Result<std::vector<std::uint8_t>> read_packed(int side, std::uint64_t block) const;
  /// Requires a block that read_packed gave and an offset below its block_size().
  ValueCode code_at(std::span<const std::uint8_t> packed, std::uint32_t offset) const noexcept;
  /// Reads every block and the checksum of the whole file. The first fault found is the error.
  Result<void> verify() const;

 private:
  struct State;
  explicit TableFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// DIR/<ruleset>/<MATERIAL>.<metric>
LUNETTE_EXPORT std::filesystem::path table_path(const std::filesystem::path& directory, std::string_view ruleset,
                                                const Material& canonical, Metric metric);

/// Writes a file atomically and durably (also used for the manifest). Error: io_error.
Result<void> write_file_atomically(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

}  // namespace lunette
