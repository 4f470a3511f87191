#include "directory_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace lunette::gen {
namespace {

Error failure(const std::filesystem::path& file, int error) {
  return {ErrorCode::io_error, "cannot lock " + file.string() + ": " + std::generic_category().message(error)};
}

/// The owner before this one may have removed the file while this one waited for its lock.
bool is_still_there(const std::filesystem::path& file, int descriptor) {
  struct stat locked {};
  struct stat named {};
  return ::fstat(descriptor, &locked) == 0 && ::stat(file.c_str(), &named) == 0 && locked.st_dev == named.st_dev &&
         locked.st_ino == named.st_ino;
}

/// For people who look into the directory; nothing depends on it.
void tell_owner(int descriptor) {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  std::string owner = "process ";
  owner.append(std::to_string(::getpid())).append(" on ").append(host.data()).append("\n");
  if (::ftruncate(descriptor, 0) != 0) return;
  [[maybe_unused]] const ssize_t written = ::write(descriptor, owner.data(), owner.size());
}

}  // namespace

DirectoryLock::DirectoryLock(std::filesystem::path file, int descriptor)
    : file_(std::move(file)), descriptor_(descriptor) {}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

DirectoryLock::~DirectoryLock() {
  if (descriptor_ < 0) return;
  ::unlink(file_.c_str());
  ::close(descriptor_);
}

Result<std::optional<DirectoryLock>> DirectoryLock::lock(const std::filesystem::path& file, int operation) {
  for (;;) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return failure(file, errno);
    int locked = 0;
    do {
      locked = ::flock(descriptor, operation);
    } while (locked != 0 && errno == EINTR);
    if (locked != 0) {
      const int error = errno;
      ::close(descriptor);
      if (error == EWOULDBLOCK) return std::optional<DirectoryLock>{};
      return failure(file, error);
    }
    if (is_still_there(file, descriptor)) {
      tell_owner(descriptor);
      return std::optional(DirectoryLock(file, descriptor));
    }
    ::close(descriptor);
  }
}

Result<std::optional<DirectoryLock>> DirectoryLock::try_acquire(const std::filesystem::path& file) {
  return lock(file, LOCK_EX | LOCK_NB);
}

Result<DirectoryLock> DirectoryLock::acquire(const std::filesystem::path& file) {
  auto held = lock(file, LOCK_EX);
  if (!held) return std::move(held).error();
  return *std::move(*held);
}

}  // namespace lunette::gen
