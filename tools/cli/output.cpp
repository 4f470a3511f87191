#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>

namespace lunette::cli {

void Output::write(std::string_view text) {
  if (failure_) return;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    failure_ = std::error_code(errno, std::generic_category());
  }
}

void Output::line(std::string_view text) {
  write(text);
  write("\n");
  flush();
}

void Output::flush() {
  if (!failure_ && std::fflush(stdout) != 0) failure_ = std::error_code(errno, std::generic_category());
}

void print_error(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      line += fmt::format("\\x{:02x}", byte);
    } else {
      line += c;
    }
  }
  line += '\n';
  // Where stderr itself cannot be written, nobody is left to tell.
  static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
}

void secure_standard_streams() noexcept {
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // open() takes the lowest free number, which is this one. Read-only, so that writing to it still fails.
    static_cast<void>(::open("/dev/null", O_RDONLY));
  }
}

}  // namespace lunette::cli
