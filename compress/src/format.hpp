#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// The table file, format versions 1 and 2. Version 2 is a file of coded blocks (encodings 4 and 5); everything else is
// the same in both. docs/format.md says the same at greater length, for those who write another reader.
//
// All integers are unsigned and little-endian; signed ones are two's complement. Sections follow each other without
// gaps, and a reader refuses a file that is a byte longer or shorter. "Checksum" is XXH3 with 64 bits and seed 0,
// stored as an integer. Every byte of a file is covered by one. Bytes called zero must be zero.
//
//   header         304 bytes at offset 0
//   block index    24 bytes for each block, then 8: the checksum of all of these entries
//   model          version 2 only: what the coded blocks are read with, then 8: the checksum of these bytes
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
//       57    1  version 2: binary logarithm of the entries of a segment, 9 to 15; otherwise zero
//       58    2  zero
//       60    4  count limit of the ruleset, 0 for none
//       64    8  entries of one side to move, the number of placements (lunette/index/indexer.hpp defines their order)
//       72    4  entries of a block, a power of two from 2^10 to 2^24
//       76    4  zero
//       80    8  checksum of the true value codes, 16 bits each, White to move and then Black to move
//       88   48  offset and size (8 bytes each) of the block index, the blocks and the trailer; the model lies between
//                the first two
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
//   4 coded    wdl with the codes 0, 2 and 4 only, for both sides to move at once; entries with a capture are left out
//   5 coded    dtc and dtw, for both sides to move at once; entries with a capture are left out, and draws, which
//              the WDL file of the class tells: the file of the same name with the ending .wdl, of any encoding
// What is left of the last byte of a block is filled with the code 0.
//
// Coded blocks (4 and 5). A block holds the entries of both sides to move (where two are stored), so the index has one
// entry for a block, storage 1. Its stored bytes are a directory with one byte for each of its segments, the sizes of
// long segments with 2 bytes each, and then the words of the segments, 2 bytes each. A byte of the directory is
//   0..238     the number of the segment's words
//   239..247   encoding 4, no words: all entries without a capture have the halved code (byte - 239) % 3, White to
//              move, and (byte - 239) / 3, Black to move
//   255        a long segment: its number of words stands after the directory
// A segment is decoded by itself. It is cut into rows (lunette/index/row_walk.hpp), which end where the segment does:
// what is outside of it is not of the row. Of encoding 4, in each row come the entries of the side that the model names
// first, then those of the other, lowest square first. Each entry without a capture is a symbol, its halved code,
// decoded with a distribution that its context chooses:
//   pattern    w(b - 1, s) + 3 w(b, s) + 9 w(b - l, s) + 27 w(b - r, s) + 81 w(b, s - r) + 243 w(b, s - l),
//              doubled, and one more if the other side, were it to move, would have a capture. w(b, s) is the symbol
//              last decoded for this side with the moving piece on bit s and the piece beside it on bit b, in this
//              segment; before there is one, the model's typical value, also of bits that are no squares; below bit 0
//              always 1. l and r are the bit distances of a step down to the left (4 on 8x8, 5 on 10x10) and to the
//              right (5, 6).
//   cell       s for the side that comes first. For the other, s + 54 (4 v + 2 m + d): v is the first side's symbol of
//              the same placement, 3 if that has a capture; m is 1 if the moving piece could go from here, in one quiet
//              move, to a square of this row where the first side, having no capture, is lost, and d the same for
//              drawn.
// The model gives the distribution: cells[row[pattern] * (54 or 864) + cell] is its number in the grid of
// compress/src/distributions.hpp, and compress/src/range_coder.hpp says how a symbol is drawn from the words.
//
// Coded distances. In each row come the entries of the side that does not move the row's piece, then those of the side
// that does (White to move alone where one side is stored), lowest square first; of these, the decided ones without a
// capture: won where the WDL code is above 2, lost where it is below. All others read as 0. The code of each is the sum
// of a prediction p and a difference. Of a side, c(b, s) is the code last decoded with the moving piece on bit s and
// the piece beside it on bit b, in this segment, be it in this row or before; 0 before there is one and beside the
// board. n(x) is 0 if x is 0, 1 if x < p, 2 if x = p, 3 if x > p. A context is
//   64 (2 class(p) + (1 if won)) + 16 n1 + 4 n2 + n3, with class(p) = p below 8, then 8 to 9, 10 to 12, 13 to 17, 18 to
//   29, and what is above
//   first side    p = c(b, s), or c(b - 1, s) if that is 0, or else d = max(c(b, s - l), c(b, s - r)); n1 = n(c(b - 1,
//                 s)), n2 = n(d), n3 = n(c(b, s')), s' the next lower square of the row, 0 if s is the lowest
//   second side   Of the squares of this row to which the row's piece could go in one quiet move: where the other
//                 side, without a capture, is lost (if this one has won), the least code; where it has won (if this
//                 one is lost), the greatest. p is one more than that code, or c(b, s) where there is none, or else
//                 c(b - 1, s). n1 = n(c(b, s), or c(b - 1, s) if that is 0); n2 = 2 if there was such a code, and 1
//                 more if all the squares where the piece could go are of this row and leave the other side without a
//                 capture; n3 = n(the other side's code of this placement, 0 if it is drawn or has a capture)
// A context's choice has two differences and a distribution: symbol 0 is the first, 1 the second. After symbol 2, the
// six choices of the list of context / 64 are tried in the same way; after another six times 2, the code follows as 16
// binary symbols, highest first, with the distribution of 8192 (0), 8191 (1) and 1 (never). A code below 1, or above
// what its bytes hold, is a fault.
//
// Model of encoding 4. 1 byte: the side that comes first, 0 White to move, 1 Black to move; 4 bytes: the size of what
// follows when decompressed; one zstd frame. In it, for each stored side to move in coding order: 1 byte, the number of
// rows of cells; 54 * 54 typical symbols, by bit of the piece beside and bit of the moving piece; 1458 bytes, the row
// of each pattern; and the rows of cells, 54 bytes each for the first side, 864 for the second.
//
// Model of encoding 5. 1 byte: bytes of a decoded code, 1 (if 255 is enough) or 2; 8 bytes: checksum of the value codes
// of the WDL file; one zstd frame of 5460 bytes a side when decompressed. In it, for each stored side to move in coding
// order, of its 1664 contexts and then of its 26 lists of 6: the first differences, the second differences (1 byte
// each, signed), the numbers of the distributions in the grid.

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

enum class Encoding : std::uint8_t { base3, base5, byte, pair, coded, coded_distances };
inline constexpr std::uint8_t last_encoding = 5;
constexpr bool is_coded(Encoding encoding) {
  return encoding == Encoding::coded || encoding == Encoding::coded_distances;
}

inline constexpr std::uint32_t plain_version = 1;
inline constexpr std::uint32_t coded_version = 2;
inline constexpr int min_segment_shift = 9;
inline constexpr int max_segment_shift = 15;
inline constexpr std::uint8_t first_constant_segment = 239;
inline constexpr std::uint8_t long_segment = 255;

enum class Storage : std::uint8_t { constant, packed, zstd };
inline constexpr std::uint8_t last_storage = 2;

}  // namespace lunette::format
