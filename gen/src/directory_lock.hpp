#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "lunette/rules/result.hpp"

namespace lunette::gen {

/// A right that one builder at a time has in a directory: to build a class, or to rewrite the manifest. It is an
/// advisory lock (flock) on a file that tells its owner, so that the right of a builder that died is free at once and
/// the file it left behind is taken over.
class DirectoryLock {
 public:
  /// Absent while another process, or another lock of this one, has it. Errors: io_error.
  static Result<std::optional<DirectoryLock>> try_acquire(const std::filesystem::path& file);
  /// Waits for it; io_error if it does not come.
  static Result<DirectoryLock> acquire(const std::filesystem::path& file, std::chrono::milliseconds patience);

  DirectoryLock(DirectoryLock&& other) noexcept;
  DirectoryLock& operator=(DirectoryLock&&) = delete;
  ~DirectoryLock();

 private:
  DirectoryLock(std::filesystem::path file, int descriptor);

  std::filesystem::path file_;
  int descriptor_;
};

}  // namespace lunette::gen
