#include "table_image.hpp"

#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>

#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace lunette::fuzz {
namespace {

// compress/src/format.hpp, written out again: a mistake there must not hide here.
constexpr std::size_t header_size = 304;
constexpr std::size_t entry_size = 24;
constexpr std::size_t checksum_size = 8;
constexpr std::size_t encoding_offset = 56;
constexpr std::size_t value_checksum_offset = 80;
constexpr std::uint8_t coded_wdl = 4;
constexpr std::uint8_t coded_distances = 5;
constexpr std::uint8_t zstd_storage = 2;
constexpr std::size_t wdl_model_front = 5;
constexpr std::size_t distance_model_front = 9;
constexpr std::size_t largest_part = std::size_t{1} << 16;

std::uint64_t get(std::span<const std::uint8_t> bytes, std::size_t offset, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | bytes[offset + i];
  return value;
}

void set(std::span<std::uint8_t> bytes, std::size_t offset, std::size_t size, std::uint64_t value) {
  for (std::size_t i = 0; i < size; ++i) bytes[offset + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

void append(Bytes& to, std::span<const std::uint8_t> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

void append_checksum(Bytes& to, std::span<const std::uint8_t> covered) {
  const std::uint64_t checksum = XXH3_64bits(covered.data(), covered.size());
  to.resize(to.size() + checksum_size);
  set(to, to.size() - checksum_size, checksum_size, checksum);
}

bool lies_in(std::uint64_t offset, std::uint64_t size, std::uint64_t all) {
  return offset <= all && size <= all - offset;
}

/// By libFuzzer's own mutations; `growth` bytes longer at most.
void mutate_bytes(Bytes& bytes, std::size_t growth) {
  const std::size_t size = bytes.size();
  bytes.resize(std::max<std::size_t>(size + growth, 1));
  bytes.resize(LLVMFuzzerMutate(bytes.data(), size, bytes.size()));
}

/// The bytes of a zstd frame are changed before they are compressed: nearly no changed frame is one.
bool mutate_frame(Bytes& frame) {
  Bytes plain(largest_part);
  const std::size_t size = ZSTD_decompress(plain.data(), plain.size(), frame.data(), frame.size());
  if (ZSTD_isError(size) != 0) return false;
  plain.resize(size);
  mutate_bytes(plain, 1);
  frame.resize(ZSTD_compressBound(plain.size()));
  frame.resize(ZSTD_compress(frame.data(), frame.size(), plain.data(), plain.size(), 1));
  return true;
}

}  // namespace

std::optional<TableImage> TableImage::parse(std::span<const std::uint8_t> file) {
  if (file.size() < header_size) return std::nullopt;
  TableImage image;
  append(image.header_, file.first(header_size));
  const std::uint64_t index = get(file, 88, 8);
  const std::uint64_t index_size = get(file, 96, 8);
  const std::uint64_t blocks = get(file, 104, 8);
  if (!lies_in(index, index_size, file.size()) || index_size < checksum_size) return std::nullopt;
  for (std::uint64_t at = index; at + entry_size + checksum_size <= index + index_size; at += entry_size) {
    Block block;
    append(block.entry, file.subspan(static_cast<std::size_t>(at), entry_size));
    const std::uint64_t offset = get(block.entry, 0, 8);
    const std::uint64_t size = get(block.entry, 8, 4);
    if (!lies_in(offset, size, file.size())) return std::nullopt;
    append(block.stored, file.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size)));
    image.blocks_.push_back(std::move(block));
  }
  const std::uint64_t index_end = index + index_size;
  if (blocks > file.size() || blocks < index_end) return std::nullopt;
  if (blocks >= index_end + checksum_size) {
    append(image.model_, file.subspan(static_cast<std::size_t>(index_end),
                                      static_cast<std::size_t>(blocks - index_end - checksum_size)));
  }
  return image;
}

bool TableImage::is_coded() const {
  return header_[encoding_offset] == coded_wdl || header_[encoding_offset] == coded_distances;
}

Bytes TableImage::serialize() const {
  Bytes file = header_;
  const std::size_t index_size = blocks_.size() * entry_size + checksum_size;
  const std::size_t blocks = header_size + index_size + (is_coded() ? model_.size() + checksum_size : 0);
  std::size_t offset = blocks;
  Bytes index;
  for (const Block& block : blocks_) {
    Bytes entry = block.entry;
    set(entry, 0, 8, offset);
    set(entry, 8, 4, block.stored.size());
    set(entry, 16, 8, XXH3_64bits(block.stored.data(), block.stored.size()));
    append(index, entry);
    offset += block.stored.size();
  }
  const std::array<std::uint64_t, 6> sections{header_size, index_size, blocks, offset - blocks, offset, checksum_size};
  for (std::size_t i = 0; i < sections.size(); ++i) set(file, 88 + 8 * i, 8, sections[i]);
  file.resize(header_size - checksum_size);
  append_checksum(file, Bytes(file));
  append(file, index);
  append_checksum(file, index);
  if (is_coded()) {
    append(file, model_);
    append_checksum(file, model_);
  }
  for (const Block& block : blocks_) append(file, block.stored);
  append_checksum(file, Bytes(file));
  return file;
}

void TableImage::mutate_model(std::minstd_rand& random) {
  const bool wdl = header_[encoding_offset] == coded_wdl;
  const std::size_t front = wdl ? wdl_model_front : distance_model_front;
  if (model_.size() > front && random() % 8 != 0) {
    Bytes frame(model_.begin() + static_cast<std::ptrdiff_t>(front), model_.end());
    if (mutate_frame(frame)) {
      model_.resize(front);
      if (wdl) set(model_, 1, 4, ZSTD_getFrameContentSize(frame.data(), frame.size()));
      append(model_, frame);
      return;
    }
  }
  mutate_bytes(model_, 4);
}

void TableImage::mutate_block(std::minstd_rand& random) {
  Block& block = blocks_[random() % blocks_.size()];
  if (random() % 16 == 0) {
    mutate_bytes(block.entry, 0);
    block.entry.resize(entry_size);
    return;
  }
  if (block.entry[14] == zstd_storage && random() % 4 != 0 && mutate_frame(block.stored)) return;
  mutate_bytes(block.stored, 16);
}

/// The header of another class, with as many blocks as it must have: those that are there, over and over.
void TableImage::change_class(std::minstd_rand& random) {
  const std::vector<Material> classes = enumerate_materials(3);
  const Material& material = classes[random() % classes.size()];
  const Board board = header_[48] == 10 ? Board::b10 : Board::b8;
  const std::uint64_t entries = Indexer(board, material).size();
  const auto sides = static_cast<std::uint64_t>(is_coded() ? 1 : material.stored_sides());
  const std::uint64_t block_entries = std::uint64_t{1} << (10 + random() % 7);
  header_[49] = material.white_kings;
  header_[50] = material.white_men;
  header_[51] = material.black_kings;
  header_[52] = material.black_men;
  header_[54] = static_cast<std::uint8_t>(material.stored_sides());
  set(header_, 64, 8, entries);
  set(header_, 72, 4, block_entries);
  const auto wanted = static_cast<std::size_t>((entries + block_entries - 1) / block_entries * sides);
  const std::size_t given = blocks_.size();
  for (std::size_t i = given; i < wanted; ++i) blocks_.push_back(Block(blocks_[i - given]));
  blocks_.resize(wanted);
}

void TableImage::set_value_checksum(std::uint64_t checksum) {
  set(header_, value_checksum_offset, checksum_size, checksum);
}

void TableImage::mutate(std::minstd_rand& random) {
  const auto part = random() % 16;
  if (part == 0 || blocks_.empty()) {
    mutate_bytes(header_, 0);
    header_.resize(header_size);
  } else if (part == 1) {
    change_class(random);
  } else if (part < 7 && is_coded()) {
    mutate_model(random);
  } else {
    mutate_block(random);
  }
}

std::size_t mutate_table(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  std::minstd_rand random(seed);
  auto image = random() % 16 == 0 ? std::nullopt : TableImage::parse({data, size});
  if (!image) return LLVMFuzzerMutate(data, size, max_size);
  image->mutate(random);
  const Bytes file = image->serialize();
  if (file.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(file.begin(), file.end(), data);
  return file.size();
}

}  // namespace lunette::fuzz
