#include "lunette/compress/table_file.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "block.hpp"
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
  std::uint64_t blocks = 0;  // of one side
  std::uint64_t file_checksum = 0;

  std::span<const std::uint8_t> section(const Section& section) const {
    return file.bytes().subspan(static_cast<std::size_t>(section.offset), static_cast<std::size_t>(section.size));
  }

  Error corrupt_block(int side, std::uint64_t block, std::string_view reason) const {
    return corrupt(path, "block " + std::to_string(block) + (side == 0 ? " of White" : " of Black") + " to move",
                   reason);
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
    for (int side = 0; side < header.sides; ++side) {
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

  Result<BlockEntry> find(int side, std::uint64_t block) const {
    if (side < 0 || side >= header.sides || block >= blocks) {
      return Error{ErrorCode::bad_argument,
                   path.string() + ": no block " + std::to_string(block) + " of side " + std::to_string(side)};
    }
    const auto found = entry(side, block);
    if (!found) return corrupt_block(side, block, "its index entry cannot be");
    return *found;
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

Result<TableFile> TableFile::open(const std::filesystem::path& path) {
  return without_exceptions(path, [&]() -> Result<TableFile> {
    auto file = MappedFile::open(path);
    if (!file) return std::move(file).error();
    auto decoded = decode_header(file->bytes(), path);
    if (!decoded) return std::move(decoded).error();
    auto state =
        std::make_unique<State>(State{path, std::move(*file), std::move(decoded->header), decoded->layout, 0, 0});
    state->blocks = block_count(state->header);
    if (auto checked = state->check_index(); !checked) return std::move(checked).error();
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

Result<std::vector<std::uint8_t>> TableFile::read_packed(int side, std::uint64_t block) const {
  return without_exceptions(state_->path, [&]() -> Result<std::vector<std::uint8_t>> {
    auto found = state_->find(side, block);
    if (!found) return std::move(found).error();
    return state_->packed(side, block, *found);
  });
}

ValueCode TableFile::code_at(std::span<const std::uint8_t> packed, std::uint32_t offset) const noexcept {
  return packed_code(state_->layout.encoding, packed, offset);
}

Result<void> TableFile::verify() const {
  return without_exceptions(state_->path, [&]() -> Result<void> {
    for (int side = 0; side < state_->header.sides; ++side) {
      for (std::uint64_t block = 0; block < state_->blocks; ++block) {
        if (auto packed = read_packed(side, block); !packed) return std::move(packed).error();
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
