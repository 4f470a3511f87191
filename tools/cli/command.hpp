#pragma once

#include <memory>

#include "exit_status.hpp"
#include "lunette/rules/result.hpp"
#include "output.hpp"

namespace CLI {
class App;
}

namespace lunette::cli {

/// One subcommand: it declares its options, which CLI11 then fills, and runs. A returned error becomes the one
/// line on stderr and ExitStatus::failure.
class Command {
 public:
  virtual ~Command() = default;
  /// Adds the subcommand to `program` with its options, help and example.
  virtual CLI::App& declare(CLI::App& program) = 0;
  virtual Result<ExitStatus> run(Output& output) = 0;
};

std::unique_ptr<Command> make_rulesets();
std::unique_ptr<Command> make_moves();
std::unique_ptr<Command> make_perft();
std::unique_ptr<Command> make_build();
std::unique_ptr<Command> make_plan();
std::unique_ptr<Command> make_step();
std::unique_ptr<Command> make_submit();
std::unique_ptr<Command> make_status();
std::unique_ptr<Command> make_pack();
std::unique_ptr<Command> make_probe();
std::unique_ptr<Command> make_line();
std::unique_ptr<Command> make_stats();
std::unique_ptr<Command> make_longest();
std::unique_ptr<Command> make_zugzwang();
std::unique_ptr<Command> make_query();
std::unique_ptr<Command> make_diagonal();
std::unique_ptr<Command> make_claims();
std::unique_ptr<Command> make_annotate();
std::unique_ptr<Command> make_serve();
std::unique_ptr<Command> make_verify();
std::unique_ptr<Command> make_info();
std::unique_ptr<Command> make_hub();

}  // namespace lunette::cli
