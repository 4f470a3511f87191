#pragma once

#include <string_view>
#include <system_error>

namespace lunette::cli {

/// Standard output, with every failed write noticed: a full disk or a closed pipe must not look like success.
/// After the first failure nothing more is written; long runs ask good() and stop.
class Output {
 public:
  void write(std::string_view text);
  /// Writes the text and a newline, and flushes: a reader at the other end of a pipe sees each line as it is made.
  void line(std::string_view text);
  void flush();

  bool good() const noexcept { return !failure_; }
  std::error_code failure() const noexcept { return failure_; }

 private:
  std::error_code failure_;
};

/// One line on stderr. Control characters, which a FEN or a file name may hold, are escaped so that it stays one.
void print_error(std::string_view text);

/// Makes a failed write an error code instead of a signal, and keeps descriptors 0 to 2 taken: were one closed, the
/// next table file opened would get its number, and our text with it.
void secure_standard_streams() noexcept;

}  // namespace lunette::cli
