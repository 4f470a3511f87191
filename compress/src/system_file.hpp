#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <utility>

// All that compress/ asks of the operating system about files, once for POSIX and once for Windows. Nothing throws; an
// error is the system's own.

namespace lunette {

/// Bytes moved by one call, which may be fewer than asked for.
struct Transfer {
  std::size_t bytes = 0;
  std::error_code error;
};

/// A file that is written and read back at any place.
class SystemFile {
 public:
#ifdef _WIN32
  using Handle = void*;
#else
  using Handle = int;
#endif

  SystemFile() = default;
  SystemFile(SystemFile&& other) noexcept : handle_(std::exchange(other.handle_, none())) {}
  SystemFile& operator=(SystemFile&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~SystemFile() {
    if (is_open()) static_cast<void>(close());
  }

  /// Makes a file that was not there: std::errc::file_exists if it was.
  std::error_code create(const std::filesystem::path& path) noexcept;
  bool is_open() const noexcept {
    return handle_ != none();
  }
  Transfer write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) noexcept;
  /// No bytes at the end of the file.
  Transfer read_at(std::uint64_t offset, std::span<std::uint8_t> out) const noexcept;
  /// Waits until what is written is on the disk.
  std::error_code synchronise() noexcept;
  /// Some filesystems report a full disk only here.
  std::error_code close() noexcept;

 private:
  static Handle none() noexcept {
    return reinterpret_handle(-1);
  }
  static Handle reinterpret_handle(std::intptr_t value) noexcept {
#ifdef _WIN32
    return reinterpret_cast<Handle>(value);
#else
    return static_cast<Handle>(value);
#endif
  }

  Handle handle_ = none();
};

/// Gives a file another's name, whose file is gone then: at every moment there is one of the two. On Windows this fails
/// as long as somebody has the other mapped.
std::error_code replace_file(const std::filesystem::path& from, const std::filesystem::path& to) noexcept;
void remove_file(const std::filesystem::path& path) noexcept;
/// Waits until the names in a directory are on the disk.
std::error_code synchronise_directory(const std::filesystem::path& directory) noexcept;
/// Differs from that of every other process which runs on this machine.
std::uint64_t process_number() noexcept;
/// As the machine calls itself; empty if it does not say.
std::string host_name();

/// A regular file in memory; no bytes where it is empty.
struct Mapping {
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;
};
/// What could not be done, in words, where there is no mapping.
struct MappingFault {
  const char* action = nullptr;
  std::error_code error;
};
/// Never waits: a pipe is refused. The file is closed again, the mapping stays.
MappingFault map_file(const std::filesystem::path& path, Mapping& mapping) noexcept;
void unmap(const Mapping& mapping) noexcept;

}  // namespace lunette
