#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "catch.hpp"
#include "copy_tables.hpp"
#include "fixture.hpp"

// Tables to be damaged, and what a test asks of the errors that come of it.

inline std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// By rename, as the writer does: a mapped file must never shrink under its reader.
inline void replace_bytes(const std::filesystem::path& path, std::string_view bytes) {
  const std::filesystem::path other = path.string() + ".new";
  std::ofstream(other, std::ios::binary) << bytes;
  std::filesystem::rename(other, path);
}

/// A copy of a ruleset's 3-piece tables that may be damaged.
class TableCopy {
 public:
  explicit TableCopy(std::string_view rules) : world(three_pieces(rules)) {
    copy_tables(world.directory.path(), directory.path());
  }
  std::filesystem::path file(std::string_view name, lunette::Metric metric = lunette::Metric::wdl) const {
    return lunette::table_path(directory.path(), world.truth.rules().name, material(name), metric);
  }
  lunette::Tablebase open() const {
    return *lunette::Tablebase::open(world.truth.rules(), {{directory.path()}, 1 << 20});
  }
  lunette::Position at(std::string_view fen) const { return position(world.truth.rules(), fen); }

  const World& world;
  TemporaryDirectory directory;
};

template <class T>
bool fails(const lunette::Result<T>& result, lunette::ErrorCode code, std::string_view words) {
  if (result) return false;
  CAPTURE(to_string(result.error().code), result.error().message);
  CHECK(result.error().code == code);
  CHECK(result.error().message.find(words) != std::string::npos);
  CHECK(result.error().message.find('\n') == std::string::npos);
  return result.error().code == code && result.error().message.find(words) != std::string::npos;
}
