#include "table_state.hpp"

#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "wire.hpp"
#include "xxh3.hpp"

namespace lunette {

Result<void> TableFile::State::check_index() const {
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

Result<void> TableFile::State::read_model(const std::filesystem::path& wdl_path) {
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

Result<void> TableFile::State::open_wdl(std::filesystem::path wdl_path) {
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

std::optional<BlockEntry> TableFile::State::entry(int side, std::uint64_t block) const noexcept {
  const std::uint64_t number = static_cast<std::uint64_t>(side) * blocks + block;
  const std::uint64_t offset = layout.index.offset + number * format::block_entry_size;
  return decode_block_entry(section({offset, format::block_entry_size}), layout.encoding,
                            entries_in_block(header, block), layout.blocks);
}

Result<BlockEntry> TableFile::State::find(int side, std::uint64_t block) const {
  if (side < 0 || side >= header.sides || block >= blocks) {
    return Error{ErrorCode::bad_argument,
                 path.string() + ": no block " + std::to_string(block) + " of side " + std::to_string(side)};
  }
  const auto found = entry(coded() ? 0 : side, block);
  if (!found) return corrupt_block(side, block, "its index entry cannot be");
  return *found;
}

Error TableFile::State::corrupt_block(int side, std::uint64_t block, std::string_view reason) const {
  std::string name = "block " + std::to_string(block);
  if (!coded()) name += side == 0 ? " of White to move" : " of Black to move";
  return corrupt(path, name, reason);
}

Result<std::vector<std::uint8_t>> TableFile::State::packed(int side, std::uint64_t block,
                                                           const BlockEntry& found) const {
  PackedBlock decoded =
      decode_block(layout.encoding, found, section({found.offset, found.size}), entries_in_block(header, block));
  if (!decoded.fault.empty()) return corrupt_block(side, block, decoded.fault);
  return std::move(decoded.packed);
}

Unit TableFile::State::unit_of(const BlockEntry& found, std::span<const std::uint8_t> packed) const {
  Unit unit;
  if (found.storage == format::Storage::constant) {
    unit.constant = {found.constant, found.constant};
    return unit;
  }
  unit.words.resize((packed.size() + group_bytes - 1) / group_bytes * 2);
  std::memcpy(unit.words.data(), packed.data(), packed.size());
  return unit;
}

}  // namespace lunette
