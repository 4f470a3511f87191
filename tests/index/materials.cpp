#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lunette/index/material.hpp"

using namespace lunette;

namespace {

std::vector<std::string> names_of(const std::vector<Material>& materials) {
  std::vector<std::string> names;
  for (const Material& material : materials) names.push_back(material.name());
  return names;
}

}  // namespace

TEST_CASE("material names are read back") {
  for (const Material& material : enumerate_materials(8)) {
    for (const Material& either : {material, material.flipped()}) {
      const auto read = parse_material(either.name());
      CAPTURE(either.name());
      REQUIRE(read.has_value());
      CHECK(*read == either);
    }
  }
}

TEST_CASE("men before kings are read and written the usual way") {
  const auto read = parse_material("MKMvMK");
  REQUIRE(read.has_value());
  CHECK(read->name() == "KMMvKM");
  CHECK(*read == Material{1, 2, 1, 1});
}

TEST_CASE("a side without pieces has an empty name") {
  CHECK(Material{1, 0, 0, 0}.name() == "Kv");
  CHECK(Material{0, 0, 0, 2}.name() == "vMM");
}

TEST_CASE("texts that are no material are refused and quoted") {
  for (const std::string text : {"", "v", "K", "Kv", "vK", "KK", "KvKv", "KvvK", "kvk", "KVK", "K v K", "KvK ", "QvK",
                                 "KKKKKvKKKK", "KKKKKKKKv", "KvK.wdl", "K\xC3\xA9v"}) {
    const auto read = parse_material(text);
    CAPTURE(text);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().code == ErrorCode::bad_material);
    CHECK(read.error().message.substr(0, text.size()) == text);
    CHECK(read.error().message.find('\n') == std::string::npos);
  }
}

TEST_CASE("a name of hundreds of pieces does not wrap around to a short one") {
  const auto read = parse_material(std::string(257, 'K') + "v" + std::string(257, 'K'));
  CHECK_FALSE(read.has_value());
}

TEST_CASE("the stored form is the stronger side's") {
  CHECK(parse_material("KvKK")->canonical().name() == "KKvK");
  CHECK(parse_material("KMvKK")->canonical().name() == "KKvKM");
  CHECK(parse_material("MMMvKK")->canonical().name() == "MMMvKK");
  CHECK(parse_material("KMvKM")->is_own_flip());
  CHECK(parse_material("KMvKM")->stored_sides() == 1);
  CHECK(parse_material("KKvKM")->stored_sides() == 2);
}

TEST_CASE("all classes are enumerated once, in solving order") {
  CHECK(names_of(enumerate_materials(3)) ==
        std::vector<std::string>{"KvK", "KvM", "MvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"});
  for (int pieces = 2; pieces <= 8; ++pieces) {
    // w white and n-w black pieces can be men or kings in (w+1)(n-w+1) ways; a class and its flip are one.
    int expected = 0;
    for (int n = 2; n <= pieces; ++n) {
      int ordered = 0;
      for (int white = 1; white < n; ++white) ordered += (white + 1) * (n - white + 1);
      expected += (ordered + (n % 2 == 0 ? n / 2 + 1 : 0)) / 2;
    }
    const std::vector<Material> all = enumerate_materials(pieces);
    CAPTURE(pieces);
    CHECK(all.size() == static_cast<std::size_t>(expected));
    CHECK(std::set<Material>(all.begin(), all.end()).size() == all.size());
    CHECK(std::is_sorted(all.begin(), all.end(), precedes));
    CHECK(std::all_of(all.begin(), all.end(), [](const Material& m) { return m.is_canonical(); }));
  }
}

TEST_CASE("a limit a side leaves out exactly the classes above it") {
  std::vector<Material> expected = enumerate_materials(7);
  expected.erase(std::remove_if(expected.begin(), expected.end(),
                                [](const Material& m) { return m.white_pieces() > 4 || m.black_pieces() > 4; }),
                 expected.end());
  CHECK(enumerate_materials(7, 4) == expected);
  CHECK(names_of(enumerate_materials(5, 1)) == std::vector<std::string>{"KvK", "KvM", "MvM"});
}

TEST_CASE("senseless limits enumerate nothing, and no table has more than eight pieces") {
  CHECK(enumerate_materials(1).empty());
  CHECK(enumerate_materials(-4).empty());
  CHECK(enumerate_materials(4, 0).empty());
  CHECK(enumerate_materials(100) == enumerate_materials(8));
}

TEST_CASE("solving order is total and strict") {
  std::vector<Material> all;
  for (const Material& material : enumerate_materials(5)) {
    all.push_back(material);
    if (!material.is_own_flip()) all.push_back(material.flipped());
  }
  for (const Material& a : all) {
    for (const Material& b : all) {
      CAPTURE(a.name(), b.name());
      REQUIRE(static_cast<int>(precedes(a, b)) + static_cast<int>(precedes(b, a)) == (a == b ? 0 : 1));
      if (a.pieces() == b.pieces() && a.men() == b.men() && a.white_pieces() == b.white_pieces()) {
        REQUIRE(precedes(a, b) == (a.name() < b.name()));
      }
    }
  }
}
