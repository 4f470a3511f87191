#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/built_set.hpp"

namespace lunette::testing {

using Arguments = std::vector<std::string>;

/// What one run of the program left behind.
struct Finished {
  int status = 0;  ///< exit status, or minus the signal that killed it
  std::string out;
  std::string err;

  /// Standard output as one JSON document a line.
  std::vector<nlohmann::json> documents() const;
  /// Standard output as exactly one JSON document on one line.
  nlohmann::json document() const;
};

/// A run of the real `lunette` program. Its standard streams are files, so that none can block it.
class Program {
 public:
  explicit Program(const Arguments& arguments, const std::string& input = "");
  /// With standard output somewhere else; Finished::out is then empty.
  Program(const Arguments& arguments, const std::filesystem::path& standard_output, int flags);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void send(int signal) const;
  bool running();
  Finished wait();

 private:
  void start(const Arguments& arguments, const std::filesystem::path& standard_output, int flags);

  TemporaryDirectory directory_;
  pid_t process_ = -1;
  int wait_status_ = 0;
};

Finished run(const Arguments& arguments, const std::string& input = "");

/// Runs and requires success with nothing on stderr.
Finished succeed(const Arguments& arguments, const std::string& input = "");

/// Runs and requires a refusal: exit status 2, nothing on stdout, one line on stderr that begins with "lunette" and
/// holds all of `words`.
void refuse(const Arguments& arguments, const std::vector<std::string>& words);

/// True if a text is exactly one line that begins with "lunette".
bool is_one_line(const std::string& text);

/// `arguments` with others after them.
Arguments operator+(Arguments arguments, const Arguments& more);

/// Cells of the lines of a file in tests/data, without the heading; separated by tabs.
std::vector<std::vector<std::string>> read_rows(const std::string& name);
std::vector<std::string> split(const std::string& text, char separator);

/// Tables built by the program itself, once for each test process: all classes of up to 3 pieces, all metrics.
const std::filesystem::path& three_piece_tables(const std::string& rules);

}  // namespace lunette::testing
