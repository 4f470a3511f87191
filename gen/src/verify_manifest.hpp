#pragma once

#include <filesystem>
#include <vector>

#include "lunette/gen/verify.hpp"
#include "verify_files.hpp"
#include "verify_findings.hpp"

namespace lunette::verification {

/// Compares DIR/<ruleset>/manifest.json with the headers of the files that are there: every stored file has its
/// row and, where all classes are verified, every row its file. A manifest that is missing or damaged is a finding.
void check_manifest(const VerifyOptions& options, const std::vector<NamedTable>& tables,
                    const std::vector<CheckedFile>& files, Findings& findings);

/// Compares the headers with the manifest options.against of the same set, built elsewhere: entries, counts,
/// longest distances and value checksums of the tables that both have. Bytes and file checksums are not compared:
/// they differ between versions of zstd and of the format. A table that only the other set has is a finding if its
/// class was asked for by name; having no table in common is one always. Errors: io_error, corrupt_file,
/// unknown_version, wrong_ruleset, if there is nothing to compare with.
Result<void> compare_manifest(const VerifyOptions& options, const std::vector<NamedTable>& tables,
                              const std::vector<CheckedFile>& files, Findings& findings);

}  // namespace lunette::verification
