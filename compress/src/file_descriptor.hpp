#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "lunette/rules/result.hpp"

namespace lunette {

/// Owns an open POSIX file; -1 where there is none.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) noexcept : descriptor_(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileDescriptor() {
    if (is_open()) ::close(descriptor_);
  }

  bool is_open() const noexcept { return descriptor_ >= 0; }
  int get() const noexcept { return descriptor_; }
  /// Closes and says whether the system took everything: some filesystems report a full disk only here.
  bool close() noexcept { return ::close(std::exchange(descriptor_, -1)) == 0; }

 private:
  int descriptor_ = -1;
};

/// io_error, "PATH: ACTION: the system's reason".
inline Error io_error(const std::filesystem::path& path, std::string_view action, int error_number) {
  std::string message = path.string();
  message.append(": ").append(action).append(": ").append(std::generic_category().message(error_number));
  return {ErrorCode::io_error, std::move(message)};
}

}  // namespace lunette
