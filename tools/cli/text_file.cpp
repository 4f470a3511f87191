#include "text_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

namespace lunette::cli {
namespace {

namespace fs = std::filesystem;

Error system_error(std::string message) {
  return Error{ErrorCode::io_error, std::move(message)};
}

std::string reason() {
  return std::generic_category().message(errno != 0 ? errno : EIO);
}

bool write_bytes(const fs::path& path, std::string_view text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return !file.fail();
}

}  // namespace

Result<std::string> read_text(const std::string& name) {
  if (name == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  std::error_code ignored;
  if (fs::is_directory(name, ignored)) return system_error("is a directory");
  errno = 0;
  std::ifstream file(name, std::ios::binary);
  if (!file) return system_error(reason());
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) return system_error(reason());
  return text;
}

Result<void> write_text(const fs::path& path, std::string_view text) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    if (write_bytes(path, text)) return {};
    return system_error(fmt::format("{}: {}", path.string(), reason()));
  }
  const fs::path temporary = path.string() + fmt::format(".{}.tmp", ::getpid());
  if (!write_bytes(temporary, text)) {
    const std::string why = reason();
    fs::remove(temporary, error);
    return system_error(fmt::format("{}: {}", path.string(), why));
  }
  fs::rename(temporary, path, error);
  if (!error) return {};
  const std::string why = error.message();
  fs::remove(temporary, error);
  return system_error(fmt::format("{}: {}", path.string(), why));
}

}  // namespace lunette::cli
