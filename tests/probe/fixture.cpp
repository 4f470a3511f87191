#include "fixture.hpp"

#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>

using namespace lunette;

TemporaryDirectory::TemporaryDirectory() {
  std::random_device random;
  do {
    path_ = std::filesystem::temp_directory_path() / ("lunette-probe-" + std::to_string(random()));
  } while (!std::filesystem::create_directory(path_));
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

World::World(const Ruleset& rules, const std::vector<Material>& materials, const brute::FileOptions& options)
    : truth(rules, materials) {
  brute::write_all(truth, directory.path(), options);
}

Tablebase World::open(std::size_t cache_bytes) const {
  auto opened = Tablebase::open(truth.rules(), {{directory.path()}, cache_bytes});
  if (!opened) throw std::runtime_error(opened.error().message);
  return *std::move(opened);
}

const Ruleset& ruleset(std::string_view name) {
  const auto found = find_ruleset(name);
  if (!found) throw std::runtime_error(found.error().message);
  return **found;
}

Material material(std::string_view name) {
  const auto parsed = parse_material(name);
  if (!parsed) throw std::runtime_error(parsed.error().message);
  return *parsed;
}

Position position(const Ruleset& rules, std::string_view fen) {
  const auto read = read_position(rules, fen);
  if (!read) throw std::runtime_error(read.error().message);
  return *read;
}

namespace {

using Worlds = std::map<std::string, std::unique_ptr<World>>;

const World& once(Worlds& worlds, std::string_view rules, const std::vector<Material>& materials) {
  std::unique_ptr<World>& world = worlds[std::string(rules)];
  if (!world) world = std::make_unique<World>(ruleset(rules), dependency_closure(materials));
  return *world;
}

}  // namespace

const World& three_pieces(std::string_view rules) {
  static Worlds worlds;
  return once(worlds, rules, enumerate_materials(3));
}

const World& lone_king(std::string_view rules) {
  static Worlds worlds;
  return once(worlds, rules, {material("KKKvK")});
}

const World& four_pieces(std::string_view rules) {
  static Worlds worlds;
  return once(worlds, rules, {material("KKMvK")});
}

std::string three_way(Wdl wdl) {
  return wdl > Wdl::draw ? "win" : wdl < Wdl::draw ? "loss" : "draw";
}

std::vector<std::vector<std::string>> rows_of(std::string_view file) {
  std::ifstream in(std::string(LUNETTE_TEST_DATA "/") + std::string(file));
  if (!in) throw std::runtime_error("no file " + std::string(file));
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, '\t');) rows.back().push_back(cell);
  }
  return rows;
}
