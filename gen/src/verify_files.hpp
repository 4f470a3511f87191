#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lunette/compress/table_file.hpp"
#include "lunette/gen/verify.hpp"
#include "verify_findings.hpp"
#include "verify_run.hpp"

namespace lunette::verification {

/// One table file of a directory, by its name alone.
struct NamedTable {
  Material material;
  Metric metric = Metric::wdl;
  std::filesystem::path path;

  std::string name() const { return path.filename().string(); }
};

/// The entries of both stored sides of a class.
std::uint64_t stored_entries(Board board, const Material& material);

/// The table files of options.directory for the classes asked for, in solving order, then by metric. Files that end
/// like a table and whose name is none become findings when everything is verified. Errors: io_error (no
/// directory), missing_table (any table at all; a class asked for, unless a manifest tells what of it is missing).
Result<std::vector<NamedTable>> find_tables(const VerifyOptions& options, Findings& findings);

/// Checks each file by itself: header against name, ruleset and count limit; every block's checksum and the
/// file's. Files in parallel. Returns the headers of the files that could be opened, empty for the others.
struct CheckedFile {
  bool opened = false;
  bool sound = false;  ///< nothing was found wrong
  TableHeader header;
  std::uint64_t bytes = 0;
  std::uint64_t file_checksum = 0;
};
Result<std::vector<CheckedFile>> check_files(const VerifyOptions& options, const std::vector<NamedTable>& tables,
                                             Findings& findings, Run& run);

}  // namespace lunette::verification
