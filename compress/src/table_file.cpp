#include "lunette/compress/table_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "block.hpp"
#include "coded_block.hpp"
#include "distance_codec.hpp"
#include "header.hpp"
#include "mapped_file.hpp"
#include "packing.hpp"
#include "wire.hpp"
#include "without_exceptions.hpp"
#include "xxh3.hpp"

namespace lunette {

struct TableFile::State {
  std::filesystem::path path;
  MappedFile file;
  TableHeader header;
  Layout layout;
  Indexer indexer;
  CaptureSquares captures = nullptr;
  RowModel row_model;            // of coded WDL
  DistanceModel distance_model;  // of coded distances
  std::optional<TableFile> wdl;  // of these
  std::uint64_t blocks = 0;      // of one side
  std::uint64_t file_checksum = 0;

  bool coded() const noexcept { return format::is_coded(layout.encoding); }
  bool coded_distances() const noexcept { return layout.encoding == format::Encoding::coded_distances; }
  RowCoding coding() const noexcept { return {&indexer, captures, header.sides}; }

  std::span<const std::uint8_t> section(const Section& section) const {
    return file.bytes().subspan(static_cast<std::size_t>(section.offset), static_cast<std::size_t>(section.size));
  }

  Error corrupt_block(int side, std::uint64_t block, std::string_view reason) const {
    std::string name = "block " + std::to_string(block);
    if (!coded()) name += side == 0 ? " of White to move" : " of Black to move";
    return corrupt(path, name, reason);
  }

  std::optional<BlockEntry> entry(int side, std::uint64_t block) const noexcept {
    const std::uint64_t number = static_cast<std::uint64_t>(side) * blocks + block;
    const std::uint64_t offset = layout.index.offset + number * format::block_entry_size;
    return decode_block_entry(section({offset, format::block_entry_size}), layout.encoding,
                              entries_in_block(header, block), layout.blocks);
  }

  /// The index is small and everything else hangs on it, so all of it is checked when the file is opened.
  Result<void> check_index() const {
    const auto bytes = section(layout.index);
    const auto entries = bytes.first(bytes.size() - format::checksum_size);
    if (WireReader(bytes.last(format::checksum_size)).u64() != xxh3(entries)) {
      return corrupt(path, "block index", "its checksum does not match");
    }
    std::uint64_t offset = layout.blocks.offset;
    for (int side = 0; side < block_sides(header, layout.encoding); ++side) {
      for (std::uint64_t block = 0; block < blocks; ++block) {
        const auto found = entry(side, block);
        if (!found) return corrupt_block(side, block, "its index entry cannot be");
        if (found->offset != offset) return corrupt_block(side, block, "it does not follow the block before it");
        offset += found->size;
      }
    }
    if (offset != layout.blocks.end()) return corrupt(path, "block index", "the blocks do not fill their section");
    return {};
  }

  Result<void> read_model(const std::filesystem::path& wdl_path) {
    const auto bytes = section(layout.model);
    const auto covered = bytes.first(bytes.size() - format::checksum_size);
    if (WireReader(bytes.last(format::checksum_size)).u64() != xxh3(covered)) {
      return corrupt(path, "model", "its checksum does not match");
    }
    if (coded_distances()) {
      const auto decoded = decode_distance_model(covered, header.sides);
      if (!decoded) return corrupt(path, "model", "it is none");
      distance_model = *decoded;
      return open_wdl(wdl_path);
    }
    auto decoded = decode_model(covered, header.sides);
    if (!decoded) return corrupt(path, "model", "it is none");
    row_model = *std::move(decoded);
    return {};
  }

  /// The file that tells which entries have a distance.
  Result<void> open_wdl(std::filesystem::path wdl_path) {
    if (wdl_path.empty()) wdl_path = std::filesystem::path(path).replace_extension(to_string(Metric::wdl));
    std::error_code failure;
    if (std::filesystem::status(wdl_path, failure).type() == std::filesystem::file_type::not_found) {
      return Error{ErrorCode::missing_table,
                   wdl_path.string() + ": not there; " + path.filename().string() + " is read with it"};
    }
    auto opened = TableFile::open_as(Expected::wdl, wdl_path, captures, {});
    if (!opened) return std::move(opened).error();
    const TableHeader& other = opened->header();
    if (other.board != header.board || other.material != header.material ||
        other.value_checksum != distance_model.wdl_checksum) {
      return corrupt(path, "model", "it was made with another " + wdl_path.filename().string());
    }
    wdl = *std::move(opened);
    return {};
  }

  Result<BlockEntry> find(int side, std::uint64_t block) const {
    if (side < 0 || side >= header.sides || block >= blocks) {
      return Error{ErrorCode::bad_argument,
                   path.string() + ": no block " + std::to_string(block) + " of side " + std::to_string(side)};
    }
    const auto found = entry(coded() ? 0 : side, block);
    if (!found) return corrupt_block(side, block, "its index entry cannot be");
    return *found;
  }

  /// The stored bytes of a coded block, their checksum tested.
  Result<std::span<const std::uint8_t>> coded_block(int side, std::uint64_t block) const {
    auto found = find(side, block);
    if (!found) return std::move(found).error();
    const auto stored = section({found->offset, found->size});
    if (xxh3(stored) != found->checksum) return corrupt_block(side, block, "its checksum does not match");
    return stored;
  }

  std::size_t segments_in(std::uint64_t block) const noexcept {
    return (entries_in_block(header, block) + (std::uint32_t{1} << layout.segment_shift) - 1) >> layout.segment_shift;
  }

  /// Decodes one segment of a block that coded_block() gave.
  Result<Unit> decode(std::span<const std::uint8_t> stored, std::uint64_t block, std::size_t number) const {
    const auto segment = find_segment(stored, segments_in(block), number);
    if (!segment) return corrupt_block(0, block, "its segments do not fill it");
    const Index first = block * header.block_entries + (Index{number} << layout.segment_shift);
    Unit unit;
    if (segment->constant) {
      if (coded_distances()) return corrupt_block(0, block, "a segment of one value where there is none");
      const auto [white, black] = *segment->constant;
      unit.constant = {static_cast<ValueCode>(2 * white), static_cast<ValueCode>(2 * black)};
      return unit;
    }
    const std::uint32_t entries = entries_in_unit(first >> layout.segment_shift);
    unit.words.resize(unit_words());
    if (coded_distances()) {
      if (auto decoded = decode_distances(segment->words, block, first, entries, unit); !decoded) {
        return std::move(decoded).error();
      }
    } else if (!decode_segment(coding(), row_model, first, entries, segment->words, unit.words)) {
      return corrupt_block(0, block, "the words of a segment are none");
    }
    return unit;
  }

  Result<void> decode_distances(std::span<const std::uint8_t> words, std::uint64_t block, Index first,
                                std::uint32_t entries, Unit& unit) const {
    const auto planes = decided(first, entries);
    if (!planes) return planes.error();
    const auto half = std::span(*planes);
    const std::size_t side_words = planes_size(1, entries);
    const DecidedPlanes sides{half.first(side_words), half.subspan(header.sides == 1 ? 0 : side_words)};
    const std::size_t bytes = unit.words.size() * sizeof(std::uint64_t);
    if (!decode_segment(coding(), distance_model, first, entries, sides, words,
                        bytes / static_cast<std::size_t>(header.sides),
                        {reinterpret_cast<std::uint8_t*>(unit.words.data()), bytes})) {
      return corrupt_block(0, block, "the words of a segment are none");
    }
    if (std::all_of(unit.words.begin(), unit.words.end(), [](std::uint64_t word) { return word == 0; })) {
      unit.words.clear();
      unit.constant = {0, 0};
    }
    return {};
  }

  /// Words of a coded unit.
  std::size_t unit_words() const noexcept {
    if (!coded_distances()) return planes_size(header.sides, unit_entries());
    return std::size_t{unit_entries()} * static_cast<std::size_t>(distance_model.code_bytes * header.sides) /
           sizeof(std::uint64_t);
  }

  /// The won and the lost entries of a range that begins at a multiple of 64, one side to move after the other.
  Result<std::vector<std::uint64_t>> decided(Index first, std::uint32_t entries) const {
    const State& other = *wdl->state_;
    const std::size_t side_words = planes_size(1, entries);
    std::vector<std::uint64_t> planes(side_words * static_cast<std::size_t>(header.sides));
    const auto of_side = [&](int side) {
      return std::span(planes).subspan(static_cast<std::size_t>(side) * side_words, side_words);
    };
    if (!other.coded()) {
      std::vector<ValueCode> values(entries);
      for (int side = 0; side < header.sides; ++side) {
        if (auto read = wdl->read_range(side, first, values); !read) return std::move(read).error();
        put_planes(values, of_side(side));
      }
      return planes;
    }
    for (std::uint32_t done = 0; done < entries;) {
      const std::uint32_t size = other.unit_entries();
      const auto begin = static_cast<std::uint32_t>((first + done) % size);
      const std::uint32_t count = std::min(size - begin, entries - done);
      const auto unit = other.read_segment(0, (first + done) / size);
      if (!unit) return unit.error();
      for (int side = 0; side < header.sides; ++side) {
        const auto to = of_side(side).subspan(std::size_t{done} / 64 * 2, planes_size(1, count));
        if (unit->constant) {
          put_planes(std::vector<ValueCode>(count, (*unit->constant)[static_cast<std::size_t>(side)]), to);
        } else {
          const std::size_t from = std::size_t{2} * other.group_of(side, begin);
          std::copy_n(unit->words.begin() + static_cast<std::ptrdiff_t>(from), to.size(), to.begin());
        }
      }
      done += count;
    }
    return planes;
  }

  std::uint32_t unit_entries() const noexcept {
    return coded() ? std::uint32_t{1} << layout.segment_shift : header.block_entries;
  }
  std::uint32_t entries_in_unit(std::uint64_t unit) const noexcept {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(header.entries - unit * unit_entries(), unit_entries()));
  }

  std::uint32_t group_of(int side, std::uint32_t offset) const noexcept {
    if (coded_distances()) {
      const auto code_bytes = static_cast<std::uint32_t>(distance_model.code_bytes);
      return (static_cast<std::uint32_t>(side) * unit_entries() + offset) * code_bytes / group_bytes;
    }
    if (coded()) return static_cast<std::uint32_t>(side) * (unit_entries() / 64) + offset / 64;
    return static_cast<std::uint32_t>(byte_of(layout.encoding, offset) / group_bytes);
  }
  ValueCode code_in(const UnitGroup& group, std::uint32_t offset) const noexcept {
    using format::Encoding;
    switch (layout.encoding) {
      case Encoding::coded: return coded_value(group, offset);
      case Encoding::coded_distances:
        return code_in_group(distance_model.code_bytes == 1 ? Encoding::byte : Encoding::pair, group, offset);
      default: return code_in_group(layout.encoding, group, offset);
    }
  }
  ValueCode code_at(const Unit& unit, int side, std::uint32_t offset) const noexcept {
    if (unit.constant) return (*unit.constant)[static_cast<std::size_t>(side)];
    const std::size_t word = 2 * group_of(side, offset);
    return code_in({unit.words[word], unit.words[word + 1]}, offset);
  }

  Result<Unit> read_segment(int side, std::uint64_t number) const {
    const int shift = std::countr_zero(header.block_entries) - layout.segment_shift;
    const std::uint64_t block = number >> shift;
    auto stored = coded_block(side, block);
    if (!stored) return std::move(stored).error();
    const auto in_block = static_cast<std::size_t>(number - (block << shift));
    if (in_block >= segments_in(block)) {
      return Error{ErrorCode::bad_argument, path.string() + ": no segment " + std::to_string(number)};
    }
    return decode(*stored, block, in_block);
  }

  Result<void> read_coded_block(int side, std::uint64_t block, std::span<ValueCode> out) const {
    auto stored = coded_block(side, block);
    if (!stored) return std::move(stored).error();
    std::vector<Unit> units;
    for (std::size_t number = 0; number < segments_in(block); ++number) {
      auto unit = decode(*stored, block, number);
      if (!unit) return std::move(unit).error();
      units.push_back(*std::move(unit));
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Unit& unit = units[i >> layout.segment_shift];
      out[i] = code_at(unit, side, static_cast<std::uint32_t>(i) & (unit_entries() - 1));
    }
    return {};
  }

  /// A packed block in words.
  Unit unit_of(const BlockEntry& found, std::span<const std::uint8_t> packed) const {
    Unit unit;
    if (found.storage == format::Storage::constant) {
      unit.constant = {found.constant, found.constant};
      return unit;
    }
    unit.words.resize((packed.size() + group_bytes - 1) / group_bytes * 2);
    std::memcpy(unit.words.data(), packed.data(), packed.size());
    return unit;
  }

  Result<std::vector<std::uint8_t>> packed(int side, std::uint64_t block, const BlockEntry& found) const {
    PackedBlock decoded =
        decode_block(layout.encoding, found, section({found.offset, found.size}), entries_in_block(header, block));
    if (!decoded.fault.empty()) return corrupt_block(side, block, decoded.fault);
    return std::move(decoded.packed);
  }
};

TableFile::TableFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
TableFile::TableFile(TableFile&&) noexcept = default;
TableFile& TableFile::operator=(TableFile&&) noexcept = default;
TableFile::~TableFile() = default;

Result<TableFile> TableFile::open(const std::filesystem::path& path, CaptureSquares captures,
                                  const std::filesystem::path& wdl) {
  return open_as(Expected::any, path, captures, wdl);
}

Result<TableFile> TableFile::open_as(Expected expected, const std::filesystem::path& path, CaptureSquares captures,
                                     const std::filesystem::path& wdl) {
  return without_exceptions(path, [&]() -> Result<TableFile> {
    auto file = MappedFile::open(path);
    if (!file) return std::move(file).error();
    auto decoded = decode_header(file->bytes(), path);
    if (!decoded) return std::move(decoded).error();
    // Only distances open another file, and that one must not be distances: so it ends there.
    if (expected == Expected::wdl && decoded->header.metric != Metric::wdl) {
      return corrupt(path, "header", "distances where the WDL of their class is looked for");
    }
    auto state = std::make_unique<State>(State{path,
                                               std::move(*file),
                                               decoded->header,
                                               decoded->layout,
                                               Indexer(decoded->header.board, decoded->header.material),
                                               captures,
                                               {},
                                               {},
                                               {},
                                               0,
                                               0});
    state->blocks = block_count(state->header);
    if (auto checked = state->check_index(); !checked) return std::move(checked).error();
    if (state->coded()) {
      if (auto read = state->read_model(wdl); !read) return std::move(read).error();
    }
    state->file_checksum = WireReader(state->section(state->layout.trailer)).u64();
    return TableFile(std::move(state));
  });
}

const TableHeader& TableFile::header() const noexcept {
  return state_->header;
}
const std::filesystem::path& TableFile::path() const noexcept {
  return state_->path;
}
std::uint64_t TableFile::bytes() const noexcept {
  return state_->layout.trailer.end();
}
std::uint64_t TableFile::file_checksum() const noexcept {
  return state_->file_checksum;
}
std::uint64_t TableFile::blocks() const noexcept {
  return state_->blocks;
}
std::uint32_t TableFile::block_size(std::uint64_t block) const noexcept {
  return block < state_->blocks ? entries_in_block(state_->header, block) : 0;
}

Result<void> TableFile::read_block(int side, std::uint64_t block, std::span<ValueCode> out) const {
  return without_exceptions(state_->path, [&]() -> Result<void> {
    auto found = state_->find(side, block);
    if (!found) return std::move(found).error();
    if (out.size() != block_size(block)) {
      return Error{ErrorCode::bad_argument, state_->path.string() + ": room for " + std::to_string(out.size()) +
                                                " codes, the block has " + std::to_string(block_size(block))};
    }
    if (state_->coded()) return state_->read_coded_block(side, block, out);
    auto packed = state_->packed(side, block, *found);
    if (!packed) return std::move(packed).error();
    if (found->storage == format::Storage::constant) {
      std::fill(out.begin(), out.end(), found->constant);
    } else {
      unpack(state_->layout.encoding, *packed, out);
    }
    return {};
  });
}

Result<void> TableFile::read_range(int side, std::uint64_t first, std::span<ValueCode> out) const {
  return without_exceptions(state_->path, [&]() -> Result<void> {
    const TableHeader& header = state_->header;
    if (side < 0 || side >= header.sides || first > header.entries || out.size() > header.entries - first) {
      return Error{ErrorCode::bad_argument, state_->path.string() + ": no " + std::to_string(out.size()) +
                                                " entries from " + std::to_string(first) + " of side " +
                                                std::to_string(side)};
    }
    const std::uint32_t size = unit_entries();
    std::vector<ValueCode> codes;
    while (!out.empty()) {
      const auto begin = static_cast<std::uint32_t>(first % size);
      const std::size_t count = std::min<std::size_t>(size - begin, out.size());
      if (state_->coded()) {
        auto unit = state_->read_segment(side, first / size);
        if (!unit) return std::move(unit).error();
        for (std::uint32_t i = 0; i < count; ++i) out[i] = code_at(*unit, side, begin + i);
      } else {
        codes.resize(block_size(first / size));
        if (auto read = read_block(side, first / size, codes); !read) return read;
        std::copy_n(codes.begin() + begin, count, out.begin());
      }
      first += count;
      out = out.subspan(count);
    }
    return {};
  });
}

Form TableFile::form() const noexcept {
  return state_->coded() ? Form::coded : Form::plain;
}
bool TableFile::joint() const noexcept {
  return state_->coded();
}
std::uint32_t TableFile::unit_entries() const noexcept {
  return state_->unit_entries();
}

Result<Unit> TableFile::read_unit(int side, std::uint64_t unit) const {
  return without_exceptions(state_->path, [&]() -> Result<Unit> {
    if (state_->coded()) return state_->read_segment(side, unit);
    auto found = state_->find(side, unit);
    if (!found) return std::move(found).error();
    auto packed = state_->packed(side, unit, *found);
    if (!packed) return std::move(packed).error();
    return state_->unit_of(*found, *packed);
  });
}

std::size_t TableFile::unit_bytes() const noexcept {
  if (state_->coded()) return state_->unit_words() * sizeof(std::uint64_t);
  const std::size_t packed = packed_size(state_->layout.encoding, unit_entries());
  return (packed + group_bytes - 1) / group_bytes * group_bytes;
}

std::uint32_t TableFile::group_of(int side, std::uint32_t offset) const noexcept {
  return state_->group_of(side, offset);
}
ValueCode TableFile::code_in(const UnitGroup& group, std::uint32_t offset) const noexcept {
  return state_->code_in(group, offset);
}
ValueCode TableFile::code_at(const Unit& unit, int side, std::uint32_t offset) const noexcept {
  return state_->code_at(unit, side, offset);
}

Result<void> TableFile::verify() const {
  return without_exceptions(state_->path, [&]() -> Result<void> {
    const std::uint64_t units = (state_->header.entries + unit_entries() - 1) / unit_entries();
    for (int side = 0; side < block_sides(state_->header, state_->layout.encoding); ++side) {
      for (std::uint64_t unit = 0; unit < units; ++unit) {
        if (auto read = read_unit(side, unit); !read) return std::move(read).error();
      }
    }
    const Section covered{0, state_->layout.trailer.offset};
    if (xxh3(state_->section(covered)) != state_->file_checksum) {
      return corrupt(state_->path, "trailer", "the checksum of the whole file does not match");
    }
    return {};
  });
}

}  // namespace lunette
