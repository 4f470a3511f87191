#include "process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

// Declared by POSIX only, in no header.
extern "C" char** environ;  // NOLINT(readability-redundant-declaration)

namespace lunette::cluster {
namespace {

std::string reason(int error) {
  return std::generic_category().message(error);
}

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void reset(int number) {
    close();
    number_ = number;
  }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;

  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read.reset(ends[0]);
    write.reset(ends[1]);
    return true;
  }
};

/// How the new process differs from ours: its streams are pipes, and no signal is held back or ignored in it.
class SpawnSettings {
 public:
  SpawnSettings() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    ::sigaddset(&signals, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  void connect(const Descriptor& end, int stream) { ::posix_spawn_file_actions_adddup2(&actions_, end.get(), stream); }
  int spawn(pid_t& process, char* const* arguments, char* const* environment) const {
    return ::posix_spawnp(&process, arguments[0], &actions_, &attributes_, arguments, environment);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  return list;
}

/// Writes what the pipe takes; closes it after the last byte, or where nobody reads.
void feed(Descriptor& pipe, std::string_view& input) {
  const ssize_t written = ::write(pipe.get(), input.data(), input.size());
  if (written > 0) input.remove_prefix(static_cast<std::size_t>(written));
  const bool failed = written < 0 && errno != EAGAIN && errno != EINTR;
  if (failed || input.empty()) pipe.close();
}

void drain(Descriptor& pipe, std::string& text) {
  std::array<char, 1 << 16> buffer{};
  const ssize_t count = ::read(pipe.get(), buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EINTR)) pipe.close();
}

/// Feeds the program and listens to it until it has closed both of its outputs.
void converse(Pipe& in, Pipe& out, Pipe& err, std::string_view input, ProgramOutput& output) {
  ::fcntl(in.write.get(), F_SETFL, O_NONBLOCK);
  if (input.empty()) in.write.close();
  while (out.read.is_open() || err.read.is_open()) {
    // poll() passes over negative numbers.
    std::array<pollfd, 3> ends{
        {{in.write.get(), POLLOUT, 0}, {out.read.get(), POLLIN, 0}, {err.read.get(), POLLIN, 0}}};
    if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return;
    if (ends[0].revents != 0) feed(in.write, input);
    if (ends[1].revents != 0) drain(out.read, output.out);
    if (ends[2].revents != 0) drain(err.read, output.err);
  }
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string last_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));
}

}  // namespace

Result<ProgramOutput> run_program(const std::vector<std::string>& command, std::string_view input,
                                  const std::vector<std::string>& variables) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments = pointers(words);
  arguments.push_back(nullptr);
  std::vector<std::string> settings = variables;
  std::vector<char*> environment = pointers(settings);
  for (char** variable = environ; *variable != nullptr; ++variable) environment.push_back(*variable);
  environment.push_back(nullptr);

  Pipe in;
  Pipe out;
  Pipe err;
  if (!in.open() || !out.open() || !err.open()) {
    return Error{ErrorCode::io_error, fmt::format("{}: {}", command.front(), reason(errno))};
  }
  SpawnSettings spawning;
  spawning.connect(in.read, STDIN_FILENO);
  spawning.connect(out.write, STDOUT_FILENO);
  spawning.connect(err.write, STDERR_FILENO);
  pid_t process = -1;
  if (const int error = spawning.spawn(process, arguments.data(), environment.data()); error != 0) {
    const std::string why = error == ENOENT ? "not found in PATH" : reason(error);
    return Error{ErrorCode::io_error, fmt::format("{}: {}", command.front(), why)};
  }
  in.read.close();
  out.write.close();
  err.write.close();
  ProgramOutput output;
  converse(in, out, err, input, output);
  output.status = wait_for(process);
  return output;
}

Result<std::string> output_of(const std::vector<std::string>& command, std::string_view input,
                              const std::vector<std::string>& variables) {
  Result<ProgramOutput> output = run_program(command, input, variables);
  if (!output) return std::move(output).error();
  if (output->status == 0) return std::move(output->out);
  const std::string said = last_line(output->err.empty() ? output->out : output->err);
  const std::string why = said.empty() ? fmt::format("exit status {}", output->status) : said;
  const bool named = why.starts_with(command.front());
  return Error{ErrorCode::io_error, named ? why : fmt::format("{}: {}", command.front(), why)};
}

}  // namespace lunette::cluster
