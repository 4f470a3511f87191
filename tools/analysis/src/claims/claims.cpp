#include "lunette/analysis/claims.hpp"

#include <tbb/task_arena.h>

#include <functional>
#include <utility>

#include "examiners.hpp"
#include "man_scan.hpp"

namespace lunette {

namespace claims {

std::string missing_files(const Work& work, const std::vector<Material>& classes, Metric metric) {
  std::string names;
  for (const Material& material : classes) {
    if (work.tablebase().has(material, metric)) continue;
    names += (names.empty() ? "" : ", ") + material.name() + "." + std::string(to_string(metric));
  }
  return names;
}

Result<LoneKingClass> read_lone_king_class(Work& work, const Material& material) {
  LoneKingClass ending;
  ending.material = material;
  for (const Color side : {Color::white, Color::black}) {
    Result<WdlCodes> codes = work.read_wdl(material, side);
    if (!codes) return codes.error();
    ending.wdl[index_of(side)] = *std::move(codes);
  }
  Result<DiagonalClass> diagonal = tally_diagonal(work.tablebase(), material);
  if (!diagonal) return diagonal.error();
  ending.diagonal = *std::move(diagonal);
  return ending;
}

namespace {

/// What all passes will report; the small classes that are read at once are not worth a number.
std::uint64_t planned_entries(const Tablebase& tablebase) {
  const bool with_man = tablebase.covers(against_man(3)) && tablebase.covers(against_two(3));
  const std::uint64_t small = 3 * Indexer(tablebase.rules().board, three_kings).size();
  return small + (with_man ? man_scan_entries(tablebase.rules()) : 0);
}

Result<ClaimsReport> examine(Work& work) {
  const std::string missing = missing_files(work, {two_kings, three_kings}, Metric::wdl);
  if (!missing.empty()) {
    return Error{ErrorCode::missing_table,
                 "the examination of claims needs " + missing + " of " + std::string(work.rules().name)};
  }
  LoneKingClasses classes;
  for (std::size_t number = 0; number < classes.size(); ++number) {
    Result<LoneKingClass> read = read_lone_king_class(work, number == 0 ? two_kings : three_kings);
    if (!read) return read.error();
    classes[number] = *std::move(read);
  }

  ClaimsReport report;
  report.rules = work.rules().name;
  const std::vector<std::function<Result<Claim>()>> examiners{
      [&] { return Result<Claim>(examine_main_line(work, classes)); },
      [&] { return examine_correct_play(work, classes); },
      [&] { return Result<Claim>(examine_trap(work, classes)); },
      [&] { return Result<Claim>(examine_off_the_line(work, classes)); },
      [&] { return examine_limits(work); },
      [&] { return Result<Claim>(examine_possession(work, classes)); },
      [&] { return examine_king_and_man(work, classes); },
      [&] { return examine_crowning(work, classes); },
      [&] { return examine_king_for_men(work); },
  };
  for (const auto& examine_one : examiners) {
    Result<Claim> claim = examine_one();
    if (!claim) return claim.error();
    report.claims.push_back(*std::move(claim));
  }
  return report;
}

}  // namespace

}  // namespace claims

Result<ClaimsReport> examine_claims(const Tablebase& tablebase, const ClaimsOptions& options) {
  claims::Work work(tablebase, options, claims::planned_entries(tablebase));
  tbb::task_arena arena(options.threads > 0 ? options.threads : tbb::task_arena::automatic);
  return arena.execute([&] { return claims::examine(work); });
}

}  // namespace lunette
