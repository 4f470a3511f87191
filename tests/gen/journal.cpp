// The file that keeps the solved slices of a class at work.

#include "class_journal.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "built_tables.hpp"
#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/gen/builder.hpp"

using namespace lunette;
using namespace lunette::testing;
namespace fs = std::filesystem;

namespace {

constexpr rows::ClassShape shape{40, 333, true, 2, false};

/// A journal of an invented class, in its own directory.
struct World {
  TemporaryDirectory directory;
  const Ruleset& rules = **find_ruleset("traditional");
  const Material material = *parse_material("KMvM");
  std::string origin = "count 13 5 6";

  gen::ClassJournal journal() const {
    return {directory.path(), "KMvM",
            [this](const rows::ClassShape& kept) { return gen::slices_line(rules, material, origin, kept); }};
  }

  /// Each process, and each journal of it, has a file of its own.
  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(directory.path())) found.push_back(entry.path());
    return found;
  }
  std::string bytes() const {
    std::ifstream stream(files().at(0), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void replace(const std::string& bytes) const { std::ofstream(files().at(0), std::ios::binary) << bytes; }
};

rows::ClassValues random_values() {
  rows::ClassValues values(shape);
  std::mt19937_64 random(5);
  for (const auto part : rows::ClassValues::all_parts) {
    std::vector<std::byte> bytes(values.slice_bytes(part));
    for (Index slice = 0; slice < shape.slices; ++slice) {
      for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 3U);
      values.restore_slice(part, slice, bytes.data());
    }
  }
  return values;
}

std::vector<std::byte> slice_of(const rows::ClassValues& values, Index slice) {
  std::vector<std::byte> bytes(values.slice_bytes());
  std::byte* out = bytes.data();
  for (const auto part : rows::ClassValues::all_parts) {
    values.save_slice(part, slice, out);
    out += values.slice_bytes(part);
  }
  return bytes;
}

/// Restores, checks every slice that is said to be there, and returns their number.
std::uint64_t restored_rightly(const World& world, const rows::ClassValues& expected) {
  rows::ClassValues values(shape);
  gen::ClassJournal journal = world.journal();
  journal.restore(values);
  std::uint64_t count = 0;
  for (Index slice = 0; slice < shape.slices; ++slice) {
    if (!journal.contains(slice)) continue;
    ++count;
    REQUIRE(slice_of(values, slice) == slice_of(expected, slice));
  }
  CHECK(journal.restored() == count);
  return count;
}

/// Three records: slices 0-9, 10-29 and 30-38.
void write_three_records(const World& world, const rows::ClassValues& values) {
  rows::ClassValues none(shape);
  gen::ClassJournal journal = world.journal();
  journal.restore(none);
  for (Index slice = 0; slice < 39; ++slice) {
    if (slice == 10 || slice == 30) journal.flush(values);
    journal.add(values, slice);
  }
  journal.flush(values);
}

}  // namespace

TEST_CASE("a journal gives back the slices that were added, and goes on") {
  const World world;
  const rows::ClassValues values = random_values();
  CHECK(restored_rightly(world, values) == 0);
  write_three_records(world, values);
  CHECK(restored_rightly(world, values) == 39);
  {
    rows::ClassValues again(shape);
    gen::ClassJournal journal = world.journal();
    journal.restore(again);
    journal.add(values, 39);
    journal.flush(values);
  }
  CHECK(restored_rightly(world, values) == 40);
  CHECK(world.files().size() == 2);
  gen::ClassJournal::remove(world.directory.path(), "KM");
  gen::ClassJournal::remove(world.directory.path(), "KMvMM");
  CHECK(world.files().size() == 2);
  gen::ClassJournal::remove(world.directory.path(), "KMvM");
  CHECK(world.files().empty());
}

TEST_CASE("a journal cut short anywhere gives back its whole records") {
  const World world;
  const rows::ClassValues values = random_values();
  write_three_records(world, values);
  const std::string whole = world.bytes();
  std::uint64_t last = 39;
  for (std::size_t length = whole.size(); length-- > 0;) {
    if (length % 7 != 0) continue;
    world.replace(whole.substr(0, length));
    const std::uint64_t count = restored_rightly(world, values);
    CHECK(count <= last);
    CHECK((count == 0 || count == 10 || count == 30));
    last = count;
  }
  CHECK(last == 0);
}

TEST_CASE("damage in a journal never becomes a value") {
  const World world;
  const rows::ClassValues values = random_values();
  write_three_records(world, values);
  const std::string whole = world.bytes();
  std::mt19937 random(6);
  for (int trial = 0; trial < 300; ++trial) {
    std::string bad = whole;
    bad[random() % bad.size()] ^= static_cast<char>(1 + random() % 127);
    world.replace(bad);
    CHECK(restored_rightly(world, values) < 39);
  }
}

TEST_CASE("a journal of another class or shape is not used") {
  const World world;
  const rows::ClassValues values = random_values();
  write_three_records(world, values);
  rows::ClassValues other({40, 333, false, 2, false});
  gen::ClassJournal journal = world.journal();
  journal.restore(other);
  for (Index slice = 0; slice < 40; ++slice) CHECK(!journal.contains(slice));
  CHECK(journal.restored() == 0);
}

TEST_CASE("a journal of values that follow from other tables is not used") {
  World world;
  write_three_records(world, random_values());
  world.origin = "count 13 5 7";
  CHECK(restored_rightly(world, random_values()) == 0);
}

TEST_CASE("a set built with journals has the same bytes, and keeps none") {
  const TemporaryDirectory plain;
  const TemporaryDirectory journaled;
  for (const TemporaryDirectory* directory : {&plain, &journaled}) {
    BuildOptions options;
    options.rules = *find_ruleset("traditional");
    options.directory = directory->path();
    options.pieces = 3;
    if (directory == &journaled) options.journal_from = 0;
    REQUIRE(build(options));
  }
  const auto contents = [](const fs::path& directory) {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
      if (!entry.is_regular_file() || is_build_log(entry.path())) continue;
      std::ifstream stream(entry.path(), std::ios::binary);
      files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(stream), {}};
    }
    return files;
  };
  CHECK(contents(journaled.path()) == contents(plain.path()));
}
