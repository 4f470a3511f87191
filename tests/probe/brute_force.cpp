#include "brute_force.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <random>
#include <stdexcept>

namespace brute {

using namespace lunette;

namespace {

constexpr std::uint32_t conversion_bit = 1U << 31;
constexpr int none = -1;
constexpr int never = std::numeric_limits<int>::max();

bool starts_a_count(const Ruleset& rules, const Material& m) {
  if (!rules.count || m.men() != 0 || std::min(m.white_kings, m.black_kings) != 1) return false;
  const auto& strong = rules.count->strong_kings;
  return std::find(strong.begin(), strong.end(), std::max(m.white_kings, m.black_kings)) != strong.end();
}

/// rules.md, "The counted draw", count 0: line by line.
bool kept_at_count_0(int d, bool lone_to_move, int limit) {
  const bool wins = d % 2 == 1;
  if (lone_to_move && !wins) return d / 2 < limit;
  if (!lone_to_move && wins) return (d - 1) / 2 < limit;
  if (lone_to_move && wins) return (d + 1) / 2 <= limit;
  return d / 2 <= limit;
}

int sign_of(int dtw) {
  return dtw == none ? 0 : dtw % 2 == 1 ? 1 : -1;
}

}  // namespace

/// The states of a class (2 * index + side) with their moves inside the class, and what the moves that leave it give,
/// without and with the counted draw.
struct Solver::Graph {
  struct Outside {
    int win = never;  // fewest plies of a win
    int loss = none;  // most plies of a loss
    bool draw = false;
    void add(int reply) {
      if (reply == none) {
        draw = true;
      } else if (reply % 2 == 0) {
        win = std::min(win, reply + 1);
      } else {
        loss = std::max(loss, reply + 1);
      }
    }
  };
  std::vector<std::size_t> first;  // of a state's edges; one more than states
  std::vector<std::uint32_t> edges;
  std::array<std::vector<Outside>, 2> outside;  // [counted]
  std::size_t states() const { return first.size() - 1; }
};

Solver::Solver(const Ruleset& rules, const std::vector<Material>& materials) : rules_(&rules) {
  for (const Material& material : materials) solve(material);
}

Solver::Place Solver::place_of(const Position& position) const {
  const Material material = material_of(position);
  const Position seen = material.is_canonical() ? position : flip(rules_->board, position);
  const ClassValues& values = classes_.at(material.canonical());
  return {&values, index_of(seen.side), values.indexer.rank(seen)};
}

int Solver::wdl(const Position& position) const {
  if (position.pieces(position.side) == 0) return -2;
  const Place place = place_of(position);
  return place.values->wdl[place.side][place.index];
}

int Solver::dtw(const Position& position) const {
  if (position.pieces(position.side) == 0) return 0;
  const Place place = place_of(position);
  return place.values->dtw[place.side][place.index];
}

int Solver::dtc(const Position& position) const {
  if (position.pieces(position.side) == 0) return 0;
  const Place place = place_of(position);
  return place.values->dtc[place.side][place.index];
}

Solver::Graph Solver::build_graph(const Indexer& indexer) const {
  Graph graph;
  MoveList moves;
  for (Index index = 0; index < indexer.size(); ++index) {
    for (const Color side : {Color::white, Color::black}) {
      Position position = indexer.unrank(index);
      position.side = side;
      graph.first.push_back(graph.edges.size());
      std::array<Graph::Outside, 2> outside;
      generate_moves(*rules_, position, moves);
      Position passed = position;
      passed.side = opposite(side);
      if (moves.empty() && rules_->no_move == NoMove::draw_if_mutual && !has_move(*rules_, passed)) {
        outside[0].draw = outside[1].draw = true;
      }
      for (const Move& move : moves) {
        const Position after = apply(position, move);
        if (after.pieces(after.side) == 0) {
          outside[0].add(0);
          outside[1].add(0);
        } else if (material_of(after) == indexer.material()) {
          const auto state = static_cast<std::uint32_t>(indexer.rank(after) * 2 + index_of(after.side));
          graph.edges.push_back(state | (move.converts() ? conversion_bit : 0));
        } else {
          const Place place = place_of(after);
          outside[0].add(place.values->dtw[place.side][place.index]);
          outside[1].add(place.values->dtw_counted[place.side][place.index]);
        }
      }
      for (const std::size_t counted : {std::size_t{0}, std::size_t{1}})
        graph.outside[counted].push_back(outside[counted]);
    }
  }
  graph.first.push_back(graph.edges.size());
  return graph;
}

/// Plies to the end by state: in round d all positions that end in exactly d plies.
std::vector<std::int16_t> Solver::sweep(const Graph& graph, bool counted) const {
  const auto& outside = graph.outside[counted ? 1 : 0];
  std::vector<std::int16_t> plies(graph.states(), none);
  int last = 0;  // the longest that comes from outside
  for (const Graph::Outside& o : outside) last = std::max({last, o.loss, o.win == never ? 0 : o.win});
  for (int d = 0, idle = 0; d <= last || idle < 2; ++d) {
    bool changed = false;
    for (std::size_t state = 0; state < graph.states(); ++state) {
      if (plies[state] != none) continue;
      const auto begin = graph.edges.begin() + static_cast<std::ptrdiff_t>(graph.first[state]);
      const auto end = graph.edges.begin() + static_cast<std::ptrdiff_t>(graph.first[state + 1]);
      const auto reply = [&plies](std::uint32_t edge) { return plies[edge & ~conversion_bit]; };
      const bool ends =
          d % 2 == 1 ? outside[state].win == d || std::any_of(begin, end, [&](auto e) { return reply(e) == d - 1; })
                     : outside[state].win == never && !outside[state].draw && outside[state].loss <= d &&
                           std::all_of(begin, end, [&](auto e) { return reply(e) % 2 == 1; });
      if (!ends) continue;
      plies[state] = static_cast<std::int16_t>(d);
      changed = true;
    }
    idle = changed ? 0 : idle + 1;
  }
  return plies;
}

/// Plies to the conversion by state, values known. In counted material as if there were no count.
std::vector<std::int16_t> Solver::sweep_dtc(const ClassValues& values) const {
  const Indexer& indexer = values.indexer;
  const bool without_count = starts_a_count(*rules_, indexer.material());
  const auto value_of = [&](const Position& p) { return without_count ? sign_of(dtw(p)) : wdl(p); };
  struct Choice {
    std::vector<std::uint32_t> quiet;  // king moves that keep the value
    bool converts = false;             // a converting move keeps it
    int value = 0;
  };
  std::vector<Choice> choices(indexer.size() * 2);
  std::vector<std::int16_t> plies(indexer.size() * 2, none);
  MoveList moves;
  for (std::size_t state = 0; state < choices.size(); ++state) {
    Position position = indexer.unrank(state / 2);
    position.side = state % 2 == 0 ? Color::white : Color::black;
    Choice& choice = choices[state];
    choice.value = value_of(position);
    if (choice.value == 0) continue;
    generate_moves(*rules_, position, moves);
    if (moves.empty()) plies[state] = 0;
    for (const Move& move : moves) {
      const Position after = apply(position, move);
      if (value_of(after) != -choice.value) continue;
      if (move.converts()) {
        choice.converts = true;
      } else {
        choice.quiet.push_back(static_cast<std::uint32_t>(indexer.rank(after) * 2 + index_of(after.side)));
      }
    }
  }
  for (int n = 1, idle = 0; idle < 2; ++n) {
    bool changed = false;
    for (std::size_t state = 0; state < choices.size(); ++state) {
      const Choice& choice = choices[state];
      if (plies[state] != none || choice.value == 0) continue;
      const auto known = [&](std::uint32_t next) { return plies[next] != none && plies[next] < n; };
      const bool converted = choice.value > 0
                                 ? choice.converts || std::any_of(choice.quiet.begin(), choice.quiet.end(), known)
                                 : std::all_of(choice.quiet.begin(), choice.quiet.end(), known);
      if (!converted) continue;
      plies[state] = static_cast<std::int16_t>(n);
      changed = true;
    }
    idle = changed ? 0 : idle + 1;
  }
  return plies;
}

void Solver::solve(const Material& material) {
  ClassValues& values =
      classes_.emplace(material, ClassValues{Indexer(rules_->board, material), {}, {}, {}, {}}).first->second;
  const Graph graph = build_graph(values.indexer);
  const auto plies = sweep(graph, false);
  const bool counted_itself = starts_a_count(*rules_, material);
  const auto plies_counted = !rules_->count || counted_itself ? plies : sweep(graph, true);
  for (std::size_t state = 0; state < plies.size(); ++state) {
    const std::size_t side = state % 2;
    const int d = plies[state];
    int counted = plies_counted[state];
    if (counted_itself && d != none) {
      const Color lone = material.white_kings == 1 ? Color::white : Color::black;
      if (!kept_at_count_0(d, index_of(lone) == side, rules_->count->limit)) counted = none;
    }
    values.dtw[side].push_back(static_cast<std::int16_t>(d));
    values.dtw_counted[side].push_back(static_cast<std::int16_t>(counted));
    values.wdl[side].push_back(static_cast<std::int8_t>(sign_of(d) * (counted == none ? 1 : 2)));
  }
  const auto conversions = sweep_dtc(values);
  for (std::size_t state = 0; state < conversions.size(); ++state) values.dtc[state % 2].push_back(conversions[state]);
}

void write_class(const Solver& solver, const Material& material, const std::filesystem::path& directory,
                 const FileOptions& options) {
  const ClassValues& values = solver.classes().at(material);
  for (const Metric metric : options.metrics) {
    TableHeader header;
    header.ruleset = solver.rules().name;
    header.board = solver.rules().board;
    header.material = material;
    header.metric = metric;
    header.count_limit = solver.rules().count ? solver.rules().count->limit : 0;
    header.sides = material.stored_sides();
    header.entries = values.indexer.size();
    header.block_entries = options.block_entries;
    header.captures = options.captures;
    header.tool_version = "test";
    std::array<std::vector<ValueCode>, 2> codes;
    std::mt19937 random(7);
    for (int side = 0; side < header.sides; ++side) {
      const auto s = static_cast<std::size_t>(side);
      for (Index index = 0; index < header.entries; ++index) {
        Position position = values.indexer.unrank(index);
        position.side = side == 0 ? Color::white : Color::black;
        const int distance = metric == Metric::dtc ? values.dtc[s][index] : values.dtw[s][index];
        int code = metric == Metric::wdl ? values.wdl[s][index] + 2 : distance + 1;
        if (options.captures == CaptureEntries::filler && has_capture(solver.rules(), position)) {
          code = static_cast<int>(random() % (metric == Metric::wdl ? 5 : 40));
        }
        codes[s].push_back(static_cast<ValueCode>(code));
      }
    }
    const auto source = [&codes](int side, std::uint64_t first, std::span<ValueCode> out) {
      const auto begin = codes[static_cast<std::size_t>(side)].begin() + static_cast<std::ptrdiff_t>(first);
      std::copy_n(begin, out.size(), out.begin());
    };
    const auto path = table_path(directory, header.ruleset, material, metric);
    std::filesystem::create_directories(path.parent_path());
    const auto written = write_table(path, header, source);
    if (!written) throw std::runtime_error(written.error().message);
  }
}

void write_all(const Solver& solver, const std::filesystem::path& directory, const FileOptions& options) {
  for (const auto& [material, values] : solver.classes()) write_class(solver, material, directory, options);
}

CountedGame::CountedGame(const Ruleset& rules, int most_kings, int limit) : rules_(&rules), limit_(limit) {
  for (int kings = 1; kings <= most_kings; ++kings) {
    indexers_.emplace_back(rules.board, Material{static_cast<std::uint8_t>(kings), 0, 1, 0});
    levels_.emplace_back(static_cast<std::size_t>(limit) + 1);
    list_moves(kings);
  }
  // White's moves lead to Black's at the same count, Black's to White's at one more.
  for (int count = limit; count >= 0; --count) {
    for (const Color side : {Color::black, Color::white}) {
      if (count == limit && side == Color::black) continue;
      for (int kings = 1; kings <= most_kings; ++kings) solve(kings, count, side);
    }
  }
}

void CountedGame::list_moves(int kings) {
  const Indexer& indexer = indexers_[static_cast<std::size_t>(kings) - 1];
  Moves& list = moves_.emplace_back();
  MoveList moves;
  for (std::size_t state = 0; state < 2 * indexer.size(); ++state) {
    Position position = indexer.unrank(state / 2);
    position.side = state % 2 == 0 ? Color::white : Color::black;
    generate_moves(*rules_, position, moves);
    for (const Move& move : moves) {
      const Position after = apply(position, move);
      const int left = after.kings[1] == 0 ? 0 : std::popcount(after.kings[0]);
      const Index index = left == 0 ? 0 : indexers_[static_cast<std::size_t>(left) - 1].rank(after);
      list.edges.push_back({static_cast<std::uint8_t>(left), static_cast<std::uint32_t>(index)});
    }
    list.first.push_back(list.edges.size());
  }
}

void CountedGame::solve(int kings, int count, Color side) {
  const Moves& list = moves_[static_cast<std::size_t>(kings) - 1];
  auto& results = levels_[static_cast<std::size_t>(kings) - 1][static_cast<std::size_t>(count)][index_of(side)];
  results.resize(indexers_[static_cast<std::size_t>(kings) - 1].size());
  const auto next_count = static_cast<std::size_t>(count + (side == Color::black ? 1 : 0));
  for (std::size_t index = 0; index < results.size(); ++index) {
    const std::size_t state = 2 * index + index_of(side);
    const bool blocked = list.first[state] == list.first[state + 1];
    int best = -1;
    if (!blocked && count == limit_) best = 0;  // drawn, "even if the next move would capture it"
    for (std::size_t e = list.first[state]; e < list.first[state + 1] && count < limit_; ++e) {
      const Moves::Edge& edge = list.edges[e];
      const int reply =
          edge.kings == 0 ? -1 : levels_[edge.kings - 1U][next_count][index_of(opposite(side))][edge.index];
      best = std::max(best, -reply);
    }
    results[index] = static_cast<std::int8_t>(best);
  }
}

int CountedGame::result(const Position& position, int count, Color lone) const {
  const Position seen = lone == Color::black ? position : flip(rules_->board, position);
  const auto kings = static_cast<std::size_t>(std::popcount(seen.kings[0])) - 1;
  return levels_[kings][static_cast<std::size_t>(count)][index_of(seen.side)][indexers_[kings].rank(seen)];
}

}  // namespace brute
