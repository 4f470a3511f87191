#include "lunette/gen/verify.hpp"

#include <tbb/task_arena.h>

#include <new>
#include <string>
#include <utility>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/generator.hpp"
#include "verify_count.hpp"
#include "verify_files.hpp"
#include "verify_findings.hpp"
#include "verify_manifest.hpp"
#include "verify_recompute.hpp"
#include "verify_run.hpp"

namespace lunette {

namespace {

using namespace verification;

Result<void> check_options(const VerifyOptions& options) {
  if (options.rules == nullptr) return Error{ErrorCode::bad_argument, "no ruleset given"};
  if (options.threads < 0) return Error{ErrorCode::bad_argument, "the number of threads is negative"};
  for (const Material& material : options.materials) {
    if (material.white_pieces() > 0 && material.black_pieces() > 0 && material.pieces() <= max_table_pieces) continue;
    return Error{ErrorCode::bad_material, material.name() + ": no table has this material"};
  }
  if (options.full && !has_generator(*options.rules)) {
    return Error{ErrorCode::bad_argument, std::string(options.rules->name) + ": no move generation for this ruleset"};
  }
  return options.full ? verifiable_count(*options.rules) : Result<void>{};
}

std::uint64_t entries_of(const VerifyOptions& options, const std::vector<NamedTable>& tables) {
  std::uint64_t entries = 0;
  for (const NamedTable& table : tables) entries += stored_entries(options.rules->board, table.material);
  return options.full ? 2 * entries : entries;  // files, then values
}

Result<VerifyReport> verify_tables(const VerifyOptions& options) {
  Findings findings(options.max_findings);
  const Result<std::vector<NamedTable>> tables = find_tables(options, findings);
  if (!tables) return tables.error();
  const Result<Tablebase> tablebase = Tablebase::open(*options.rules, {{options.directory}});
  if (!tablebase) return tablebase.error();
  std::vector<ClassPlan> plans;
  if (options.full) {
    Result<std::vector<ClassPlan>> planned = plan_recomputation(*tablebase, *tables);
    if (!planned) return planned.error();
    plans = *std::move(planned);
  }

  VerifyReport report;
  Run run(options, entries_of(options, *tables));
  const Result<std::vector<CheckedFile>> files = check_files(options, *tables, findings, run);
  if (!files) return files.error();
  report.tables = files->size();
  check_manifest(options, *tables, *files, findings);
  if (!options.against.empty()) {
    Result<Comparison> compared = compare_manifest(options, *tables, *files, findings);
    if (!compared) return compared.error();
    report.comparison = *std::move(compared);
  }
  const Result<void> recomputed = recompute(*tablebase, plans, *tables, *files, report, findings, run);
  if (!recomputed) return recomputed.error();

  report.finding_count = findings.count();
  report.findings = findings.take();
  return report;
}

}  // namespace

Result<VerifyReport> verify(const VerifyOptions& options) {
  if (const Result<void> checked = check_options(options); !checked) return checked.error();
  try {
    tbb::task_arena arena(options.threads > 0 ? options.threads : tbb::task_arena::automatic);
    return arena.execute([&options] { return verify_tables(options); });
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "not enough memory to verify the tables"};
  }
}

}  // namespace lunette
