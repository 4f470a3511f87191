#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "block.hpp"
#include "coded_block.hpp"
#include "distance_codec.hpp"
#include "header.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/compress/version.hpp"
#include "output_file.hpp"
#include "packing.hpp"
#include "wire.hpp"
#include "without_exceptions.hpp"
#include "xxh3.hpp"

namespace lunette {
namespace {

using format::Encoding;

/// Entries whose compressed blocks are held at once before they are appended: 256 blocks of the default size.
constexpr std::uint64_t window_entries = std::uint64_t{1} << 24;
/// But never fewer blocks than this, so that huge blocks still compress in parallel.
constexpr std::uint64_t min_window_blocks = 4;
/// Entries of a segment of distances: however unlikely its codes, its words can be counted in two bytes.
constexpr std::uint32_t most_distances = 1U << 12;
/// Indices whose values a coded table's model is trained on, at most about twice as many.
constexpr std::uint64_t sample_entries = std::uint64_t{1} << 23;

class TableWriter {
 public:
  TableWriter(const std::filesystem::path& path, const TableHeader& header, const ValueSource& values,
              const WriteOptions& options)
      : path_(path), header_(header), values_(values), options_(options) {
    if (header_.tool_version.empty()) header_.tool_version = tool_version();
  }

  Result<WrittenTable> write() {
    if (auto checked = check_arguments(); !checked) return std::move(checked).error();
    indexer_.emplace(header_.board, header_.material);
    blocks_ = block_count(header_);
    if (auto surveyed = survey(); !surveyed) return std::move(surveyed).error();
    auto file = OutputFile::create(path_);
    if (!file) return std::move(file).error();
    layout_.index = {format::header_size, index_size(header_, layout_.encoding)};
    if (coded() && !train()) return changed_values();
    layout_.model = {layout_.index.end(), model_.bytes().size()};
    layout_.blocks = {layout_.model.end(), 0};
    if (auto written = write_blocks(*file); !written) return std::move(written).error();
    layout_.trailer = {layout_.blocks.end(), format::trailer_size};
    return finish(*file);
  }

 private:
  Error bad_argument(const std::string& reason) const {
    return {ErrorCode::bad_argument, path_.string() + ": " + reason};
  }

  Error changed_values() const {
    return bad_argument("the values are not those that the header counts, or changed while they were written");
  }

  Result<void> check_arguments() const {
    if (std::string fault = header_fault(header_); !fault.empty()) return bad_argument(fault);
    if (!is_zstd_level(options_.zstd_level)) {
      return bad_argument("zstd has no level " + std::to_string(options_.zstd_level));
    }
    if (!values_) return bad_argument("no source of values");
    if (path_.filename().empty()) return bad_argument("not the name of a file");
    if (options_.form == Form::coded) {
      const std::uint32_t entries = options_.segment_entries;
      if (!std::has_single_bit(entries) || entries < std::uint32_t{1} << format::min_segment_shift ||
          entries > std::uint32_t{1} << format::max_segment_shift) {
        return bad_argument("the segment size is not a power of two from 2^9 to 2^15");
      }
      if (header_.captures != CaptureEntries::filler) return bad_argument("coded tables hold no captures");
      if (header_.metric != Metric::wdl && !options_.wdl)
        return bad_argument("coded distances without a source of WDL");
    }
    return {};
  }

  bool coded() const { return format::is_coded(layout_.encoding); }
  bool coded_distances() const { return layout_.encoding == Encoding::coded_distances; }
  std::uint64_t all_blocks() const {
    return blocks_ * static_cast<std::uint64_t>(block_sides(header_, layout_.encoding));
  }

  std::vector<ValueCode> read_codes(std::uint64_t block) const {
    const std::uint64_t in_side = block % blocks_;
    std::vector<ValueCode> codes(entries_in_block(header_, in_side));
    values_(static_cast<int>(block / blocks_), in_side * header_.block_entries, codes);
    return codes;
  }

  void for_each(std::uint64_t count, const std::function<void(std::size_t)>& body) const {
    if (options_.parallel_for) {
      options_.parallel_for(static_cast<std::size_t>(count), body);
    } else {
      for (std::size_t i = 0; i < count; ++i) body(i);
    }
  }

  /// From the counts of a WDL table, if they are there.
  std::optional<CodeUse> use_by_statistics() const {
    if (header_.metric != Metric::wdl) return std::nullopt;
    CodeUse use;
    for (int side = 0; side < header_.sides; ++side) {
      const auto& counts = header_.statistics[static_cast<std::size_t>(side)].counts;
      if (std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) != header_.entries) return std::nullopt;
      if (counts[encode_wdl(Wdl::cursed_win)] != 0 || counts[encode_wdl(Wdl::blessed_loss)] != 0) use.odd_wdl = true;
    }
    return use;
  }

  /// Which codes occur decides the encoding of the whole table. Where the header does not tell, a first pass over the
  /// values does.
  Result<void> survey() {
    if (const auto use = use_by_statistics()) {
      choose_encoding(*use);
      return {};
    }
    std::atomic<bool> odd_wdl{false};
    std::atomic<bool> wide{false};
    std::atomic<bool> above_wdl{false};
    std::atomic<bool> no_memory{false};
    for_each(all_blocks(), [&](std::size_t block) {
      try {
        const CodeUse use = code_use(read_codes(block));
        if (use.odd_wdl) odd_wdl = true;
        if (use.wide) wide = true;
        if (use.above_wdl) above_wdl = true;
      } catch (const std::bad_alloc&) {
        no_memory = true;
      }
    });
    if (no_memory) throw std::bad_alloc();
    if (header_.metric == Metric::wdl && above_wdl) return bad_argument("a code that is none of the five values");
    choose_encoding({odd_wdl, wide, above_wdl});
    return {};
  }

  void choose_encoding(const CodeUse& use) {
    layout_.encoding = encoding_for(header_.metric, use);
    if (layout_.encoding == Encoding::base5 || options_.form != Form::coded) return;
    layout_.encoding = header_.metric == Metric::wdl ? Encoding::coded : Encoding::coded_distances;
    distance_model_.code_bytes = use.wide ? 2 : 1;
    distance_model_.wdl_checksum = options_.wdl_checksum;
    // A segment never exceeds a block; all are powers of two.
    const std::uint32_t most = coded_distances() ? most_distances : header_.block_entries;
    layout_.segment_shift = std::countr_zero(std::min({options_.segment_entries, header_.block_entries, most}));
  }

  RowCoding coding() const { return {&*indexer_, options_.captures, header_.sides}; }

  /// Both sides' codes from `first` on; absent if there are others than the header counts.
  std::optional<std::array<std::vector<ValueCode>, 2>> read_sides(Index first, std::uint64_t entries) const {
    std::array<std::vector<ValueCode>, 2> codes;
    for (int side = 0; side < header_.sides; ++side) {
      auto& own = codes[static_cast<std::size_t>(side)];
      own.resize(static_cast<std::size_t>(entries));
      values_(side, first, own);
      if (!can_hold(layout_.encoding, own)) return std::nullopt;
      if (coded_distances() && distance_model_.code_bytes == 1 && code_use(own).wide) return std::nullopt;
    }
    return codes;
  }

  /// The won and the lost entries, by side.
  std::array<std::vector<std::uint64_t>, 2> read_decided(Index first, std::uint64_t entries) const {
    std::array<std::vector<std::uint64_t>, 2> planes;
    std::vector<ValueCode> values(static_cast<std::size_t>(entries));
    for (int side = 0; side < header_.sides; ++side) {
      options_.wdl(side, first, values);
      auto& own = planes[static_cast<std::size_t>(side)];
      own.resize(planes_size(1, static_cast<std::uint32_t>(entries)));
      put_planes(values, own);
    }
    return planes;
  }

  /// Calls visit(first, codes) for a sample of segments; false where values cannot be coded.
  template <class Visit>
  bool for_sample(Visit&& visit) const {
    const std::uint64_t segment = std::uint64_t{1} << layout_.segment_shift;
    const std::uint64_t segments = (header_.entries + segment - 1) / segment;
    const std::uint64_t stride = std::max<std::uint64_t>(header_.entries / sample_entries, 1);
    for (std::uint64_t s = 0; s < segments; s += stride) {
      const Index first = s * segment;
      const auto codes = read_sides(first, std::min(segment, header_.entries - first));
      if (!codes) return false;
      visit(first, SegmentCodes{(*codes)[0], (*codes)[1]});
    }
    return true;
  }

  template <class Trainer>
  bool train_on_sample(Trainer& trainer) const {
    return for_sample([&](Index first, const SegmentCodes& codes) { train_segment(coding(), first, codes, trainer); });
  }

  bool train() { return coded_distances() ? train_distances() : train_values(); }

  bool train_distances() {
    DistanceTrainer trainer(header_.sides);
    const bool trained = for_sample([&](Index first, const SegmentCodes& codes) {
      const auto decided = read_decided(first, codes[0].size());
      train_segment(coding(), first, {decided[0], decided[1]}, codes, trainer);
    });
    for (std::size_t order = 0; order < static_cast<std::size_t>(header_.sides); ++order) {
      distance_model_.sides[order] = trainer.side(order);
    }
    put_model(encode_model(distance_model_, header_.sides));
    return trained;
  }

  void put_model(std::span<const std::uint8_t> bytes) {
    model_.raw(bytes);
    model_.u64(xxh3(model_.bytes()));
  }

  /// Either side may be coded first: the order that costs less is taken. False where values cannot be coded.
  bool train_values() {
    TypicalTrainer typical;
    if (!train_on_sample(typical)) return false;
    const auto sides = static_cast<std::size_t>(header_.sides);
    std::array<RowModel, 2> models;
    std::array<double, 2> costs{};
    std::atomic<bool> trained = true;
    for_each(sides, [&](std::size_t first_side) {
      ModelTrainer trainer(header_.sides, first_side, typical);
      if (!train_on_sample(trainer)) trained = false;
      models[first_side] = trainer.model();
      costs[first_side] = trainer.cost(models[first_side]);
    });
    row_model_ = std::move(models[sides > 1 && costs[1] < costs[0] ? 1 : 0]);
    put_model(encode_model(row_model_, header_.sides));
    return trained;
  }

  std::optional<StoredBlock> coded_block(std::uint64_t block) const {
    const Index first = block * header_.block_entries;
    const auto sides = read_sides(first, entries_in_block(header_, block));
    if (!sides) return std::nullopt;
    const auto& codes = *sides;
    std::array<std::vector<std::uint64_t>, 2> decided;
    if (coded_distances()) decided = read_decided(first, codes[0].size());
    CodedBlockWriter segments;
    const std::size_t segment = std::size_t{1} << layout_.segment_shift;
    for (std::size_t done = 0; done < codes[0].size(); done += segment) {
      SegmentCodes part;
      for (std::size_t side = 0; side < static_cast<std::size_t>(header_.sides); ++side) {
        part[side] = std::span(codes[side]).subspan(done, std::min(segment, codes[side].size() - done));
      }
      if (!coded_distances()) {
        segments.add(encode_segment(coding(), row_model_, first + done, part));
        continue;
      }
      DecidedPlanes planes;
      for (std::size_t side = 0; side < static_cast<std::size_t>(header_.sides); ++side) {
        planes[side] = std::span<const std::uint64_t>(decided[side]).subspan(done / 64 * 2);
      }
      auto words = encode_segment(coding(), distance_model_, first + done, planes, part);
      if (!words) return std::nullopt;
      segments.add({{}, *std::move(words)});
    }
    StoredBlock stored;
    stored.bytes = std::move(segments).bytes();
    stored.entry.size = static_cast<std::uint32_t>(stored.bytes.size());
    stored.entry.storage = format::Storage::packed;
    stored.entry.checksum = xxh3(stored.bytes);
    return stored;
  }

  std::optional<StoredBlock> plain_block(std::uint64_t block, std::atomic<bool>& changed) const {
    const std::vector<ValueCode> codes = read_codes(block);
    if (can_hold(layout_.encoding, codes)) return encode_block(layout_.encoding, options_.zstd_level, codes);
    changed = true;
    return std::nullopt;
  }

  /// Second pass: compresses a window of blocks in any order, then appends them in theirs.
  Result<void> write_blocks(OutputFile& file) {
    const std::uint64_t window = std::max(window_entries / header_.block_entries, min_window_blocks);
    for (std::uint64_t first = 0; first < all_blocks(); first += window) {
      std::vector<std::optional<StoredBlock>> stored(static_cast<std::size_t>(std::min(window, all_blocks() - first)));
      std::atomic<bool> changed{false};
      for_each(stored.size(), [&](std::size_t i) {
        try {
          if (coded()) {
            stored[i] = coded_block(first + i);
            if (!stored[i]) changed = true;
          } else {
            stored[i] = plain_block(first + i, changed);
          }
        } catch (const std::bad_alloc&) {
          stored[i].reset();
        }
      });
      if (changed) return changed_values();
      if (auto appended = append(file, stored); !appended) return appended;
    }
    index_.u64(xxh3(index_.bytes()));
    return {};
  }

  Result<void> append(OutputFile& file, std::vector<std::optional<StoredBlock>>& window) {
    for (std::optional<StoredBlock>& block : window) {
      if (!block) throw std::bad_alloc();
      block->entry.offset = layout_.blocks.end();
      if (auto written = file.write_at(block->entry.offset, block->bytes); !written) return written;
      layout_.blocks.size += block->bytes.size();
      encode_block_entry(index_, block->entry);
    }
    return {};
  }

  /// Header, index and trailer; the whole-file checksum needs the blocks once more, read back from the page cache.
  Result<WrittenTable> finish(OutputFile& file) const {
    WireWriter front;
    front.raw(encode_header(header_, layout_));
    front.raw(index_.bytes());
    front.raw(model_.bytes());
    if (auto written = file.write_at(0, front.bytes()); !written) return std::move(written).error();
    Xxh3 whole;
    whole.add(front.bytes());
    std::vector<std::uint8_t> piece(std::size_t{1} << 20);
    for (std::uint64_t done = 0; done < layout_.blocks.size; done += piece.size()) {
      const auto part = std::span(piece).first(std::min<std::uint64_t>(piece.size(), layout_.blocks.size - done));
      if (auto read = file.read_at(layout_.blocks.offset + done, part); !read) return std::move(read).error();
      whole.add(part);
    }
    WireWriter trailer;
    trailer.u64(whole.value());
    if (auto written = file.write_at(layout_.trailer.offset, trailer.bytes()); !written) {
      return std::move(written).error();
    }
    if (auto committed = file.commit(); !committed) return std::move(committed).error();
    return WrittenTable{layout_.trailer.end(), whole.value()};
  }

  const std::filesystem::path& path_;
  TableHeader header_;
  const ValueSource& values_;
  const WriteOptions& options_;
  std::optional<Indexer> indexer_;
  std::uint64_t blocks_ = 0;  // of one side
  Layout layout_;
  WireWriter index_;
  RowModel row_model_;            // of coded WDL
  DistanceModel distance_model_;  // of coded distances
  WireWriter model_;              // the section, its checksum included
};

}  // namespace

Result<WrittenTable> write_table(const std::filesystem::path& path, const TableHeader& header,
                                 const ValueSource& values, const WriteOptions& options) {
  return without_exceptions(path, [&] { return TableWriter(path, header, values, options).write(); });
}

std::filesystem::path table_path(const std::filesystem::path& directory, std::string_view ruleset,
                                 const Material& canonical, Metric metric) {
  std::string name = canonical.name();
  name.append(".").append(to_string(metric));
  return directory / ruleset / name;
}

}  // namespace lunette
