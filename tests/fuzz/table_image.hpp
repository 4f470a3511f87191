#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

// A table file taken apart, changed in one part and put together again with every size, offset and checksum right: so
// that a fuzzer gets behind the checksums, to what a forger could write.

namespace lunette::fuzz {

using Bytes = std::vector<std::uint8_t>;

class TableImage {
 public:
  /// Absent if the sections do not lie in the file as its header says.
  static std::optional<TableImage> parse(std::span<const std::uint8_t> file);
  Bytes serialize() const;

  /// As if its values had this checksum: what coded distances know their WDL by.
  void set_value_checksum(std::uint64_t checksum);

  /// Changes one part: header, index, model, a block (as stored or decompressed), or the class that it is said to hold.
  void mutate(std::minstd_rand& random);

 private:
  struct Block {
    Bytes entry;  ///< of the block index
    Bytes stored;
  };

  bool is_coded() const;
  void mutate_model(std::minstd_rand& random);
  void mutate_block(std::minstd_rand& random);
  void change_class(std::minstd_rand& random);

  Bytes header_;
  std::vector<Block> blocks_;
  Bytes model_;  ///< without its checksum
};

/// A custom mutator of libFuzzer for table files: mostly by parts, sometimes the bytes as they are, checksums wrong.
std::size_t mutate_table(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);

}  // namespace lunette::fuzz
