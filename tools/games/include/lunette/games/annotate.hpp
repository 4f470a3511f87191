#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/games/game.hpp"
#include "lunette/games/pdn_reader.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// What a move did to the result of its side, the count included. A cursed win and a blessed loss are draws.
enum class Change : std::uint8_t {
  none,
  win_to_draw,
  win_to_cursed,  ///< won without the count, drawn with it
  win_to_loss,
  draw_to_loss,
  win_prolonged  ///< still won, but DTW says 20 plies later than by the best move, or more
};

/// "none", "win-to-draw", ...
std::string_view to_string(Change change) noexcept;

/// A move of a game made in a position that the tables answer.
struct JudgedMove {
  int number = 1;
  Color side = Color::white;
  bool main_line = true;
  int source_line = 0;
  std::string move;       ///< as the game has it
  Position position;      ///< before it
  Answer before;          ///< of that position, from its side to move
  Answer after;           ///< of the position after it, from the side then to move
  std::string best;       ///< the first move of the ranking, written as the game writes squares
  Answer after_best;      ///< as `after`
  bool converts = false;  ///< the best move captures or moves a man
  int keeping = 0;        ///< how many moves keep the result
  bool critical = false;  ///< some move would have made the result worse
  Change change = Change::none;
};

/// The last position of a main line.
struct GameEnd {
  Position position;
  std::optional<Answer> answer;  ///< absent if the tables do not answer
  bool over = false;             ///< by the rules or the count; the answer is then the result
  std::string contradiction;     ///< to the result that the game claims, in words; empty if there is none
};

/// What was found in one game. Its notes are in the game.
struct GameReport {
  const Ruleset* rules = nullptr;  ///< null if the game was refused as a whole
  std::uint64_t positions = 0;     ///< of the main line
  std::uint64_t covered = 0;       ///< of these, answered by the tables
  std::vector<JudgedMove> moves;   ///< in the order of the text
  std::optional<GameEnd> end;      ///< absent if the main line could not be played to its end
  std::vector<GameFault> faults;   ///< of reading and playing
};

/// One player's moves, over all games; variations are nobody's.
struct PlayerSummary {
  std::string name;
  std::uint64_t games = 0;
  std::uint64_t moves = 0;     ///< inside the tables
  std::uint64_t critical = 0;  ///< of these, where some move would have made the result worse
  std::uint64_t kept = 0;      ///< results kept
  std::uint64_t win_to_draw = 0;
  std::uint64_t win_to_cursed = 0;
  std::uint64_t win_to_loss = 0;
  std::uint64_t draw_to_loss = 0;
  std::uint64_t win_prolonged = 0;  ///< kept as well
};

struct GamesSummary {
  std::uint64_t games = 0;
  std::uint64_t faulty = 0;  ///< games with a fault
  std::uint64_t positions = 0;
  std::uint64_t covered = 0;
  std::uint64_t contradicted = 0;      ///< results that the tables contradict
  std::vector<PlayerSummary> players;  ///< in the order in which their names come up
};

/// Judges games by tables. Each ruleset's are opened when a game first needs them. Not synchronised.
class Annotator {
 public:
  /// `given` (or null) is the ruleset of every game, whatever its tags say. Errors: those of Tablebase::open().
  static Result<Annotator> open(std::vector<std::filesystem::path> directories, const Ruleset* given);

  /// Plays the main line and all variations and writes into the game: where a line first reaches the tables, what they
  /// say; behind each move that made the result worse, NAG $4 and what it threw away, with the best move and its
  /// distance ($2 for a prolonged win); behind the last move, if the claimed result is not what the tables say; where a
  /// move could not be played, why. What the game held before is kept; nothing is written twice. Counts run through the
  /// game as the rules say, from 0 where it starts in counted material.
  GameReport annotate(ReadGame& read);

  const GamesSummary& summary() const noexcept { return summary_; }

 private:
  Annotator(std::vector<std::filesystem::path> directories, const Ruleset* given);
  Result<const Tablebase*> tables_of(const Ruleset& rules);
  void add_to_summary(const Game& game, const GameReport& report);
  PlayerSummary& player(const Game& game, Color color);

  std::vector<std::filesystem::path> directories_;
  const Ruleset* given_;
  std::map<std::string, Tablebase, std::less<>> tables_;
  std::map<std::string, std::size_t, std::less<>> player_numbers_;
  GamesSummary summary_;
};

}  // namespace lunette
