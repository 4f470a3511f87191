#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "lunette/gen/builder.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette::testing {

/// Held by one process at a time, so that the cases of a test program which run side by side build once.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& path)
      : file_(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
    if (file_ < 0 || ::flock(file_, LOCK_EX) != 0) throw std::runtime_error("cannot lock " + path.string());
  }
  ~FileLock() { ::close(file_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

/// The one file of a directory of tables that tells times, and so differs from build to build.
inline bool is_build_log(const std::filesystem::path& path) {
  return path.filename() == "build-log.jsonl";
}

/// The directory for built_tables(), beside the running test program and named after the time it was linked: tables
/// of an older library are never used again, and are removed.
inline std::filesystem::path built_tables_root() {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  const std::string prefix = program.filename().string() + ".tables-";
  const auto linked = std::filesystem::last_write_time(program).time_since_epoch().count();
  const std::filesystem::path root = program.parent_path() / (prefix + std::to_string(linked));
  if (std::filesystem::exists(root)) return root;
  for (const auto& entry : std::filesystem::directory_iterator(program.parent_path())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && entry.path() != root) std::filesystem::remove_all(entry.path());
  }
  std::filesystem::create_directories(root);
  return root;
}

/// A directory with the finished tables of a ruleset up to `pieces` pieces, all metrics: built by the first test that
/// asks and kept beside the test program for the others. Do not write to it. Throws std::runtime_error.
inline std::filesystem::path built_tables(const Ruleset& rules, int pieces) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  const FileLock lock(program.string() + ".tables.lock");
  BuildOptions options;
  options.rules = &rules;
  options.pieces = pieces;
  options.metrics = {Metric::wdl, Metric::dtc, Metric::dtw};
  options.directory = built_tables_root() / (std::to_string(pieces) + "-pieces");
  const auto finished = options.directory / rules.name / "finished";
  if (std::filesystem::exists(finished)) return options.directory;
  if (const auto built = build(options); !built) throw std::runtime_error(built.error().message);
  std::filesystem::create_directories(finished);
  return options.directory;
}

}  // namespace lunette::testing
