#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/compress/version.hpp"
#include "output.hpp"
#include "usage.hpp"

namespace lunette::cli {
namespace {

struct Subcommand {
  std::unique_ptr<Command> command;
  CLI::App* parser = nullptr;
};

std::vector<Subcommand> declare_subcommands(CLI::App& program) {
  std::vector<Subcommand> subcommands;
  for (const auto make :
       {make_rulesets, make_moves,    make_perft, make_build, make_plan,    make_step,     make_submit, make_status,
        make_pack,     make_probe,    make_line,  make_stats, make_longest, make_zugzwang, make_query,  make_diagonal,
        make_claims,   make_annotate, make_serve, make_hub,   make_verify,  make_info}) {
    Subcommand subcommand{make(), nullptr};
    subcommand.parser = &subcommand.command->declare(program);
    subcommands.push_back(std::move(subcommand));
  }
  return subcommands;
}

ExitStatus run_selected(const std::vector<Subcommand>& subcommands, Output& output) {
  for (const Subcommand& subcommand : subcommands) {
    if (!subcommand.parser->parsed()) continue;
    const Result<ExitStatus> status = subcommand.command->run(output);
    if (status) return *status;
    if (!output.good()) return ExitStatus::failure;  // why it stopped; told once, by the caller
    print_error(fmt::format("lunette {}: {}", subcommand.parser->get_name(), status.error().message));
    return ExitStatus::failure;
  }
  return ExitStatus::failure;
}

ExitStatus parse_and_run(int argc, char** argv, Output& output) {
  CLI::App program("Endgame tablebases for the draughts family with flying kings", "lunette");
  program.set_version_flag("--version", fmt::format("lunette {}", tool_version()));
  program.require_subcommand(1);
  program.get_formatter()->column_width(34);
  program.footer(
      "Exit status: 0 success, 1 the answer is no (a verification that fails), 2 wrong usage or bad input.\n\n"
      "Example:\n  lunette build --rules traditional --pieces 4 --tables tables\n"
      "  lunette probe --rules traditional --tables tables W:WK4,K7,K11:BK21");
  const std::vector<Subcommand> subcommands = declare_subcommands(program);
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    output.write(program.help());
    return ExitStatus::success;
  } catch (const CLI::CallForVersion& version) {
    output.line(version.what());
    return ExitStatus::success;
  } catch (const CLI::ParseError& error) {
    print_error(usage_error(program, error));
    return ExitStatus::failure;
  }
  return run_selected(subcommands, output);
}

ExitStatus run(int argc, char** argv) {
  secure_standard_streams();
  Output output;
  const ExitStatus status = parse_and_run(argc, argv, output);
  output.flush();
  if (output.good()) return status;
  print_error(fmt::format("lunette: standard output: {}", output.failure().message()));
  return ExitStatus::failure;
}

}  // namespace
}  // namespace lunette::cli

int main(int argc, char** argv) {
  using namespace lunette::cli;
  try {
    return static_cast<int>(run(argc, argv));
  } catch (const std::exception& failure) {
    print_error(fmt::format("lunette: {}", failure.what()));
    return static_cast<int>(ExitStatus::failure);
  }
}
