#include <string_view>

#include "diagonal_tally.hpp"
#include "lunette/rules/fen.hpp"

namespace lunette {

namespace {

/// "1234567" as "1,234,567".
std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, 1, ',');
  return digits;
}

std::string_view number_word(int kings) {
  switch (kings) {
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    default: return "several";
  }
}

/// Writes the sentences about one set of tables.
class Verdict {
 public:
  Verdict(const Ruleset& rules, const std::vector<DiagonalClass>& classes) : rules_(rules), classes_(classes) {}

  /// Where the lone king holds, on move and not forced to capture.
  std::string defence() const {
    std::string sentence = "On ";
    sentence += to_string(rules_.board);
    sentence += " a lone king that has the main diagonal to itself, is on move and need not capture, holds ";
    sentence += defence_against_all(Possession::lone_alone) + "; with a strong king on the line too it holds ";
    return sentence + defence_against_all(Possession::shared) + ".";
  }

  /// Whether the strong side's possession of the diagonal is needed, and whether it is enough. Both sides to move, no
  /// captures: whoever must capture decides the game at once, whatever the diagonal is worth.
  std::string possession(const DiagonalClass& reported) const {
    const DiagonalTally owned = quiet(reported, Possession::strong);
    const DiagonalTally empty = quiet(reported, Possession::empty);
    const std::uint64_t won = owned.count(DiagonalResult::strong_win);
    const bool drawn = owned.count(DiagonalResult::draw) > 0;
    std::string sentence = "Without a capture to make, either side on move, ";
    sentence += number_word(reported.material.white_kings);
    sentence += " kings that hold the diagonal win " + with_commas(won) + " of " + with_commas(owned.positions());
    sentence += " positions and do not win " + with_commas(owned.positions() - won);
    sentence += example_of(owned.example(drawn ? DiagonalResult::draw : DiagonalResult::cursed));
    sentence += "; with nobody on it they win " + with_commas(empty.count(DiagonalResult::strong_win)) + " of ";
    sentence += with_commas(empty.positions()) + example_of(empty.example(DiagonalResult::strong_win));
    return sentence + ".";
  }

  /// What the counted draw changes.
  std::string count(const CountRule& rule) const {
    DiagonalTally all;
    for (const DiagonalClass& reported : classes_) {
      for (const DiagonalTally& tally : reported.tallies) all.add(tally);
    }
    const std::uint64_t cursed = all.count(DiagonalResult::cursed);
    std::string sentence = "The count of " + std::to_string(rule.limit) + " moves takes ";
    if (cursed == 0) return sentence + "no win away from a position in which it starts.";
    sentence += with_commas(cursed) + (cursed == 1 ? " win" : " wins") + " away";
    return sentence + example_of(all.example(DiagonalResult::cursed)) + ".";
  }

 private:
  std::string example_of(const Example& example) const {
    if (!example.position) return "";
    return " (for example " + write_fen(rules_.board, *example.position) + ")";
  }

  static DiagonalTally quiet(const DiagonalClass& reported, Possession possession) {
    DiagonalTally sum;
    for (const DiagonalTally& tally : reported.tallies) {
      if (tally.possession == possession && !tally.capture) sum.add(tally);
    }
    return sum;
  }

  /// "against two kings in all 1,958 positions, against three kings in all but 5 of 1,234 (for example ...)".
  std::string defence_against_all(Possession possession) const {
    std::string text;
    for (const DiagonalClass& reported : classes_) {
      for (const DiagonalTally& tally : reported.tallies) {
        if (tally.side != EndingSide::lone || tally.possession != possession || tally.capture) continue;
        if (!text.empty()) text += ", ";
        text += "against ";
        text += number_word(reported.material.white_kings);
        text += " kings in " + all_but(tally.count(DiagonalResult::strong_win), tally.positions());
        text += example_of(tally.example(DiagonalResult::strong_win));
      }
    }
    return text;
  }

  static std::string all_but(std::uint64_t exceptions, std::uint64_t positions) {
    if (exceptions == 0) return "all " + with_commas(positions) + " positions";
    return "all but " + with_commas(exceptions) + " of " + with_commas(positions) + " positions";
  }

  const Ruleset& rules_;
  const std::vector<DiagonalClass>& classes_;
};

}  // namespace

std::string defence_sentence(const Ruleset& rules, const std::vector<DiagonalClass>& classes) {
  return Verdict(rules, classes).defence();
}

std::string possession_sentence(const Ruleset& rules, const DiagonalClass& reported) {
  const std::vector<DiagonalClass> others;
  return Verdict(rules, others).possession(reported);
}

std::string diagonal_verdict(const Ruleset& rules, const std::vector<DiagonalClass>& classes) {
  const Verdict verdict(rules, classes);
  std::string text = verdict.defence();
  for (const DiagonalClass& reported : classes) {
    // The sources claim possession of the diagonal for three kings; it is told for four where they are built.
    if (reported.material.white_kings < 3) continue;
    text += ' ';
    text += verdict.possession(reported);
  }
  if (rules.count) {
    text += ' ';
    text += verdict.count(*rules.count);
  }
  return text;
}

}  // namespace lunette
