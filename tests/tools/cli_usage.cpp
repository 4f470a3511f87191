// Help, version and the refusal of everything that is no valid command line.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "catch.hpp"
#include "tools/program.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

const std::vector<std::string> subcommands{
    "rulesets", "moves",   "perft",    "build", "plan",     "step",   "submit",   "status", "pack", "probe",  "line",
    "stats",    "longest", "zugzwang", "query", "diagonal", "claims", "annotate", "serve",  "hub",  "verify", "info"};
const Arguments probing{"probe", "--rules", "traditional", "--tables"};

}  // namespace

TEST_CASE("every subcommand explains itself with an example") {
  for (const std::string& subcommand : subcommands) {
    INFO(subcommand);
    const Finished finished = succeed({subcommand, "--help"});
    CHECK(finished.out.find("Example:\n  lunette " + subcommand) != std::string::npos);
    for (const std::string& line : split(finished.out, '\n')) {
      INFO(line);
      CHECK(line.size() <= 120);
    }
  }
}

TEST_CASE("the program's help names every subcommand") {
  const Finished finished = succeed({"--help"});
  for (const std::string& subcommand : subcommands) {
    INFO(subcommand);
    CHECK(finished.out.find("\n  " + subcommand + " ") != std::string::npos);
  }
  CHECK(finished.out.find("Example:\n  lunette ") != std::string::npos);
  CHECK(finished.out.find("Exit status") != std::string::npos);
}

TEST_CASE("the version is one line") {
  const Finished finished = succeed({"--version"});
  CHECK(is_one_line(finished.out));
  CHECK(finished.out.starts_with("lunette "));
}

TEST_CASE("a command line that is none is refused in one line") {
  refuse({}, {"lunette: ", "subcommand", "rulesets", "info"});
  refuse({"guess"}, {"'guess'", "subcommand", "probe"});
  refuse({"--frobnicate"}, {"lunette: ", "--frobnicate"});
  refuse({"rulesets", "--frobnicate"}, {"lunette rulesets: ", "--frobnicate"});
  refuse({"rulesets", "traditional"}, {"lunette rulesets: ", "'traditional'"});
  refuse({"build", "--peices", "4"}, {"lunette build: ", "--peices"});
  refuse({"moves", "--rules", "traditional"}, {"lunette moves: ", "FEN"});
  refuse({"moves", "W:WK29:BK4"}, {"lunette moves: ", "--rules"});
  refuse({"moves", "--rules"}, {"lunette moves: ", "--rules", "expected a value"});
  refuse({"moves", "--rules", "pool", "--rules", "pool", "W:WK29:BK4"}, {"lunette moves: ", "--rules", "once"});
  refuse({"moves", "--rules", "pool", "W:WK29:BK4", "W:WK29:BK5"}, {"lunette moves: ", "'W:WK29:BK5'"});
  refuse({"moves", "--json=maybe", "--rules", "pool", "W:WK29:BK4"}, {"lunette moves: ", "--json"});
  refuse({"perft", "--rules", "pool"}, {"lunette perft: ", "--depth"});
  refuse({"info"}, {"lunette info: ", "FILE"});
  refuse({"line", "--pdn", "--json", "--rules", "pool", "--tables", "/tmp", "W:WK29:BK4"}, {"--pdn", "--json"});
}

TEST_CASE("numbers are read whole and in their range") {
  for (const std::string bad : {"x", "1", "9", "4x", "", "-4", "0x4", "4.0", "99999999999999999999"}) {
    refuse({"build", "--rules", "pool", "--tables", "unused", "--pieces", bad},
           {"lunette build: --pieces: ", "expected a number from 2 to 8", "'" + bad + "'"});
  }
  for (const std::string bad : {"0", "100", "deep"}) {
    refuse({"perft", "--rules", "pool", "--depth", bad}, {"lunette perft: --depth: ", "from 1 to 99"});
  }
  for (const std::string bad : {"0", "-1", "many"}) {
    refuse({"build", "--rules", "pool", "--tables", "unused", "--pieces", "2", "--threads", bad},
           {"lunette build: --threads: "});
  }
  refuse(probing + Arguments{"/tmp", "--count", "-1", "W:WK29:BK4"},
         {"lunette probe: --count: ", "at least 0", "'-1'"});
  refuse(probing + Arguments{"/tmp", "--count", "two", "W:WK29:BK4"}, {"lunette probe: --count: ", "'two'"});
  refuse(probing + Arguments{"/tmp", "--count-limit", "0", "W:WK29:BK4"}, {"lunette probe: --count-limit: "});
}

TEST_CASE("names are known or refused with what was expected") {
  for (const std::string subcommand : {"moves", "perft", "probe", "line", "stats", "verify", "diagonal", "build"}) {
    refuse({subcommand, "--rules", "chess"}, {"lunette " + subcommand + ": --rules: ", "'chess'", "international"});
  }
  refuse({"build", "--rules", "pool", "--tables", "unused", "--pieces", "2", "--metrics", "wdl,dtz"},
         {"lunette build: --metrics: ", "'dtz'", "wdl,dtc,dtw"});
  refuse({"build", "--rules", "pool", "--tables", "unused", "--material", "KKK"}, {"lunette build: --material: "});
  refuse({"stats", "--rules", "pool", "--tables", "/tmp", "QvK"}, {"lunette stats: MATERIAL: "});
  refuse(probing + Arguments{"/tmp", "--count", "1", "--lone", "red", "W:WK29:BK4"},
         {"lunette probe: --lone: ", "white or black", "'red'"});
  refuse(probing + Arguments{"/tmp", "--lone", "white", "W:WK29:BK4"}, {"lunette probe: ", "--lone", "--count"});
  refuse({"moves", "--rules", "pool", "--squares", "letters", "W:WK29:BK4"}, {"--squares: ", "'letters'"});
  refuse({"moves", "--rules", "polish", "--squares", "algebraic", "W:WK29:BK4"}, {"--squares: ", "8x8", "polish"});
}

TEST_CASE("a service that cannot begin says why") {
  const Arguments serving{"serve", "--tables", "/tmp"};
  refuse({"serve"}, {"lunette serve: ", "--tables"});
  refuse({"serve", "--tables", "/nowhere"}, {"lunette serve: --tables: ", "/nowhere"});
  refuse(serving + Arguments{"--rules", "chess"}, {"lunette serve: --rules: ", "'chess'", "international"});
  refuse(serving + Arguments{"--port", "65536"}, {"lunette serve: --port: ", "from 0 to 65535"});
  refuse(serving + Arguments{"--address", "localhost"}, {"lunette serve: ", "IPv4 or IPv6", "'localhost'"});
  refuse(serving + Arguments{"--address", "192.0.2.1"}, {"lunette serve: ", "192.0.2.1:8750"});
  refuse(serving + Arguments{"--cache", "much"}, {"lunette serve: --cache: ", "'much'"});
  refuse(serving + Arguments{"--access-log", "/nowhere/log"}, {"lunette serve: --access-log: /nowhere/log: "});
}

TEST_CASE("control characters of a bad argument do not break the line") {
  refuse({"moves", "--rules", "pool", "W:WK29\n:BK4\x1b[31m,x"}, {"lunette moves: "});
}

TEST_CASE("standard output that cannot be written is an error") {
  const Arguments arguments{"rulesets", "--json"};
  const auto check_refused = [](Program program) {
    const Finished finished = program.wait();
    INFO(finished.err);
    CHECK(finished.status == 2);
    CHECK(is_one_line(finished.err));
    CHECK(finished.err.find("standard output") != std::string::npos);
  };
  SECTION("a full disk") {
    check_refused(Program(arguments, "/dev/full", O_WRONLY));
  }
  SECTION("a descriptor for reading only") {
    check_refused(Program(arguments, "/dev/null", O_RDONLY));
  }
  SECTION("a closed descriptor") {
    check_refused(Program(arguments, "", 0));
  }
  SECTION("help too") {
    check_refused(Program({"--help"}, "/dev/full", O_WRONLY));
  }
}

TEST_CASE("a pipe that nobody reads is an error and no signal") {
  const TemporaryDirectory directory;
  const std::filesystem::path pipe = directory.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  REQUIRE(reader >= 0);
  // The program opens its end before it is told to work; perft to a depth that takes a moment, a line each.
  Program program({"perft", "--rules", "pool", "--depth", "99"}, pipe, O_WRONLY);
  char first = 0;
  while (::read(reader, &first, 1) != 1) ::usleep(1000);
  ::close(reader);
  const Finished finished = program.wait();
  INFO(finished.err);
  CHECK(finished.status == 2);
  CHECK(is_one_line(finished.err));
}
