#include "game.hpp"

#include <stdexcept>

#include "catch.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"

using namespace lunette;

Game::Game(const Tablebase& tables, const Position& start, const std::optional<Count>& count, unsigned seed,
           Length length)
    : tables_(tables), position_(start), count_(count), winner_(start.side), random_(seed), length_(length) {}

Outcome Game::play() {
  const auto first = probe();
  promised_ = first.answer.wdl;
  longest_ = first.answer.dtw;
  plies_to_conversion_ = first.answer.dtc.value_or(1000);
  while (outcome_.fault.empty()) {
    if (over() || outcome_.plies > 1000) break;
    step();
  }
  if (outcome_.plies > 1000) outcome_.fault = "no end";
  if (outcome_.fault.empty() && promised_ == Wdl::win && !outcome_.won) outcome_.fault = "a won game not won";
  return outcome_;
}

Probe Game::probe() const {
  const auto found =
      count_ ? tables_.rank_moves(position_, {count_->moves, count_->lone, {}}) : tables_.rank_moves(position_);
  if (!found) throw std::runtime_error(write_fen(tables_.rules().board, position_) + " " + found.error().message);
  return *found;
}

bool Game::over() {
  if (position_.pieces(position_.side) == 0 || !has_move(tables_.rules(), position_)) {
    outcome_.won = position_.side != winner_;
    return true;
  }
  outcome_.drawn_by_count = count_ && count_->moves == tables_.rules().count->limit;
  return outcome_.drawn_by_count;
}

void Game::step() {
  const Probe now = probe();
  const bool winner_moves = position_.side == winner_;
  const Wdl value = winner_moves ? now.answer.wdl : -now.answer.wdl;
  if (value < promised_) outcome_.fault = "the value was lost";
  if (value > promised_) {  // the defender erred: a new promise
    promised_ = value;
    plies_to_conversion_ = *now.answer.dtc;
    longest_.reset();
  }
  const RankedMove& move = winner_moves ? now.moves.front() : now.moves[random_() % now.moves.size()];
  const bool dtw_guides = count_ || (!tables_.rules().count && now.answer.dtw);
  --plies_to_conversion_;
  ++outcome_.plies;
  if (length_ == Length::exact) {
    if (!dtw_guides && plies_to_conversion_ < 0) outcome_.fault = "more plies than DTC before a conversion";
    const bool too_long = !tables_.rules().count && longest_ && outcome_.plies > *longest_;
    if (too_long) outcome_.fault = "more plies than DTW";
  }
  if (move.conversion) plies_to_conversion_ = move.answer.dtc.value_or(1000);
  position_ = move.after;
  count_ = move.answer.count;
}

void play_games(const Tablebase& tables, int games, Length length) {
  const Ruleset& rules = tables.rules();
  std::mt19937 random(31);
  for (const Material& material : tables.tables()) {
    const Indexer indexer(rules.board, material);
    for (int game = 0, tries = 0; game < games && tries < 100 * games; ++tries) {
      Position start = indexer.unrank(random() % indexer.size());
      start.side = random() % 2 == 0 ? Color::white : Color::black;
      if (random() % 2 == 0) start = flip(rules.board, start);
      if (*tables.probe_wdl(start) <= Wdl::draw) continue;
      ++game;
      const auto seed = static_cast<unsigned>(random());
      const Outcome outcome = Game(tables, start, std::nullopt, seed, length).play();
      if (outcome.fault.empty()) continue;
      FAIL_CHECK(rules.name << " " << write_fen(rules.board, start) << " seed " << seed << ": " << outcome.fault);
    }
  }
}
