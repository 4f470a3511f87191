#pragma once

#include <filesystem>

/// Copies a directory with all that is below it to one that may be there. std::filesystem::copy() of libstdc++ for
/// Windows cannot.
inline void copy_tables(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::filesystem::create_directories(to);
  for (const auto& entry : std::filesystem::directory_iterator(from)) {
    const std::filesystem::path copy = to / entry.path().filename();
    if (entry.is_directory()) {
      copy_tables(entry.path(), copy);
    } else {
      std::filesystem::copy_file(entry.path(), copy);
    }
  }
}
