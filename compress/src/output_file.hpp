#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "lunette/rules/result.hpp"
#include "system_file.hpp"

namespace lunette {

/// A file that appears under its name only when it is whole: written beside it under a unique temporary name, made
/// durable, then renamed. Destroyed without commit(), it leaves nothing behind. All errors are io_error.
class OutputFile {
 public:
  /// Missing parent directories are made.
  static Result<OutputFile> create(const std::filesystem::path& path);

  OutputFile(OutputFile&& other) noexcept
      : path_(std::move(other.path_)),
        temporary_(std::exchange(other.temporary_, {})),
        oldest_directory_(std::move(other.oldest_directory_)),
        file_(std::move(other.file_)) {}
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  Result<void> write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes);
  Result<void> read_at(std::uint64_t offset, std::span<std::uint8_t> out) const;
  Result<void> commit();

 private:
  OutputFile() = default;
  Result<void> make_directories();
  Result<void> open_temporary();
  Result<void> sync_directories() const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;         // empty once there is nothing to remove
  std::filesystem::path oldest_directory_;  // the deepest one that was there before
  SystemFile file_;
};

}  // namespace lunette
