#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "lunette/compress/table_file.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/ruleset.hpp"

namespace brute {

using lunette::Color;
using lunette::Index;
using lunette::Indexer;
using lunette::Material;
using lunette::Metric;
using lunette::Position;
using lunette::Ruleset;

/// The truth about one class, for both sides to move even where one is stored. Distances: -1 for none.
struct ClassValues {
  Indexer indexer;
  std::array<std::vector<std::int16_t>, 2> dtw;
  /// Plies with the counted draw at count 0; -1 where it makes a draw. Only whether there is one, and its parity,
  /// matter.
  std::array<std::vector<std::int16_t>, 2> dtw_counted;
  std::array<std::vector<std::int8_t>, 2> wdl;  // -2 .. 2
  std::array<std::vector<std::int16_t>, 2> dtc;
};

/// A solver written for these tests from rules.md alone: every position of every class, its moves by generate_moves,
/// swept again and again until nothing changes. Knows nothing of slices, waves, files or the library under test but
/// the order of the index.
class Solver {
 public:
  /// The classes, in solving order with all that they need.
  Solver(const Ruleset& rules, const std::vector<Material>& materials);

  const Ruleset& rules() const { return *rules_; }
  const std::map<Material, ClassValues>& classes() const { return classes_; }

  int wdl(const Position& position) const;
  int dtw(const Position& position) const;
  int dtc(const Position& position) const;

 private:
  struct Graph;
  struct Place {
    const ClassValues* values;
    std::size_t side;
    Index index;
  };
  Place place_of(const Position& position) const;
  Graph build_graph(const Indexer& indexer) const;
  std::vector<std::int16_t> sweep(const Graph& graph, bool counted) const;
  std::vector<std::int16_t> sweep_dtc(const ClassValues& values) const;
  void solve(const Material& material);

  const Ruleset* rules_;
  std::map<Material, ClassValues> classes_;
};

/// How solved classes become files. Entries with captures hold garbage where `captures` says filler.
struct FileOptions {
  lunette::CaptureEntries captures = lunette::CaptureEntries::stored;
  std::uint32_t block_entries = 1024;
  std::vector<Metric> metrics{Metric::wdl, Metric::dtc, Metric::dtw};
};
void write_class(const Solver& solver, const Material& material, const std::filesystem::path& directory,
                 const FileOptions& options = {});
void write_all(const Solver& solver, const std::filesystem::path& directory, const FileOptions& options = {});

/// The game of a lone king against others played out with a running count, by recursion over the count (which only
/// grows): 1 if the side to move wins, 0 if it is drawn, -1 if it loses. Starts from the rules, not from distances.
class CountedGame {
 public:
  /// All kings: most_kings against one, and fewer.
  CountedGame(const Ruleset& rules, int most_kings, int limit);
  int result(const Position& position, int count, Color lone) const;

 private:
  /// Results of one class and count, Black's king alone; by colour to move and index.
  using Level = std::array<std::vector<std::int8_t>, 2>;
  /// Where the moves of one class lead, by state (2 * index + side).
  struct Moves {
    struct Edge {
      std::uint8_t kings;  // White's after the move; 0: the game is over and won
      std::uint32_t index;
    };
    std::vector<std::size_t> first{0};
    std::vector<Edge> edges;
  };
  void list_moves(int kings);
  void solve(int kings, int count, Color side);

  const Ruleset* rules_;
  int limit_;
  // By number of White's kings - 1; levels then by count.
  std::vector<Indexer> indexers_;
  std::vector<Moves> moves_;
  std::vector<std::vector<Level>> levels_;
};

}  // namespace brute
