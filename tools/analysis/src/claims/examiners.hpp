#pragma once

#include <array>
#include <vector>

#include "../diagonal_tally.hpp"
#include "work.hpp"

// One function for each claim. All stored classes have the strong side as White and the lone king as Black.

namespace lunette::claims {

/// The values of KKvK or KKKvK, which most claims are about.
struct LoneKingClass {
  Material material;
  std::array<WdlCodes, 2> wdl;  ///< by side to move
  DiagonalClass diagonal;

  const WdlCodes& strong_to_move() const { return wdl[index_of(Color::white)]; }
  const WdlCodes& lone_to_move() const { return wdl[index_of(Color::black)]; }
};
/// Errors: those of Tablebase::read_block_values.
Result<LoneKingClass> read_lone_king_class(Work& work, const Material& material);
/// KKvK, then KKKvK.
using LoneKingClasses = std::array<LoneKingClass, 2>;

/// "KKKvKM.wdl, KKKvKK.wdl": those of the files that are not there, for Claim::missing.
std::string missing_files(const Work& work, const std::vector<Material>& classes, Metric metric);

Claim examine_main_line(const Work& work, const LoneKingClasses& classes);
Result<Claim> examine_correct_play(Work& work, const LoneKingClasses& classes);
Claim examine_possession(const Work& work, const LoneKingClasses& classes);
Claim examine_off_the_line(const Work& work, const LoneKingClasses& classes);
Result<Claim> examine_limits(const Work& work);
Claim examine_trap(const Work& work, const LoneKingClasses& classes);
Result<Claim> examine_king_and_man(Work& work, const LoneKingClasses& classes);
Result<Claim> examine_crowning(Work& work, const LoneKingClasses& classes);
Result<Claim> examine_king_for_men(const Work& work);

}  // namespace lunette::claims
