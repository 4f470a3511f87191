#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "lunette/rules/result.hpp"
#include "system_file.hpp"

namespace lunette {

/// A regular file mapped for reading. The descriptor is closed again: thousands of tables may be open.
class MappedFile {
 public:
  /// Error: io_error. An empty file is mapped as no bytes.
  static Result<MappedFile> open(const std::filesystem::path& path);

  MappedFile(MappedFile&& other) noexcept : mapping_(std::exchange(other.mapping_, {})) {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(mapping_, other.mapping_);
    return *this;
  }
  ~MappedFile();

  std::span<const std::uint8_t> bytes() const noexcept { return {mapping_.data, mapping_.size}; }

 private:
  explicit MappedFile(const Mapping& mapping) noexcept : mapping_(mapping) {}

  Mapping mapping_;
};

}  // namespace lunette
