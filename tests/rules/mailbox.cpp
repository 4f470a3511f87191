#include "mailbox.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace mailbox {

namespace {

struct Place {
  int row;
  int column;
};

class Player {
 public:
  Player(const Game& game, lunette::Board board, const lunette::Position& p)
      : game_(game), white_(p.side == lunette::Color::white) {
    for (auto& row : cells_) row.fill('.');
    for (int number = 1; number <= game.side * game.side / 2; ++number) {
      const lunette::Bitboard bit = bit_of(board, lunette::Square(number));
      if ((p.men[0] & bit) != 0) at(place(number)) = 'w';
      if ((p.men[1] & bit) != 0) at(place(number)) = 'b';
      if ((p.kings[0] & bit) != 0) at(place(number)) = 'W';
      if ((p.kings[1] & bit) != 0) at(place(number)) = 'B';
    }
  }

  std::vector<Play> play() {
    for_each_own([&](Place from, bool king) { start_capture(from, king); });
    if (plays_.empty()) {
      for_each_own([&](Place from, bool king) { step(from, king); });
    } else if (game_.greatest_number) {
      keep_the_best();
    }
    return plays_;
  }

 private:
  static constexpr std::array<Place, 4> directions{{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};

  Place place(int number) const {
    const int row = (number - 1) / (game_.side / 2);
    return {row, 2 * ((number - 1) % (game_.side / 2)) + (row % 2 == 0 ? 1 : 0)};
  }
  int number(Place p) const { return p.row * (game_.side / 2) + p.column / 2 + 1; }
  bool on_board(Place p) const { return p.row >= 0 && p.row < game_.side && p.column >= 0 && p.column < game_.side; }
  char& at(Place p) { return cells_[static_cast<std::size_t>(p.row)][static_cast<std::size_t>(p.column)]; }
  bool is_empty(Place p) { return on_board(p) && at(p) == '.'; }
  bool is_enemy(Place p) { return on_board(p) && std::tolower(at(p)) == (white_ ? 'b' : 'w'); }
  bool is_far(Place p) const { return p.row == (white_ ? 0 : game_.side - 1); }

  template <class Visit>
  void for_each_own(Visit visit) {
    for (int n = 1; n <= game_.side * game_.side / 2; ++n) {
      const char piece = at(place(n));
      if (std::tolower(piece) == (white_ ? 'w' : 'b')) visit(place(n), piece == 'W' || piece == 'B');
    }
  }

  void step(Place from, bool king) {
    for (const Place d : directions) {
      if (!king && d.row != (white_ ? -1 : 1)) continue;
      for (Place to{from.row + d.row, from.column + d.column}; is_empty(to);
           to = {to.row + d.row, to.column + d.column}) {
        plays_.push_back({{number(from), number(to)}, {}, !king, !king && is_far(to)});
        if (!king) break;
      }
    }
  }

  void start_capture(Place from, bool king) {
    const char piece = at(from);
    at(from) = '.';
    path_ = {number(from)};
    captured_.clear();
    is_man_ = !king;
    capture(from, king);
    at(from) = piece;
  }

  struct Jump {
    Place victim;
    std::vector<Place> landings;
  };

  bool was_captured(Place p) const {
    return std::find(captured_.begin(), captured_.end(), number(p)) != captured_.end();
  }

  std::vector<Jump> jumps(Place from, bool king) {
    std::vector<Jump> found;
    for (const Place d : directions) {
      Place victim{from.row + d.row, from.column + d.column};
      while (king && is_empty(victim)) victim = {victim.row + d.row, victim.column + d.column};
      if (!is_enemy(victim) || was_captured(victim)) continue;
      Jump jump{victim, {}};
      for (Place to{victim.row + d.row, victim.column + d.column}; is_empty(to);
           to = {to.row + d.row, to.column + d.column}) {
        jump.landings.push_back(to);
        if (!king) break;
      }
      if (!jump.landings.empty()) found.push_back(jump);
    }
    return found;
  }

  void capture(Place from, bool king) {
    for (const Jump& jump : jumps(from, king)) {
      captured_.push_back(number(jump.victim));
      const bool any_goes_on = std::any_of(jump.landings.begin(), jump.landings.end(),
                                           [&](Place to) { return !jumps(to, king || crowned_at(to)).empty(); });
      for (const Place to : jump.landings) {
        const bool king_now = king || crowned_at(to);
        path_.push_back(number(to));
        if (!any_goes_on) {
          finish(to, king_now);
        } else if (!jumps(to, king_now).empty()) {
          capture(to, king_now);
        }
        path_.pop_back();
      }
      captured_.pop_back();
    }
  }

  bool crowned_at(Place to) const { return game_.crowned_in_passing && is_far(to); }

  void finish(Place to, bool king) {
    Play play{path_, captured_, is_man_, is_man_ && (king || is_far(to))};
    std::sort(play.captured.begin(), play.captured.end());
    plays_.push_back(play);
  }

  int kings_among(const std::vector<int>& squares) {
    return static_cast<int>(
        std::count_if(squares.begin(), squares.end(), [&](int n) { return std::isupper(at(place(n))) != 0; }));
  }

  void keep_the_best() {
    const auto worth = [&](const Play& play) {
      return 100 * static_cast<int>(play.captured.size()) + (game_.most_kings ? kings_among(play.captured) : 0);
    };
    int best = 0;
    for (const Play& play : plays_) best = std::max(best, worth(play));
    plays_.erase(std::remove_if(plays_.begin(), plays_.end(), [&](const Play& play) { return worth(play) < best; }),
                 plays_.end());
  }

  const Game game_;
  const bool white_;
  std::array<std::array<char, 10>, 10> cells_{};
  std::vector<int> path_;
  std::vector<int> captured_;
  bool is_man_ = false;
  std::vector<Play> plays_;
};

}  // namespace

Game game(const std::string& ruleset) {
  if (ruleset == "traditional" || ruleset == "pool") return {8, false, false, false};
  if (ruleset == "minor" || ruleset == "brazilian") return {8, true, false, false};
  if (ruleset == "german") return {8, true, true, false};
  if (ruleset == "russian") return {8, false, false, true};
  if (ruleset == "polish" || ruleset == "international") return {10, true, false, false};
  if (ruleset == "historical") return {10, true, true, false};
  throw std::runtime_error("a ruleset that rules.md does not have: " + ruleset);
}

std::vector<Play> plays(const Game& game, lunette::Board board, const lunette::Position& position) {
  return Player(game, board, position).play();
}

}  // namespace mailbox
