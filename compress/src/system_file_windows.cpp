#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

#include <algorithm>
#include <array>
#include <limits>

#include "system_file.hpp"

namespace lunette {
namespace {

std::error_code last_error() noexcept {
  return {static_cast<int>(::GetLastError()), std::system_category()};
}

std::error_code error_unless(BOOL succeeded) noexcept {
  return succeeded != 0 ? std::error_code() : last_error();
}

/// Calls move 32-bit counts.
DWORD count_of(std::size_t bytes) noexcept {
  return static_cast<DWORD>(std::min<std::size_t>(bytes, std::size_t{1} << 30));
}

OVERLAPPED place_of(std::uint64_t offset) noexcept {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset & 0xFFFFFFFFU);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return place;
}

/// Closes a handle at the end of a block.
class Closing {
 public:
  explicit Closing(HANDLE handle) noexcept : handle_(handle) {}
  Closing(const Closing&) = delete;
  Closing& operator=(const Closing&) = delete;
  ~Closing() { ::CloseHandle(handle_); }

 private:
  HANDLE handle_;
};

}  // namespace

std::error_code SystemFile::create(const std::filesystem::path& path) noexcept {
  handle_ = ::CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                          CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
  return error_unless(is_open() ? TRUE : FALSE);
}

Transfer SystemFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) noexcept {
  OVERLAPPED place = place_of(offset);
  DWORD written = 0;
  const BOOL succeeded = ::WriteFile(handle_, bytes.data(), count_of(bytes.size()), &written, &place);
  return {written, error_unless(succeeded)};
}

Transfer SystemFile::read_at(std::uint64_t offset, std::span<std::uint8_t> out) const noexcept {
  OVERLAPPED place = place_of(offset);
  DWORD read = 0;
  const BOOL succeeded = ::ReadFile(handle_, out.data(), count_of(out.size()), &read, &place);
  if (succeeded == 0 && ::GetLastError() == ERROR_HANDLE_EOF) return {};
  return {read, error_unless(succeeded)};
}

std::error_code SystemFile::synchronise() noexcept {
  return error_unless(::FlushFileBuffers(handle_));
}

std::error_code SystemFile::close() noexcept {
  return error_unless(::CloseHandle(std::exchange(handle_, none())));
}

std::error_code replace_file(const std::filesystem::path& from, const std::filesystem::path& to) noexcept {
  // Refused also while somebody else is at the same name, another writer or a virus scanner: that passes.
  constexpr int attempts = 50;
  constexpr DWORD pause_milliseconds = 10;
  for (int attempt = 1;; ++attempt) {
    constexpr DWORD how = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
    if (::MoveFileExW(from.c_str(), to.c_str(), how) != 0) return {};
    const std::error_code error = last_error();
    const bool passes = error.value() == ERROR_ACCESS_DENIED || error.value() == ERROR_SHARING_VIOLATION;
    if (!passes || attempt == attempts) return error;
    ::Sleep(pause_milliseconds);
  }
}

void remove_file(const std::filesystem::path& path) noexcept {
  ::DeleteFileW(path.c_str());
}

/// There is no such operation: MOVEFILE_WRITE_THROUGH has waited for the name.
std::error_code synchronise_directory(const std::filesystem::path& /*directory*/) noexcept {
  return {};
}

std::uint64_t process_number() noexcept {
  return ::GetCurrentProcessId();
}

std::string host_name() {
  std::array<char, MAX_COMPUTERNAME_LENGTH + 1> name{};
  DWORD size = static_cast<DWORD>(name.size());
  return ::GetComputerNameA(name.data(), &size) != 0 ? name.data() : std::string();
}

MappingFault map_file(const std::filesystem::path& path, Mapping& mapping) noexcept {
  mapping = {};
  const HANDLE file = ::CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                    nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_RANDOM_ACCESS, nullptr);
  if (file == INVALID_HANDLE_VALUE) return {"cannot open", last_error()};
  const Closing closing_file(file);
  if (::GetFileType(file) != FILE_TYPE_DISK)
    return {"not a regular file", {ERROR_BAD_FILE_TYPE, std::system_category()}};
  LARGE_INTEGER size{};
  if (::GetFileSizeEx(file, &size) == 0) return {"cannot read its size", last_error()};
  if (size.QuadPart == 0) return {};
  if (static_cast<std::uint64_t>(size.QuadPart) > std::numeric_limits<std::size_t>::max()) {
    return {"cannot map", {ERROR_FILE_TOO_LARGE, std::system_category()}};
  }
  const HANDLE section = ::CreateFileMappingW(file, nullptr, PAGE_READONLY, 0, 0, nullptr);
  if (section == nullptr) return {"cannot map", last_error()};
  const Closing closing_section(section);
  const void* const data = ::MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
  if (data == nullptr) return {"cannot map", last_error()};
  mapping = {static_cast<const std::uint8_t*>(data), static_cast<std::size_t>(size.QuadPart)};
  return {};
}

void unmap(const Mapping& mapping) noexcept {
  if (mapping.data != nullptr) ::UnmapViewOfFile(mapping.data);
}

}  // namespace lunette
