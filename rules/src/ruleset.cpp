#include "lunette/rules/ruleset.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "lunette/rules/generator.hpp"

namespace lunette {

namespace {

// The sources are A, B and C of shared/rules.md:
//   A  "Polish Draughts/Checkers Game", Checkers Around the World, with its three games
//   B  "Polish Draughts", a chapter of a treatise on draughts
//   C  "Truus dammenboard"
// FMJD stands for the federation's official rules of international draughts, by article of annex 1. What a source
// leaves open is decided by the table of rules.md; the trait's comment then names rules.md.

// A, traditional: "one player has three kings and the opponent has only one king, and no other checkers remain".
constexpr std::array<std::uint8_t, 1> three_kings{3};
// B: "White, has a King on the great central line, [...] and Black has two or even three Kings".
constexpr std::array<std::uint8_t, 2> two_or_three_kings{2, 3};

constexpr CountRule traditional_count{
    .strong_kings = three_kings,
    // A: "If this lone king can make 13 moves, then the game is a draw, even if the next move made by the opponent
    // would have resulted in the capture of the lone king."
    .limit = 13,
    // A: "a count is begun of the moves made by the lone king".
    .counts = CountRule::Counts::lone_side_moves,
    // rules.md, "The counted draw": once running it goes on until the game ends.
    .restarts_on_conversion = false,
};

constexpr CountRule historical_count{
    .strong_kings = two_or_three_kings,
    // B: "the game must be considered drawn after 15 moves, and this rule holds good, although the stronger party may
    // have given odds". (Twenty moves if "the odds [...] consist in ceding the draw" are asked for when probing.)
    .limit = 15,
    // rules.md: 15 moves of the lone king.
    .counts = CountRule::Counts::lone_side_moves,
    // rules.md, "The counted draw": once running it goes on until the game ends.
    .restarts_on_conversion = false,
};

constexpr std::array<Ruleset, 9> table{{
    {
        .name = "traditional",
        // A, traditional: "played on an 8 x 8 standard checkerboard".
        .board = Board::b8,
        // A, traditional: "Two opponents play the game with 12 checkers each".
        .men_per_side = 12,
        // A, traditional: "If more than one way to capture presents itself, the player may choose the path that best
        // suits his/her strategy; capturing with the king does not mean that the player has to jump the line that
        // captures the most checkers". Played to the end: "he/she must take advantage of all the capturing jumps
        // possible in that sequence". Landing: "the king piece must land on a square that will lead to a continuous
        // jump".
        .capture = CaptureChoice::free,
        // A, traditional: "If, however, a checker can jump backward away from the king row to capture another man or
        // king, then the checker is NOT crowned a king."
        .promotion = Promotion::ends_on_far_row,
        // A, traditional: "If neither player can continue to make any moves, the game is a draw."
        .no_move = NoMove::draw_if_mutual,
        .count = traditional_count,
        .origin = "Polish traditional checkers (source A)",
    },
    {
        .name = "minor",
        // A, minor: "a smaller checkerboard than Polish Draughts/Checkers [...] the dark squares of an 8 x 8
        // checkerboard".
        .board = Board::b8,
        // A, minor: "Each player has 12 checkers of contrasting colors."
        .men_per_side = 12,
        // A, minor: "If a king has an option of several ways to jump, the player must choose the path that results in
        // the largest number of captures." For men too: rules.md.
        .capture = CaptureChoice::most_pieces,
        // A, minor: "A checker is kinged only if the move, whether through a jump or sequence of jumps ends at the
        // king row."
        .promotion = Promotion::ends_on_far_row,
        // A, minor: "If neither player can complete all the moves of the game, the end result is a draw."
        .no_move = NoMove::draw_if_mutual,
        // A, minor, knows no count.
        .count = std::nullopt,
        .origin = "Polish minor (classic) checkers (source A)",
    },
    {
        .name = "polish",
        // A: "a checkerboard consisting of 10 x 10 (100) alternating light and dark squares".
        .board = Board::b10,
        // A: "Each opponent uses 20 checkers of contrasting colors".
        .men_per_side = 20,
        // A: "If there is more than one way to jump, the player must choose the sequence of jumps that result in
        // capturing the most checkers (men and kings) of the opposition."
        .capture = CaptureChoice::most_pieces,
        // A: "The checker becomes a king at the king row only if its jump or series of jumps end there."
        .promotion = Promotion::ends_on_far_row,
        // A: "If neither player can make any further moves or they encountered the same position three times, then
        // the game is a draw."
        .no_move = NoMove::draw_if_mutual,
        // A, 10x10, knows no count.
        .count = std::nullopt,
        .origin = "Polish checkers on 10x10 (source A)",
    },
    {
        .name = "international",
        // C: "The game is played on a board with 10x10 squares".
        .board = Board::b10,
        // C: "the pieces are placed on the first four rows closest to the players".
        .men_per_side = 20,
        // C: "It is compulsory to jump over as many pieces as possible." A king counts as one (FMJD 4.13).
        .capture = CaptureChoice::most_pieces,
        // C: "A piece is crowned if it stops on the far edge of the board at the end of its turn (that is, not if it
        // reaches the edge but must then jump another piece backward)."
        .promotion = Promotion::ends_on_far_row,
        // C: "A player with no valid move remaining loses."
        .no_move = NoMove::loss,
        // rules.md, "FMJD limits": the federation's limits (FMJD 6) are a later step.
        .count = std::nullopt,
        .origin = "international draughts (source C, FMJD)",
    },
    {
        .name = "historical",
        // B: "a table divided into one hundred squares, fifty of each colour".
        .board = Board::b10,
        // B: "each player having twenty of one colour".
        .men_per_side = 20,
        // B: "you are controlled by numerical value, excepting when the numbers are equal, and then by the actual
        // value of the pieces".
        .capture = CaptureChoice::most_pieces_then_kings,
        // B: "you cannot claim to have your Pawn crowned if it touches a King's square merely in the passage over it".
        .promotion = Promotion::ends_on_far_row,
        // B: "The laws which regulate the English game are, with a few additions, equally applicable to the Polish":
        // there a player who cannot move has lost (rules.md).
        .no_move = NoMove::loss,
        .count = historical_count,
        .origin = "Polish draughts of the 19th century (source B)",
    },
    {
        .name = "german",
        // B: "In Germany, however, Polish draughts is now frequently played on the ordinary board".
        .board = Board::b8,
        // B: "with the usual complement of twenty-four pieces".
        .men_per_side = 12,
        // As historical.
        .capture = CaptureChoice::most_pieces_then_kings,
        // As historical.
        .promotion = Promotion::ends_on_far_row,
        // As historical.
        .no_move = NoMove::loss,
        // As historical.
        .count = historical_count,
        .origin = "Polish draughts on the German board (source B)",
    },
    {
        .name = "brazilian",
        // rules.md for every trait: international on 8x8, confirmed by the published perft counts (7 49 302 1469 7473).
        .board = Board::b8,
        .men_per_side = 12,
        .capture = CaptureChoice::most_pieces,
        .promotion = Promotion::ends_on_far_row,
        .no_move = NoMove::loss,
        .count = std::nullopt,
        .origin = "Brazilian draughts (published perft)",
    },
    {
        .name = "pool",
        // rules.md for every trait: traditional's captures without its draws, confirmed by the published perft counts
        // (7 49 302 1469 7482 37986 190146 929896).
        .board = Board::b8,
        .men_per_side = 12,
        .capture = CaptureChoice::free,
        .promotion = Promotion::ends_on_far_row,
        .no_move = NoMove::loss,
        .count = std::nullopt,
        .origin = "pool checkers (published perft)",
    },
    {
        .name = "russian",
        // rules.md for every trait, confirmed by the published perft counts (7 49 302 1469 7482 37986 190146 929899).
        .board = Board::b8,
        .men_per_side = 12,
        .capture = CaptureChoice::free,
        // rules.md: "a man reaching the far row mid-capture goes on as a king".
        .promotion = Promotion::during_capture,
        .no_move = NoMove::loss,
        .count = std::nullopt,
        .origin = "Russian draughts (published perft)",
    },
}};

static_assert(std::all_of(table.begin(), table.end(), has_generator),
              "a new kind of game needs its line in with_generator()");

}  // namespace

std::span<const Ruleset> all_rulesets() noexcept {
  return table;
}

Result<const Ruleset*> find_ruleset(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Ruleset& r) { return r.name == name; });
  if (found != table.end()) return &*found;
  constexpr std::size_t longest_quote = 40;
  std::string message = "unknown ruleset '";
  message.append(name.substr(0, longest_quote)).append("', expected one of");
  for (const Ruleset& rules : table) message.append(" ").append(rules.name);
  return Error{ErrorCode::unknown_ruleset, std::move(message)};
}

}  // namespace lunette
