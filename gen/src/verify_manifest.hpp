#pragma once

#include <filesystem>
#include <vector>

#include "lunette/gen/verify.hpp"
#include "verify_files.hpp"
#include "verify_findings.hpp"

namespace lunette::verification {

/// Compares DIR/<ruleset>/manifest.json with the headers of the files that are there: every stored file has its row
/// and, where all classes are verified and not a part of a set, every row its file. A manifest that is damaged, or
/// missing without options.against, is a finding. Where options.against is this manifest, compare_manifest() says it
/// all.
void check_manifest(const VerifyOptions& options, const std::vector<NamedTable>& tables,
                    const std::vector<CheckedFile>& files, Findings& findings);

/// Compares the tables with the manifest options.against of the same set, built elsewhere, as verify() promises.
/// Errors: io_error, corrupt_file, wrong_ruleset, if there is nothing to compare with.
Result<Comparison> compare_manifest(const VerifyOptions& options, const std::vector<NamedTable>& tables,
                                    const std::vector<CheckedFile>& files, Findings& findings);

}  // namespace lunette::verification
