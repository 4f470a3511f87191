// Several builders on one directory: each class is built once, a dead builder's locks are free.

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "built_tables.hpp"
#include "catch.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

Arguments build_into(const fs::path& directory) {
  return {"build", "--rules", "international", "--pieces", "3", "--tables", directory.string()};
}

/// The table files that a build wrote, by the objects that it printed.
std::set<std::string> written_by(const Finished& finished) {
  std::set<std::string> names;
  for (const json& object : finished.documents()) {
    if (object.contains("file")) names.insert(fs::path(object.at("file").get<std::string>()).filename().string());
  }
  return names;
}

std::map<std::string, std::string> contents_below(const fs::path& directory) {
  std::map<std::string, std::string> contents;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file() && !is_build_log(entry.path())) {
      std::ifstream file(entry.path(), std::ios::binary);
      contents[fs::relative(entry.path(), directory).string()] = std::string(std::istreambuf_iterator<char>(file), {});
    }
  }
  return contents;
}

/// A lock as another builder holds it.
class ForeignLock {
 public:
  explicit ForeignLock(const fs::path& path) : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    REQUIRE(file_ >= 0);
    REQUIRE(::flock(file_, LOCK_EX) == 0);
  }
  ~ForeignLock() { ::close(file_); }
  ForeignLock(const ForeignLock&) = delete;
  ForeignLock& operator=(const ForeignLock&) = delete;

 private:
  int file_;
};

}  // namespace

TEST_CASE("two builders on one directory build each table once, with the bytes of one") {
  const TemporaryDirectory alone;
  const TemporaryDirectory shared;
  REQUIRE(run(build_into(alone.path())).status == 0);
  Program first(build_into(shared.path()) + Arguments{"--json"});
  Program second(build_into(shared.path()) + Arguments{"--json"});
  const Finished one = first.wait();
  const Finished other = second.wait();
  INFO(one.err << other.err);
  CHECK(one.status == 0);
  CHECK(other.status == 0);
  const std::set<std::string> by_one = written_by(one);
  const std::set<std::string> by_other = written_by(other);
  for (const std::string& name : by_one) CHECK(by_other.count(name) == 0);
  CHECK(by_one.size() + by_other.size() == 18);
  CHECK(contents_below(shared.path()) == contents_below(alone.path()));
}

TEST_CASE("a class that another builder has is waited for, and built if it does not come") {
  const TemporaryDirectory directory;
  const fs::path tables = directory.path() / "international";
  fs::create_directories(tables);
  auto held = std::make_unique<ForeignLock>(tables / ".KvM.lock");
  Program build(build_into(directory.path()));
  // What does not need KvM is built meanwhile.
  while (build.running() && !fs::exists(tables / "KKvK.wdl")) ::usleep(2000);
  ::usleep(300'000);
  CHECK(build.running());
  CHECK(!fs::exists(tables / "KvM.wdl"));
  CHECK(!fs::exists(tables / "KKvM.wdl"));
  held.reset();
  const Finished finished = build.wait();
  INFO(finished.err);
  CHECK(finished.status == 0);
  CHECK(fs::exists(tables / "KKvM.wdl"));
}

TEST_CASE("a build that waits for another can be stopped") {
  const TemporaryDirectory directory;
  const fs::path tables = directory.path() / "international";
  fs::create_directories(tables);
  const ForeignLock held(tables / ".KvM.lock");
  Program build(build_into(directory.path()));
  while (build.running() && !fs::exists(tables / "KKvK.dtc")) ::usleep(2000);
  build.send(SIGTERM);
  const Finished finished = build.wait();
  INFO(finished.err);
  CHECK(finished.status == 143);
}

TEST_CASE("the lock file of a builder that died is taken over and removed") {
  const TemporaryDirectory directory;
  const fs::path tables = directory.path() / "international";
  fs::create_directories(tables);
  std::ofstream(tables / ".KvK.lock") << "process 1 on elsewhere\n";
  std::ofstream(tables / ".manifest.lock") << "";
  REQUIRE(run(build_into(directory.path())).status == 0);
  for (const auto& [name, bytes] : contents_below(directory.path())) CHECK(name.find(".lock") == std::string::npos);
}
