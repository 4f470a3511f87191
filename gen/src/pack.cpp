#include "lunette/gen/pack.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "decoded_tables.hpp"
#include "expected_header.hpp"
#include "lunette/gen/builder.hpp"
#include "lunette/index/row_walk.hpp"
#include "process_usage.hpp"
#include "table_id.hpp"

namespace lunette {
namespace {

namespace fs = std::filesystem;
using gen::TableId;

/// A table whose model takes a good part of a coded file may be smaller without.
constexpr std::uint64_t small_table = 1U << 20;

/// Calls visit(offset in the range, side) for each entry of [first, first + entries) that has a capture.
template <class Visit>
void for_each_capture(const Indexer& indexer, int sides, Index first, std::size_t entries, Visit&& visit) {
  for_each_row(indexer, first, entries, [&](const Row& row, std::uint64_t offset) {
    const std::array<Bitboard, 2> capturing = capture_squares(indexer.board(), row);
    for (Bitboard rest = row.squares; rest != 0; rest &= rest - 1, ++offset) {
      const Bitboard square = rest & (~rest + 1);
      for (int side = 0; side < sides; ++side) {
        if ((capturing[static_cast<std::size_t>(side)] & square) != 0) visit(static_cast<std::size_t>(offset), side);
      }
    }
    return true;
  });
}

class TablePacker {
 public:
  /// `wdl` is the packed WDL of the class: for distances.
  TablePacker(const PackOptions& options, const TableId& id, const TableFile& from, std::optional<TableFile> wdl)
      : options_(options),
        id_(id),
        from_(from),
        wdl_(std::move(wdl)),
        indexer_(from.header().board, from.header().material) {}

  Result<WrittenTable> write() {
    if (is_five_valued()) return write_as(Form::plain);
    auto written = write_as(Form::coded);
    if (!written || from_.header().entries > small_table) return written;
    auto plain = write_as(Form::plain);
    if (!plain || plain->bytes <= written->bytes) return plain;
    return write_as(Form::coded);
  }

  /// Every entry without a capture must be what it was.
  Result<void> compare() const {
    auto file = gen::open_table(*options_.rules, options_.directory, id_);
    if (!file) return std::move(file).error();
    std::mutex failing;
    std::optional<Error> failure;
    const TableHeader& header = file->header();
    tbb::parallel_for(std::uint64_t{0}, file->blocks(), [&](std::uint64_t block) {
      if (auto same = compare_block(*file, block); !same) {
        const std::lock_guard lock(failing);
        failure = std::move(same).error();
      }
    });
    if (header.value_checksum != from_.header().value_checksum) {
      failure =
          Error{ErrorCode::corrupt_file, file->path().string() + ": another checksum of values than the original"};
    }
    if (failure) return *std::move(failure);
    return {};
  }

 private:
  fs::path path() const { return table_path(options_.directory, options_.rules->name, id_.material, id_.metric); }

  /// Coded values are three.
  bool is_five_valued() const {
    const auto& sides = from_.header().statistics;
    return id_.metric == Metric::wdl && std::any_of(sides.begin(), sides.end(), [](const SideStatistics& side) {
             return side.counts[encode_wdl(Wdl::cursed_win)] + side.counts[encode_wdl(Wdl::blessed_loss)] > 0;
           });
  }

  Result<WrittenTable> write_as(Form form) {
    TableHeader header = from_.header();
    header.captures = CaptureEntries::filler;
    header.block_entries = form == Form::coded ? default_block_entries : options_.block_entries;
    header.tool_version.clear();
    WriteOptions options;
    options.zstd_level = options_.zstd_level;
    options.form = form;
    options.segment_entries = options_.segment_entries;
    options.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
      tbb::parallel_for(std::size_t{0}, count, body);
    };
    std::mutex failing;
    std::optional<Error> failure;
    const auto read_from = [&](const TableFile& file, int side, std::uint64_t first, std::span<ValueCode> out) {
      auto read = file.read_range(side, first, out);
      if (read) return true;
      const std::lock_guard lock(failing);
      failure = std::move(read).error();
      return false;
    };
    const ValueSource values = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
      if (read_from(from_, side, first, out) && form == Form::plain) fill_captures(side, first, out);
    };
    if (wdl_) {
      options.wdl = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
        read_from(*wdl_, side, first, out);
      };
      options.wdl_checksum = wdl_->header().value_checksum;
    }
    auto written = write_table(path(), header, values, options);
    if (failure) {
      std::error_code ignored;
      fs::remove(path(), ignored);
      return *std::move(failure);
    }
    return written;
  }

  /// Entries with a capture take the value before them: the longer a run, the shorter it packs.
  void fill_captures(int side, Index first, std::span<ValueCode> out) const {
    std::vector<bool> captures(out.size());
    for_each_capture(indexer_, from_.header().sides, first, out.size(), [&](std::size_t offset, int of) {
      if (of == side) captures[offset] = true;
    });
    const auto known = std::find(captures.begin(), captures.end(), false);
    ValueCode last = id_.metric == Metric::wdl ? encode_wdl(Wdl::draw) : encode_plies(std::nullopt);
    if (known != captures.end()) last = out[static_cast<std::size_t>(known - captures.begin())];
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (captures[i]) {
        out[i] = last;
      } else {
        last = out[i];
      }
    }
  }

  Result<void> compare_block(const TableFile& file, std::uint64_t block) const {
    const Index first = block * file.header().block_entries;
    std::vector<ValueCode> now(file.block_size(block));
    std::vector<ValueCode> before(now.size());
    const int sides = from_.header().sides;
    std::vector<std::uint8_t> capturing(now.size());
    for_each_capture(indexer_, sides, first, now.size(), [&](std::size_t offset, int side) {
      capturing[offset] = static_cast<std::uint8_t>(capturing[offset] | 1U << side);
    });
    for (int side = 0; side < sides; ++side) {
      if (auto read = file.read_block(side, block, now); !read) return read;
      if (auto read = from_.read_range(side, first, before); !read) return read;
      for (std::size_t i = 0; i < now.size(); ++i) {
        if (now[i] == before[i] || (capturing[i] >> side & 1) != 0) continue;
        return Error{ErrorCode::corrupt_file, file.path().string() + ": entry " + std::to_string(first + i) +
                                                  " does not read back as it was written"};
      }
    }
    return {};
  }

  const PackOptions& options_;
  const TableId& id_;
  const TableFile& from_;
  std::optional<TableFile> wdl_;
  Indexer indexer_;
};

class Packing {
 public:
  explicit Packing(const PackOptions& options) : options_(options) {}

  Result<PackReport> run() {
    if (auto listed = list(); !listed) return std::move(listed).error();
    for (const TableId& id : ids_) {
      if (options_.stop && options_.stop()) return Error{ErrorCode::interrupted, "packing was stopped"};
      if (auto packed = pack_table(id); !packed) return std::move(packed).error();
    }
    if (auto written = write_manifest(options_.directory, *options_.rules); !written) return std::move(written).error();
    report_.seconds = seconds();
    report_.cpu_seconds = gen::cpu_seconds_of_process() - cpu_start_;
    return std::move(report_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  void tell(ProgressEvent::Kind kind, const TableId& id, std::uint64_t entries, std::string detail) {
    done_ += entries;
    if (options_.progress) {
      options_.progress({kind, id.material, id.metric, done_, 0, total_, seconds(), std::move(detail)});
    }
  }

  Result<void> list() {
    std::vector<Material> materials = options_.materials;
    if (materials.empty()) materials = enumerate_materials(max_table_pieces);
    for (const Material& material : materials) {
      bool any = false;
      for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
        if (std::find(options_.metrics.begin(), options_.metrics.end(), metric) == options_.metrics.end()) continue;
        std::error_code failure;
        if (!fs::exists(table_path(options_.from, options_.rules->name, material, metric), failure)) continue;
        ids_.push_back({material, metric});
        total_ += Indexer(options_.rules->board, material).size() * static_cast<Index>(material.stored_sides());
        any = true;
      }
      if (!any && !options_.materials.empty()) {
        return Error{ErrorCode::missing_table, "no table of " + material.name() + " in " + options_.from.string()};
      }
    }
    if (ids_.empty()) {
      return Error{ErrorCode::missing_table,
                   "no tables of " + std::string(options_.rules->name) + " in " + options_.from.string()};
    }
    return {};
  }

  Result<void> pack_table(const TableId& id) {
    auto from = gen::open_table(*options_.rules, options_.from, id);
    if (!from) return std::move(from).error();
    const std::uint64_t entries = from->header().entries * static_cast<std::uint64_t>(from->header().sides);
    PackedTable table{id.material, id.metric, entries, from->bytes(), 0, Form::plain, true};
    if (is_packed(id, *from, table)) {
      report_.tables.push_back(table);
      tell(ProgressEvent::Kind::skipped, id, entries, "already there");
      return {};
    }
    std::optional<TableFile> wdl;
    if (id.metric != Metric::wdl) {
      auto opened = open_wdl_of(id);
      if (!opened) return std::move(opened).error();
      wdl = *std::move(opened);
    }
    tell(ProgressEvent::Kind::started, id, 0, "packing");
    TablePacker packer(options_, id, *from, std::move(wdl));
    auto written = packer.write();
    if (!written) return std::move(written).error();
    if (auto same = packer.compare(); !same) {
      std::error_code ignored;
      fs::remove(packed_path(id.material, id.metric), ignored);
      return same;
    }
    if (id.metric == Metric::wdl) remove_distances_of_other_wdl(id.material);
    table.found = false;
    is_packed(id, *from, table);
    report_.tables.push_back(table);
    tell(ProgressEvent::Kind::finished, id, entries, std::to_string(table.bytes) + " bytes");
    return {};
  }

  fs::path packed_path(const Material& material, Metric metric) const {
    return table_path(options_.directory, options_.rules->name, material, metric);
  }

  /// The packed WDL that packed distances are read with: of the same values as the one that lies beside the original.
  Result<TableFile> open_wdl_of(const TableId& id) const {
    const fs::path path = packed_path(id.material, Metric::wdl);
    std::error_code failure;
    if (fs::status(path, failure).type() == fs::file_type::not_found) {
      return Error{ErrorCode::missing_table,
                   path.string() + ": not there; packed distances are read with the WDL of their class"};
    }
    auto packed = gen::open_table(*options_.rules, options_.directory, {id.material, Metric::wdl});
    if (!packed) return packed;
    const auto original = gen::open_table(*options_.rules, options_.from, {id.material, Metric::wdl});
    if (original && original->header().value_checksum != packed->header().value_checksum) {
      return Error{ErrorCode::corrupt_file,
                   path.string() + ": other values than " + original->path().string() + "; WDL must be packed first"};
    }
    return packed;
  }

  /// New WDL makes distances that were packed with other values unreadable.
  void remove_distances_of_other_wdl(const Material& material) const {
    for (const Metric metric : {Metric::dtc, Metric::dtw}) {
      const fs::path path = packed_path(material, metric);
      std::error_code failure;
      if (!fs::exists(path, failure)) continue;
      const auto file = TableFile::open(path);
      if (!file && file.error().code == ErrorCode::corrupt_file) fs::remove(path, failure);
    }
  }

  /// Whether the shipping form of these values is there; then its form and bytes.
  bool is_packed(const TableId& id, const TableFile& from, PackedTable& table) const {
    const auto file = gen::open_table(*options_.rules, options_.directory, id);
    if (!file || file->header().captures != CaptureEntries::filler) return false;
    if (file->header().value_checksum != from.header().value_checksum) return false;
    if (table.found && !file->verify()) return false;
    table.bytes = file->bytes();
    table.form = file->form();
    return true;
  }

  const PackOptions& options_;
  std::vector<TableId> ids_;
  std::uint64_t total_ = 0;
  std::uint64_t done_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_start_ = gen::cpu_seconds_of_process();
  PackReport report_;
};

Result<void> check_options(const PackOptions& options) {
  if (options.rules == nullptr) return Error{ErrorCode::bad_argument, "no ruleset given"};
  if (options.threads < 0) return Error{ErrorCode::bad_argument, "the number of threads is negative"};
  for (const Material& material : options.materials) {
    if (!material.is_canonical() || material.black_pieces() == 0 || material.pieces() > max_table_pieces) {
      return Error{ErrorCode::bad_material, material.name() + ": no table has this material"};
    }
  }
  std::error_code failure;
  if (!fs::is_directory(options.from, failure)) {
    return Error{ErrorCode::io_error, options.from.string() + ": " + (failure ? failure.message() : "not a directory")};
  }
  if (fs::exists(options.directory, failure) && fs::equivalent(options.from, options.directory, failure)) {
    return Error{ErrorCode::bad_argument, options.directory.string() + ": tables are not packed in their own place"};
  }
  return {};
}

}  // namespace

Result<PackReport> pack(const PackOptions& options) {
  if (auto checked = check_options(options); !checked) return std::move(checked).error();
  try {
    tbb::task_arena arena(options.threads > 0 ? options.threads : tbb::task_arena::automatic);
    return arena.execute([&] { return Packing(options).run(); });
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "not enough memory to pack the tables"};
  }
}

}  // namespace lunette
