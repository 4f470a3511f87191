#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "lunette/compress/table_file.hpp"
#include "lunette/compress/value_checksum.hpp"
#include "lunette/gen/builder.hpp"
#include "lunette/probe/tablebase.hpp"

namespace lunette::testing {

/// A directory below the system's temporary one, removed at the end.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::random_device seed;
    path_ =
        std::filesystem::temp_directory_path() / ("lunette-test-" + std::to_string(seed()) + std::to_string(seed()));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline const Ruleset& ruleset(std::string_view name) {
  const Result<const Ruleset*> found = find_ruleset(name);
  REQUIRE(found);
  return **found;
}

inline std::vector<Metric> every_metric() {
  return {Metric::wdl, Metric::dtc, Metric::dtw};
}

inline Material material(std::string_view name) {
  const Result<Material> parsed = parse_material(name);
  REQUIRE(parsed);
  return *parsed;
}

/// Tables built by the library, in a directory of their own.
class BuiltSet {
 public:
  BuiltSet(std::string_view rules, int pieces, std::vector<Metric> metrics) : rules_(ruleset(rules)) {
    BuildOptions options;
    options.pieces = pieces;
    run(std::move(options), std::move(metrics));
  }
  BuiltSet(std::string_view rules, std::vector<Material> materials, std::vector<Metric> metrics)
      : rules_(ruleset(rules)) {
    BuildOptions options;
    options.materials = std::move(materials);
    run(std::move(options), std::move(metrics));
  }

  const Ruleset& rules() const { return rules_; }
  const std::filesystem::path& directory() const { return directory_.path(); }
  std::filesystem::path manifest() const { return directory() / std::string(rules_.name) / "manifest.json"; }
  std::filesystem::path path(const Material& canonical, Metric metric) const {
    return table_path(directory(), rules_.name, canonical, metric);
  }
  Tablebase open() const {
    Result<Tablebase> opened = Tablebase::open(rules_, {{directory()}});
    REQUIRE(opened);
    return *std::move(opened);
  }

 private:
  void run(BuildOptions options, std::vector<Metric> metrics) {
    options.rules = &rules_;
    options.directory = directory();
    options.metrics = std::move(metrics);
    const Result<BuildPlan> built = build(options);
    INFO((built ? "" : built.error().message));
    REQUIRE(built);
  }

  const Ruleset& rules_;
  TemporaryDirectory directory_;
};

inline std::vector<char> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void write_file(const std::filesystem::path& path, const std::vector<char>& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// The header of one table and all its codes as they stand in the file.
struct TableContents {
  TableHeader header;
  std::vector<std::vector<ValueCode>> codes;  ///< by side to move
};

inline TableContents read_table(const std::filesystem::path& path) {
  const Result<TableFile> file = TableFile::open(path);
  REQUIRE(file);
  TableContents contents{file->header(), {}};
  for (int side = 0; side < contents.header.sides; ++side) {
    std::vector<ValueCode>& codes = contents.codes.emplace_back();
    for (std::uint64_t block = 0; block < file->blocks(); ++block) {
      std::vector<ValueCode> decoded(file->block_size(block));
      REQUIRE(file->read_block(side, block, decoded));
      codes.insert(codes.end(), decoded.begin(), decoded.end());
    }
  }
  return contents;
}

/// Writes the contents as they are: whatever the header says stays.
inline void write_contents(const std::filesystem::path& path, const TableContents& contents) {
  const ValueSource source = [&contents](int side, std::uint64_t first, std::span<ValueCode> out) {
    const auto& codes = contents.codes[static_cast<std::size_t>(side)];
    std::copy_n(codes.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  };
  REQUIRE(write_table(path, contents.header, source));
}

}  // namespace lunette::testing
