#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "brute_force.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/fen.hpp"

/// A directory of its own, removed with all that is in it.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Brute-force truth for some classes of a ruleset, and the same as table files.
struct World {
  World(const lunette::Ruleset& rules, const std::vector<lunette::Material>& materials,
        const brute::FileOptions& options = {});
  lunette::Tablebase open(std::size_t cache_bytes = std::size_t{8} << 20) const;

  brute::Solver truth;
  TemporaryDirectory directory;
};

const lunette::Ruleset& ruleset(std::string_view name);
lunette::Material material(std::string_view name);
lunette::Position position(const lunette::Ruleset& rules, std::string_view fen);

/// All classes to 3 pieces, solved and written once for each ruleset.
const World& three_pieces(std::string_view rules);
/// KKKvK, KKvK and KvK, likewise.
const World& lone_king(std::string_view rules);
/// KKMvK with all that it needs, likewise.
const World& four_pieces(std::string_view rules);

/// "win", "draw" or "loss", as the files in tests/data have it: cursed and blessed are what they are without the count.
std::string three_way(lunette::Wdl wdl);

/// Rows of a file in tests/data, split at tabs, without the heading.
std::vector<std::vector<std::string>> rows_of(std::string_view file);
