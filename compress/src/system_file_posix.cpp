#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <limits>

#include "system_file.hpp"

namespace lunette {
namespace {

std::error_code last_error() noexcept {
  return {errno, std::generic_category()};
}

std::error_code make_error(int number) noexcept {
  return {number, std::generic_category()};
}

Transfer transferred(ssize_t bytes) noexcept {
  if (bytes >= 0) return {static_cast<std::size_t>(bytes), {}};
  return {0, errno == EINTR ? std::error_code() : last_error()};
}

/// Closes a file at the end of a block.
class Closing {
 public:
  explicit Closing(int file) noexcept : file_(file) {}
  Closing(const Closing&) = delete;
  Closing& operator=(const Closing&) = delete;
  ~Closing() { ::close(file_); }

 private:
  int file_;
};

}  // namespace

std::error_code SystemFile::create(const std::filesystem::path& path) noexcept {
  handle_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  return is_open() ? std::error_code() : last_error();
}

Transfer SystemFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) noexcept {
  return transferred(::pwrite(handle_, bytes.data(), bytes.size(), static_cast<off_t>(offset)));
}

Transfer SystemFile::read_at(std::uint64_t offset, std::span<std::uint8_t> out) const noexcept {
  ssize_t read = -1;
  do {
    read = ::pread(handle_, out.data(), out.size(), static_cast<off_t>(offset));
  } while (read < 0 && errno == EINTR);
  return transferred(read);
}

std::error_code SystemFile::synchronise() noexcept {
  return ::fsync(handle_) == 0 ? std::error_code() : last_error();
}

std::error_code SystemFile::close() noexcept {
  return ::close(std::exchange(handle_, none())) == 0 ? std::error_code() : last_error();
}

std::error_code replace_file(const std::filesystem::path& from, const std::filesystem::path& to) noexcept {
  return ::rename(from.c_str(), to.c_str()) == 0 ? std::error_code() : last_error();
}

void remove_file(const std::filesystem::path& path) noexcept {
  ::unlink(path.c_str());
}

std::error_code synchronise_directory(const std::filesystem::path& directory) noexcept {
  const int file = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return last_error();
  const Closing closing(file);
  // EINVAL: the filesystem has no such operation on directories, and renames are as durable as they get.
  return ::fsync(file) == 0 || errno == EINVAL ? std::error_code() : last_error();
}

std::uint64_t process_number() noexcept {
  return static_cast<std::uint64_t>(::getpid());
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : std::string();
}

MappingFault map_file(const std::filesystem::path& path, Mapping& mapping) noexcept {
  // O_NONBLOCK: opening a pipe by mistake must fail below, not wait for a writer.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return {"cannot open", last_error()};
  const Closing closing(file);
  struct stat status {};
  if (::fstat(file, &status) != 0) return {"cannot read its size", last_error()};
  if (S_ISDIR(status.st_mode)) return {"cannot read", make_error(EISDIR)};
  if (!S_ISREG(status.st_mode)) return {"not a regular file", make_error(EINVAL)};
  mapping = {};
  if (status.st_size == 0) return {};
  if (static_cast<std::uint64_t>(status.st_size) > std::numeric_limits<std::size_t>::max()) {
    return {"cannot map", make_error(EFBIG)};
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (data == MAP_FAILED) return {"cannot map", last_error()};
  mapping = {static_cast<const std::uint8_t*>(data), size};
  return {};
}

void unmap(const Mapping& mapping) noexcept {
  if (mapping.data != nullptr) ::munmap(const_cast<std::uint8_t*>(mapping.data), mapping.size);
}

}  // namespace lunette
