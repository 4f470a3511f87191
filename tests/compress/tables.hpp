#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/compress/value_checksum.hpp"

// Small tables to write, and a directory for them that vanishes with the test.

namespace lunette::tables {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::random_device random;
    do {
      path_ = std::filesystem::temp_directory_path() / ("lunette-compress-" + std::to_string(random()));
    } while (!std::filesystem::create_directory(path_));
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      names.push_back(entry.path().filename().string());
    return names;
  }

 private:
  std::filesystem::path path_;
};

/// The codes of a whole table, by side to move.
using Codes = std::vector<std::vector<ValueCode>>;

inline ValueSource source_of(const Codes& codes) {
  return [&codes](int side, std::uint64_t first, std::span<ValueCode> out) {
    const auto& from = codes[static_cast<std::size_t>(side)];
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  };
}

inline TableHeader header_of(const std::string& material, Metric metric, Board board = Board::b8,
                             std::uint32_t block_entries = 1U << 10) {
  TableHeader header;
  header.ruleset = "traditional";
  header.board = board;
  header.material = *parse_material(material);
  header.metric = metric;
  header.count_limit = 13;
  header.sides = header.material.stored_sides();
  header.entries = Indexer(board, header.material).size();
  header.block_entries = block_entries;
  return header;
}

/// Codes of which every block is different in kind: a constant, a simple pattern, noise.
inline Codes mixed_codes(const TableHeader& header, const std::vector<ValueCode>& alphabet) {
  std::mt19937 random(7);
  Codes codes(static_cast<std::size_t>(header.sides));
  for (auto& side : codes) {
    for (std::uint64_t i = 0; i < header.entries; ++i) {
      const std::uint64_t block = i / header.block_entries;
      const std::uint64_t pick = block % 3 == 0 ? block / 3 : block % 3 == 1 ? i / 50 : random();
      side.push_back(alphabet[static_cast<std::size_t>(pick % alphabet.size())]);
    }
  }
  return codes;
}

/// True if the table holds exactly these codes, by read_block and by code_at.
inline bool holds(const TableFile& table, const Codes& codes) {
  for (int side = 0; side < table.header().sides; ++side) {
    for (std::uint64_t block = 0; block < table.blocks(); ++block) {
      std::vector<ValueCode> read(table.block_size(block));
      const auto packed = table.read_unit(side, block);
      if (!table.read_block(side, block, read) || !packed) return false;
      const std::uint64_t first = block * table.header().block_entries;
      for (std::uint32_t i = 0; i < read.size(); ++i) {
        const ValueCode expected = codes[static_cast<std::size_t>(side)][static_cast<std::size_t>(first + i)];
        if (read[i] != expected || table.code_at(*packed, side, i) != expected) return false;
      }
    }
  }
  return true;
}

/// By index and side: whether the side to move has a capture.
inline std::vector<std::vector<bool>> captures_of(const TableHeader& header) {
  const Indexer indexer(header.board, header.material);
  std::vector<std::vector<bool>> captures(2);
  for_each_row(indexer, 0, indexer.size(), [&](const Row& row, std::uint64_t) {
    const auto capturing = capture_squares(header.board, row);
    for (Bitboard rest = row.squares; rest != 0; rest &= rest - 1) {
      for (std::size_t side = 0; side < 2; ++side) {
        captures[side].push_back((capturing[side] & rest & (~rest + 1)) != 0);
      }
    }
    return true;
  });
  return captures;
}

inline WriteOptions coded(std::uint32_t segment_entries = 1U << 9) {
  WriteOptions options;
  options.form = Form::coded;
  options.segment_entries = segment_entries;
  return options;
}

}  // namespace lunette::tables
