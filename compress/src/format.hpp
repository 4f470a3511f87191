#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// The table file, format version 1.
//
// All integers are unsigned and little-endian; signed ones are two's complement. Sections follow each other without
// gaps, and a reader refuses a file that is a byte longer or shorter. "Checksum" is XXH3 with 64 bits and seed 0,
// stored as an integer. Every byte of a file is covered by one. Bytes called zero must be zero.
//
//   header         304 bytes at offset 0
//   block index    24 bytes for each block, then 8: the checksum of all of these entries
//   blocks         the stored bytes of every block, in the order of the index
//   trailer        8 bytes: the checksum of everything before it
//
// Header
//   offset size
//        0    8  magic, "LUNETTE" and the byte 1A
//        8    4  format version
//       12    4  size of the header, 304
//       16   32  name of the ruleset, printable ASCII, zeros after it
//       48    1  rows of the board, 8 or 10
//       49    4  material, canonical, one byte each: white kings, white men, black kings, black men
//       53    1  metric: 0 wdl, 1 dtc, 2 dtw
//       54    1  sides to move stored: 2, or 1 (White) where the material is its own colour flip
//       55    1  entries with a capture: 0 stored truly, 1 filler
//       56    1  encoding, see below
//       57    3  zero
//       60    4  count limit of the ruleset, 0 for none
//       64    8  entries of one side to move, the number of placements (lunette/index/indexer.hpp defines their order)
//       72    4  entries of a block, a power of two from 2^10 to 2^24
//       76    4  zero
//       80    8  checksum of the true value codes, 16 bits each, White to move and then Black to move
//       88   48  offset and size (8 bytes each) of the block index, the blocks and the trailer
//      136  128  statistics of White to move and of Black to move, 64 bytes each:
//                  40  number of positions by value code 0..4 (wdl; otherwise 0)
//                   8  longest distance of a win and of a loss, 4 bytes each, signed, -1 where there is none
//                  16  lowest index that has it, of a win and of a loss, 8 bytes each, all ones where there is none
//                Where one side is stored, the second half holds 0, -1 and all ones.
//      264   32  version of the program that wrote the file, printable ASCII, zeros after it
//      296    8  checksum of the 296 bytes before it
//
// Blocks. Block b of a side holds its entries from b * (entries of a block) on; the last one may be shorter. All blocks
// of White to move come first. An entry of the index:
//        0    8  offset of the stored bytes from the start of the file
//        8    4  their number
//       12    2  value code of a constant block, otherwise zero
//       14    1  storage: 0 constant (no bytes), 1 packed, 2 packed and compressed as one zstd frame (RFC 8878)
//       15    1  zero
//       16    8  checksum of the stored bytes
//
// Encodings of a packed block. wdl codes are 0 loss, 1 blessed loss, 2 draw, 3 cursed win, 4 win; dtc and dtw codes are
// 0 for none and plies + 1 otherwise.
//   0 base 3   wdl with the codes 0, 2 and 4 only: five halved codes a byte, the first one times 1, then 3, 9, 27, 81
//   1 base 5   wdl: three codes a byte, times 1, 5 and 25
//   2 byte     dtc, dtw below 256: one byte a code
//   3 pair     dtc, dtw: two bytes a code
// What is left of the last byte of a block is filled with the code 0.

namespace lunette::format {

inline constexpr std::array<std::uint8_t, 8> magic{'L', 'U', 'N', 'E', 'T', 'T', 'E', 0x1A};
inline constexpr std::size_t version_offset = 8;
inline constexpr std::size_t text_size = 32;
inline constexpr std::size_t checksum_size = 8;
inline constexpr std::size_t header_size = 304;
inline constexpr std::size_t block_entry_size = 24;
inline constexpr std::size_t trailer_size = checksum_size;

inline constexpr std::uint32_t min_block_entries = 1U << 10;
inline constexpr std::uint32_t max_block_entries = 1U << 24;

enum class Encoding : std::uint8_t { base3, base5, byte, pair };
inline constexpr std::uint8_t last_encoding = 3;

enum class Storage : std::uint8_t { constant, packed, zstd };
inline constexpr std::uint8_t last_storage = 2;

}  // namespace lunette::format
