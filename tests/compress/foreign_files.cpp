#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "as_nobody.hpp"
#include "catch.hpp"
#include "file_bytes.hpp"
#include "tables.hpp"

using namespace lunette;
using namespace lunette::tables;

namespace {

Error refusal(const std::filesystem::path& path) {
  auto table = TableFile::open(path);
  REQUIRE_FALSE(table.has_value());
  CHECK(table.error().message.find(path.string()) == 0);
  return table.error();
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("what is not there or is no file cannot be opened") {
  const TemporaryDirectory directory;
  CHECK(refusal(directory / "missing").code == ErrorCode::io_error);
  CHECK(refusal(directory.path()).code == ErrorCode::io_error);
  write_text(directory / "file", "x");
  CHECK(refusal(directory / "file/below").code == ErrorCode::io_error);
  REQUIRE(::mkfifo((directory / "pipe").c_str(), 0600) == 0);
  CHECK(refusal(directory / "pipe").code == ErrorCode::io_error);
  CHECK(refusal("/dev/null").code == ErrorCode::io_error);
  CHECK(TableFile::open("").error().code == ErrorCode::io_error);
}

TEST_CASE("files of other kinds are no tables") {
  const TemporaryDirectory directory;
  for (const std::string& text : {std::string(), std::string("L"), std::string("LUNETTE"), std::string("LUNETTE\x1A"),
                                  std::string("{\"json\": true}"), std::string(304, '\0'), std::string(5000, 'x')}) {
    write_text(directory / "file", text);
    CAPTURE(text);
    CHECK(refusal(directory / "file").code == ErrorCode::corrupt_file);
  }
}

TEST_CASE("a file without permission cannot be opened") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KvK", Metric::wdl);
  const Codes codes = mixed_codes(header, {0, 2, 4});
  REQUIRE(write_table(directory / "table", header, source_of(codes)).has_value());
  std::filesystem::permissions(directory / "table", std::filesystem::perms::none);
  std::filesystem::permissions(directory.path(), std::filesystem::perms::all);
  const AsNobody nobody;
  if (!nobody.is_bound()) return;
  const Error error = refusal(directory / "table");
  CHECK(error.code == ErrorCode::io_error);
  CHECK(error.message.find("Permission denied") != std::string::npos);
}

TEST_CASE("a newer version is named, even where the rest of the file is unknown") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KvK", Metric::wdl);
  const Codes codes = mixed_codes(header, {0, 2, 4});
  REQUIRE(write_table(directory / "table", header, source_of(codes)).has_value());
  FileBytes newer(directory / "table");
  newer.set(8, 4, 3);
  newer.seal();
  newer.save(directory / "table");
  const Error error = refusal(directory / "table");
  CHECK(error.code == ErrorCode::unknown_version);
  CHECK(error.message == (directory / "table").string() + ": format version 3, known are versions to 2");
  newer.bytes.resize(12);
  newer.save(directory / "table");
  CHECK(refusal(directory / "table").code == ErrorCode::unknown_version);
}
