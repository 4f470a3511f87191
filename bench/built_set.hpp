#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "lunette/gen/builder.hpp"

namespace lunette::bench {

/// Tables of international up to 4 pieces, WDL and DTC, built once for each run in a directory that the run removes.
class BuiltSet {
 public:
  static const BuiltSet& get() {
    static const BuiltSet set;
    return set;
  }
  const std::filesystem::path& directory() const { return directory_; }
  const Ruleset& rules() const { return **find_ruleset("international"); }

  BuiltSet(const BuiltSet&) = delete;
  BuiltSet& operator=(const BuiltSet&) = delete;

 private:
  BuiltSet() {
    std::string path = (std::filesystem::temp_directory_path() / "lunette-bench-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) give_up("no temporary directory");
    directory_ = path;
    BuildOptions options;
    options.rules = &rules();
    options.pieces = 4;
    options.directory = directory_;
    if (const auto built = build(options); !built) give_up(built.error().message);
  }
  ~BuiltSet() { std::filesystem::remove_all(directory_); }

  [[noreturn]] static void give_up(const std::string& reason) {
    std::fprintf(stderr, "%s\n", reason.c_str());
    std::exit(1);
  }

  std::filesystem::path directory_;
};

}  // namespace lunette::bench
