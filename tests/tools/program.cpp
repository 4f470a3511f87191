#include "tools/program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "catch.hpp"

// Declared by POSIX only, in no header.
extern "C" char** environ;  // NOLINT(readability-redundant-declaration)

namespace lunette::testing {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The streams of a process to be spawned.
class Streams {
 public:
  Streams() { ::posix_spawn_file_actions_init(&actions_); }
  ~Streams() { ::posix_spawn_file_actions_destroy(&actions_); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  void open(int descriptor, const std::filesystem::path& path, int flags) {
    ::posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), flags, 0600);
  }
  void close(int descriptor) { ::posix_spawn_file_actions_addclose(&actions_, descriptor); }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

std::vector<nlohmann::json> Finished::documents() const {
  std::vector<nlohmann::json> documents;
  for (const std::string& line : split(out, '\n')) {
    if (!line.empty()) documents.push_back(nlohmann::json::parse(line));
  }
  return documents;
}

nlohmann::json Finished::document() const {
  INFO(out);
  const std::vector<nlohmann::json> all = documents();
  REQUIRE(all.size() == 1);
  return all.front();
}

Program::Program(const Arguments& arguments, const std::string& input) {
  std::ofstream(directory_.path() / "in", std::ios::binary) << input;
  start(arguments, directory_.path() / "out", O_WRONLY | O_CREAT | O_TRUNC);
}

Program::Program(const Arguments& arguments, const std::filesystem::path& standard_output, int flags) {
  std::ofstream(directory_.path() / "in", std::ios::binary) << "";
  start(arguments, standard_output, flags);
}

Program::~Program() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, &wait_status_, 0);
}

void Program::start(const Arguments& arguments, const std::filesystem::path& standard_output, int flags) {
  std::string program = LUNETTE_PROGRAM;
  Arguments copies = arguments;
  std::vector<char*> argv{program.data()};
  for (std::string& argument : copies) argv.push_back(argument.data());
  argv.push_back(nullptr);

  Streams streams;
  streams.open(STDIN_FILENO, directory_.path() / "in", O_RDONLY);
  if (standard_output.empty()) {
    streams.close(STDOUT_FILENO);
  } else {
    streams.open(STDOUT_FILENO, standard_output, flags);
  }
  streams.open(STDERR_FILENO, directory_.path() / "err", O_WRONLY | O_CREAT | O_TRUNC);
  REQUIRE(::posix_spawn(&process_, LUNETTE_PROGRAM, streams.get(), nullptr, argv.data(), environ) == 0);
}

void Program::send(int signal) const {
  if (process_ > 0) ::kill(process_, signal);
}

bool Program::running() {
  if (process_ > 0 && ::waitpid(process_, &wait_status_, WNOHANG) == process_) process_ = -1;
  return process_ > 0;
}

Finished Program::wait() {
  if (process_ > 0) REQUIRE(::waitpid(process_, &wait_status_, 0) == process_);
  process_ = -1;
  const int status = WIFEXITED(wait_status_) ? WEXITSTATUS(wait_status_) : -WTERMSIG(wait_status_);
  return {status, contents(directory_.path() / "out"), contents(directory_.path() / "err")};
}

Finished run(const Arguments& arguments, const std::string& input) {
  return Program(arguments, input).wait();
}

Finished succeed(const Arguments& arguments, const std::string& input) {
  Finished finished = run(arguments, input);
  INFO(finished.out << finished.err);
  REQUIRE(finished.status == 0);
  REQUIRE(finished.err.empty());
  return finished;
}

bool is_one_line(const std::string& text) {
  return text.starts_with("lunette") && text.find('\n') == text.size() - 1;
}

void refuse(const Arguments& arguments, const std::vector<std::string>& words) {
  const Finished finished = run(arguments);
  std::string command;
  for (const std::string& argument : arguments) command += " " + argument;
  INFO("lunette" << command << "\n" << finished.out << finished.err);
  CHECK(finished.status == 2);
  CHECK(finished.out.empty());
  CHECK(is_one_line(finished.err));
  for (const std::string& word : words) {
    INFO(word);
    CHECK(finished.err.find(word) != std::string::npos);
  }
}

Arguments operator+(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<std::vector<std::string>> read_rows(const std::string& name) {
  std::ifstream file(std::filesystem::path(LUNETTE_TEST_DATA) / name);
  REQUIRE(file);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) rows.push_back(split(line, '\t'));
  REQUIRE(!rows.empty());
  return rows;
}

const std::filesystem::path& three_piece_tables(const std::string& rules) {
  static std::map<std::string, std::unique_ptr<TemporaryDirectory>> built;
  std::unique_ptr<TemporaryDirectory>& directory = built[rules];
  if (!directory) {
    directory = std::make_unique<TemporaryDirectory>();
    const Finished finished = run({"build", "--rules", rules, "--pieces", "3", "--metrics", "wdl,dtc,dtw", "--tables",
                                   directory->path().string()});
    INFO(finished.err);
    REQUIRE(finished.status == 0);
  }
  return directory->path();
}

}  // namespace lunette::testing
