#include "output_file.hpp"

#include <fcntl.h>
#include <sys/types.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <system_error>

#include "lunette/compress/table_file.hpp"
#include "without_exceptions.hpp"

namespace lunette {
namespace {

std::filesystem::path directory_of(const std::filesystem::path& path) {
  const std::filesystem::path parent = path.parent_path();
  return parent.empty() ? std::filesystem::path(".") : parent;
}

/// A name that no other writer has: the process, and random bits against other machines on a shared disk. Dotted,
/// so that no reader takes it for a table.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  std::random_device random;
  std::string name = ".";
  name.append(path.filename().string()).append(".").append(std::to_string(::getpid()));
  name.append("-").append(std::to_string(random())).append(".tmp");
  return directory_of(path) / name;
}

Result<void> sync_directory(const std::filesystem::path& directory) {
  const FileDescriptor file(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!file.is_open()) return io_error(directory, "cannot open", errno);
  // EINVAL: the filesystem has no such operation on directories, and renames are as durable as they get.
  if (::fsync(file.get()) != 0 && errno != EINVAL) return io_error(directory, "cannot synchronise", errno);
  return {};
}

}  // namespace

Result<OutputFile> OutputFile::create(const std::filesystem::path& path) {
  OutputFile output;
  output.path_ = path;
  if (auto made = output.make_directories(); !made) return std::move(made).error();
  if (auto opened = output.open_temporary(); !opened) return std::move(opened).error();
  return output;
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> OutputFile::make_directories() {
  const std::filesystem::path directory = directory_of(path_);
  std::error_code error;
  oldest_directory_ = directory;
  while (!std::filesystem::exists(oldest_directory_, error)) {
    const std::filesystem::path above = directory_of(oldest_directory_);
    if (above == oldest_directory_) break;
    oldest_directory_ = above;
  }
  std::filesystem::create_directories(directory, error);
  if (error) return io_error(directory, "cannot make the directory", error.value());
  return {};
}

Result<void> OutputFile::open_temporary() {
  constexpr int attempts = 16;
  std::filesystem::path name;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    name = temporary_name(path_);
    file_ = FileDescriptor(::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file_.is_open()) {
      temporary_ = std::move(name);
      return {};
    }
    if (errno != EEXIST) break;
  }
  return io_error(name, "cannot create", errno);
}

Result<void> OutputFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return io_error(temporary_, "cannot write", errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return {};
}

Result<void> OutputFile::read_at(std::uint64_t offset, std::span<std::uint8_t> out) const {
  while (!out.empty()) {
    const ssize_t read = ::pread(file_.get(), out.data(), out.size(), static_cast<off_t>(offset));
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) return io_error(temporary_, "cannot read back", errno);
    if (read == 0) return io_error(temporary_, "cannot read back", EIO);
    out = out.subspan(static_cast<std::size_t>(read));
    offset += static_cast<std::uint64_t>(read);
  }
  return {};
}

Result<void> OutputFile::commit() {
  if (::fsync(file_.get()) != 0) return io_error(temporary_, "cannot synchronise", errno);
  if (!file_.close()) return io_error(temporary_, "cannot close", errno);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return io_error(path_, "cannot rename to", errno);
  temporary_.clear();
  return sync_directories();
}

Result<void> OutputFile::sync_directories() const {
  // A directory just made is durable only once its own parent is.
  for (std::filesystem::path directory = directory_of(path_);; directory = directory_of(directory)) {
    if (auto synced = sync_directory(directory); !synced) return synced;
    if (directory == oldest_directory_) return {};
  }
}

Result<void> write_file_atomically(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
  return without_exceptions(path, [&]() -> Result<void> {
    auto file = OutputFile::create(path);
    if (!file) return std::move(file).error();
    if (auto written = file->write_at(0, bytes); !written) return written;
    return file->commit();
  });
}

}  // namespace lunette
