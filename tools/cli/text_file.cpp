#include "text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "lunette/compress/table_file.hpp"

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
  if (name == "-") {
    errno = 0;
    std::string text(std::istreambuf_iterator<char>(std::cin), {});
    if (std::ferror(stdin) != 0) return system_error(reason());
    return text;
  }
  std::error_code ignored;
  if (fs::is_directory(name, ignored)) return system_error("is a directory");
  errno = 0;
  std::ifstream file(name, std::ios::binary);
  if (!file) return system_error(reason());
  try {
    return std::string(std::istreambuf_iterator<char>(file), {});
  } catch (const std::ios_base::failure&) {  // how libstdc++'s buffer tells of a failed read
    return system_error(reason());
  }
}

Result<void> write_text(const fs::path& path, std::string_view text) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    if (write_bytes(path, text)) return {};
    return system_error(fmt::format("{}: {}", path.string(), reason()));
  }
  // What a link leads to is replaced, not the link; and a private file stays private.
  const fs::path target = fs::exists(status) ? fs::canonical(path, error) : path;
  if (error) return system_error(fmt::format("{}: {}", path.string(), error.message()));
  const Result<void> written =
      write_file_atomically(target, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  if (!written) return written.error();
  if (fs::exists(status)) fs::permissions(target, status.permissions(), error);
  return {};
}

}  // namespace lunette::cli
