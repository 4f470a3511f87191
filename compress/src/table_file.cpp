#include "lunette/compress/table_file.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "table_state.hpp"
#include "wire.hpp"
#include "without_exceptions.hpp"
#include "xxh3.hpp"

namespace lunette {

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
