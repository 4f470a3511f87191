#pragma once

#include <cstddef>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

namespace lunette::serve {

struct LoggedAnswer {
  std::string_view client;
  std::string_view method;
  std::string_view target;
  std::string_view agent;
  std::string_view route;
  int status = 0;
  std::size_t bytes = 0;  ///< of the body
  double seconds = 0;
};

/// A JSON object a line: {"time","client","method","target","route","status","bytes","seconds","agent"}. Whatever a
/// client sends is escaped and cut, so that it stays a line. Thread-safe. A log that cannot be written is no reason to
/// stop answering.
class AccessLog {
 public:
  /// Null: none is kept. The file is not closed.
  explicit AccessLog(std::FILE* file) : file_(file) {}
  void add(const LoggedAnswer& answer);
  void flush();

 private:
  std::FILE* file_;
  std::mutex mutex_;
};

}  // namespace lunette::serve
