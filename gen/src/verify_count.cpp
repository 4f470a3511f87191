#include "verify_count.hpp"

#include <algorithm>
#include <string>

namespace lunette::verification {

bool is_counted(const Ruleset& rules, const Material& canonical) {
  if (!rules.count || canonical.men() != 0 || canonical.black_kings != 1) return false;
  const auto& strong = rules.count->strong_kings;
  return std::find(strong.begin(), strong.end(), canonical.white_kings) != strong.end();
}

Wdl value_as_it_arises(ValueCode dtw, Color side_to_move, int limit) {
  const std::optional<int> plies = decode_plies(dtw);
  if (!plies) return Wdl::draw;

  const bool mover_wins = *plies % 2 == 1;
  const bool lone_king_moves = side_to_move == Color::black;
  const bool lone_king_wins = mover_wins == lone_king_moves;
  // The sides alternate, so the lone king makes half of the plies, and the odd one where it begins.
  const int counted_moves = (*plies + (lone_king_moves ? 1 : 0)) / 2;
  // "Drawn as soon as the lone king has completed move number `limit` and the game is not over": a lone king that wins
  // may still use that move to end the game; one that loses has been saved by it.
  const bool kept = lone_king_wins ? counted_moves <= limit : counted_moves < limit;
  if (mover_wins) return kept ? Wdl::win : Wdl::cursed_win;
  return kept ? Wdl::loss : Wdl::blessed_loss;
}

Result<void> verifiable_count(const Ruleset& rules) {
  if (!rules.count) return {};
  if (rules.count->counts == CountRule::Counts::lone_side_moves && !rules.count->restarts_on_conversion) return {};
  return Error{ErrorCode::bad_argument,
               "the count of " + std::string(rules.name) + " is of a kind that the verification does not know"};
}

}  // namespace lunette::verification
