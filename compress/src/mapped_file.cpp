#include "mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <limits>

#include "file_descriptor.hpp"

namespace lunette {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a pipe by mistake must fail below, not wait for a writer.
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return io_error(path, "cannot open", errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return io_error(path, "cannot read its size", errno);
  if (S_ISDIR(status.st_mode)) return io_error(path, "cannot read", EISDIR);
  if (!S_ISREG(status.st_mode)) return io_error(path, "not a regular file", EINVAL);
  if (status.st_size == 0) return MappedFile(nullptr, 0);
  if (static_cast<std::uint64_t>(status.st_size) > std::numeric_limits<std::size_t>::max()) {
    return io_error(path, "cannot map", EFBIG);
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
  if (data == MAP_FAILED) return io_error(path, "cannot map", errno);
  return MappedFile(static_cast<const std::uint8_t*>(data), size);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::uint8_t*>(data_), size_);
}

}  // namespace lunette
