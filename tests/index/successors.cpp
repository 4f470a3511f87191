#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lunette/index/material.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/ruleset.hpp"
#include "placements.hpp"

using namespace lunette;

namespace {

std::set<std::string> name_set_of(const std::vector<Material>& materials) {
  std::set<std::string> names;
  for (const Material& material : materials) names.insert(material.name());
  return names;
}

/// Adds the other classes that one move of either side reaches from a placement.
void add_reached(const Ruleset& rules, Position position, std::set<Material>& reached) {
  const Material from = material_of(position).canonical();
  MoveList moves;
  for (const Color side : {Color::white, Color::black}) {
    position.side = side;
    generate_moves(rules, position, moves);
    for (const Move& move : moves) {
      const Material to = material_of(apply(position, move));
      if (to.white_pieces() > 0 && to.black_pieces() > 0 && to.canonical() != from) reached.insert(to.canonical());
    }
  }
}

}  // namespace

TEST_CASE("successors of small classes, written out") {
  const auto successors = [](const char* name) { return name_set_of(direct_successors(*parse_material(name))); };
  CHECK(successors("KvK").empty());
  CHECK(successors("KvM") == std::set<std::string>{"KvK"});
  CHECK(successors("MvM") == std::set<std::string>{"KvM"});
  CHECK(successors("KKvK") == std::set<std::string>{"KvK"});
  CHECK(successors("KMvK") == std::set<std::string>{"KKvK", "KvK", "KvM"});
  CHECK(successors("KKvM") == std::set<std::string>{"KKvK", "KvM", "KvK"});
  CHECK(successors("KMvKM") == std::set<std::string>{"KKvKM", "KMvK", "KMvM", "KKvK", "KKvM"});
  CHECK(successors("KKKvKKK") == std::set<std::string>{"KKKvKK", "KKKvK"});
}

TEST_CASE("successors do not depend on which way round a class is named") {
  for (const Material& material : enumerate_materials(8)) {
    CAPTURE(material.name());
    CHECK(direct_successors(material) == direct_successors(material.flipped()));
  }
}

TEST_CASE("every successor comes earlier in solving order") {
  for (const Material& material : enumerate_materials(8)) {
    const std::vector<Material> successors = direct_successors(material);
    CAPTURE(material.name());
    CHECK(std::is_sorted(successors.begin(), successors.end(), precedes));
    for (const Material& successor : successors) {
      REQUIRE(successor.is_canonical());
      REQUIRE(successor != material);
      REQUIRE(precedes(successor, material));
      REQUIRE(successor.white_pieces() > 0);
      REQUIRE(successor.black_pieces() > 0);
    }
  }
}

TEST_CASE("successors stay inside a limit a side") {
  for (const int max_side : {1, 2, 3, 4, 5}) {
    const std::vector<Material> all = enumerate_materials(8, max_side);
    CHECK(dependency_closure(all) == all);
  }
}

TEST_CASE("the moves of all three-piece positions reach exactly the successors") {
  const Ruleset& rules = **find_ruleset("russian");
  for (const Material& material : enumerate_materials(3)) {
    std::set<Material> reached;
    placements::for_each_placement(rules.board, material,
                                   [&](const Position& position) { add_reached(rules, position, reached); });
    CAPTURE(material.name());
    CHECK(name_set_of({reached.begin(), reached.end()}) == name_set_of(direct_successors(material)));
  }
}

TEST_CASE("the moves of random positions reach successors only, in every ruleset") {
  std::mt19937_64 random(20240505);
  for (const Ruleset& rules : all_rulesets()) {
    for (const Material& material : enumerate_materials(6)) {
      const std::set<std::string> successors = name_set_of(direct_successors(material));
      std::set<Material> reached;
      for (int i = 0; i < 40; ++i) {
        add_reached(rules, placements::random_placement(rules.board, material, random), reached);
      }
      CAPTURE(rules.name, material.name());
      for (const Material& other : reached) {
        CAPTURE(other.name());
        CHECK(successors.count(other.name()) == 1);
      }
    }
  }
}

TEST_CASE("a closure holds what its classes need and nothing else") {
  CHECK(name_set_of(dependency_closure({*parse_material("KKKvK")})) == std::set<std::string>{"KvK", "KKvK", "KKKvK"});
  CHECK(name_set_of(dependency_closure({*parse_material("MvKK")})) ==
        std::set<std::string>{"KvK", "KvM", "KKvK", "KKvM"});
  const std::vector<Material> twice{*parse_material("KvKM"), *parse_material("KMvK")};
  CHECK(name_set_of(dependency_closure(twice)) == std::set<std::string>{"KvK", "KvM", "KKvK", "KMvK"});
  CHECK(dependency_closure({}).empty());
  CHECK(dependency_closure({Material{2, 0, 0, 0}}).empty());
}

TEST_CASE("in a closure every class stands after all that it leads to") {
  for (const Material& material : enumerate_materials(7)) {
    const std::vector<Material> closure = dependency_closure({material});
    CAPTURE(material.name());
    CHECK(closure.back() == material);
    std::set<Material> before;
    for (const Material& each : closure) {
      for (const Material& successor : direct_successors(each)) REQUIRE(before.count(successor) == 1);
      REQUIRE(before.insert(each).second);
    }
  }
}
