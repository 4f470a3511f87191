#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "lunette/rules/result.hpp"

namespace lunette {

/// A regular file mapped for reading. The descriptor is closed again: thousands of tables may be open.
class MappedFile {
 public:
  /// Error: io_error. An empty file is mapped as no bytes.
  static Result<MappedFile> open(const std::filesystem::path& path);

  MappedFile(MappedFile&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~MappedFile();

  std::span<const std::uint8_t> bytes() const noexcept { return {data_, size_}; }

 private:
  MappedFile(const std::uint8_t* data, std::size_t size) noexcept : data_(data), size_(size) {}

  const std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace lunette
