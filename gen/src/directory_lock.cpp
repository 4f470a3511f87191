#include "directory_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <thread>
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
void tell_owner(int descriptor) noexcept {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  if (::ftruncate(descriptor, 0) != 0) return;
  ::dprintf(descriptor, "process %ld on %s\n", static_cast<long>(::getpid()), host.data());
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

Result<std::optional<DirectoryLock>> DirectoryLock::try_acquire(const std::filesystem::path& file) {
  for (;;) {
    std::filesystem::path held = file;
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return failure(file, errno);
    int locked = 0;
    do {
      locked = ::flock(descriptor, LOCK_EX | LOCK_NB);
    } while (locked != 0 && errno == EINTR);
    if (locked != 0) {
      const int error = errno;
      ::close(descriptor);
      if (error == EWOULDBLOCK) return std::optional<DirectoryLock>{};
      return failure(file, error);
    }
    if (is_still_there(file, descriptor)) {
      tell_owner(descriptor);
      return std::optional(DirectoryLock(std::move(held), descriptor));
    }
    ::close(descriptor);
  }
}

Result<DirectoryLock> DirectoryLock::acquire(const std::filesystem::path& file, std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds pause(20);
  for (;; patience -= pause) {
    auto held = try_acquire(file);
    if (!held) return std::move(held).error();
    if (*held) return *std::move(*held);
    if (patience <= pause) return Error{ErrorCode::io_error, file.string() + ": another process keeps it locked"};
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace lunette::gen
