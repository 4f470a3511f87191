#include "output_file.hpp"

#include <random>
#include <string>
#include <system_error>

#include "io_error.hpp"
#include "lunette/compress/table_file.hpp"
#include "without_exceptions.hpp"

namespace lunette {
namespace {

std::filesystem::path directory_of(const std::filesystem::path& path) {
  const std::filesystem::path parent = path.parent_path();
  return parent.empty() ? std::filesystem::path(".") : parent;
}

bool is_plain(char letter) {
  return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
}

/// Dotted, so that no reader takes it for a table.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  std::string name = ".";
  name.append(path.filename().string()).append(".").append(unique_writer_name()).append(".tmp");
  return directory_of(path) / name;
}

}  // namespace

std::string this_writer() {
  std::string name = host_name();
  for (char& letter : name) {
    if (!is_plain(letter)) letter = '_';
  }
  return name.append("-").append(std::to_string(process_number()));
}

std::string unique_writer_name() {
  std::random_device random;
  return this_writer().append("-").append(std::to_string(random()));
}

Result<OutputFile> OutputFile::create(const std::filesystem::path& path) {
  OutputFile output;
  output.path_ = path;
  if (auto made = output.make_directories(); !made) return std::move(made).error();
  if (auto opened = output.open_temporary(); !opened) return std::move(opened).error();
  return output;
}

OutputFile::~OutputFile() {
  if (temporary_.empty()) return;
  // Windows removes no open file.
  if (file_.is_open()) static_cast<void>(file_.close());
  remove_file(temporary_);
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
  if (error) return io_error(directory, "cannot make the directory", error);
  return {};
}

Result<void> OutputFile::open_temporary() {
  constexpr int attempts = 16;
  std::filesystem::path name;
  std::error_code error;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    name = temporary_name(path_);
    error = file_.create(name);
    if (!error) {
      temporary_ = std::move(name);
      return {};
    }
    if (error != std::errc::file_exists) break;
  }
  return io_error(name, "cannot create", error);
}

Result<void> OutputFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const Transfer written = file_.write_at(offset, bytes);
    if (written.error) return io_error(temporary_, "cannot write", written.error);
    bytes = bytes.subspan(written.bytes);
    offset += written.bytes;
  }
  return {};
}

Result<void> OutputFile::read_at(std::uint64_t offset, std::span<std::uint8_t> out) const {
  while (!out.empty()) {
    const Transfer read = file_.read_at(offset, out);
    if (read.error) return io_error(temporary_, "cannot read back", read.error);
    if (read.bytes == 0) return io_error(temporary_, "cannot read back", std::make_error_code(std::errc::io_error));
    out = out.subspan(read.bytes);
    offset += read.bytes;
  }
  return {};
}

Result<void> OutputFile::commit() {
  if (const auto error = file_.synchronise()) return io_error(temporary_, "cannot synchronise", error);
  if (const auto error = file_.close()) return io_error(temporary_, "cannot close", error);
  if (const auto error = replace_file(temporary_, path_)) return io_error(path_, "cannot rename to", error);
  temporary_.clear();
  return sync_directories();
}

Result<void> OutputFile::sync_directories() const {
  // A directory just made is durable only once its own parent is.
  for (std::filesystem::path directory = directory_of(path_);; directory = directory_of(directory)) {
    if (const auto error = synchronise_directory(directory)) return io_error(directory, "cannot synchronise", error);
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

Result<void> write_pieces_atomically(const std::filesystem::path& path, const ByteSource& next) {
  return without_exceptions(path, [&]() -> Result<void> {
    auto file = OutputFile::create(path);
    if (!file) return std::move(file).error();
    for (std::uint64_t offset = 0;;) {
      const auto bytes = next();
      if (!bytes) return bytes.error();
      if (bytes->empty()) return file->commit();
      if (auto written = file->write_at(offset, *bytes); !written) return written;
      offset += bytes->size();
    }
  });
}

}  // namespace lunette
