#include <CLI/CLI.hpp>

#include <atomic>
#include <iostream>
#include <string>
#include <vector>

#include "command.hpp"
#include "lunette/engine/engine.hpp"
#include "lunette/engine/session.hpp"
#include "options.hpp"
#include "quantity.hpp"
#include "refusal.hpp"

namespace lunette::cli {
namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

/// A size in MiB, as the parameters of the protocol are; a part of one counts whole.
Result<int> parse_mebibytes(std::string_view text) {
  const Result<std::uint64_t> bytes = parse_memory(text);
  if (!bytes) return bytes.error();
  constexpr std::uint64_t most = mebibyte << 20;
  if (*bytes > most) {
    return Error{ErrorCode::bad_argument, "expected at most 1024G, got '" + std::string(text) + "'"};
  }
  return static_cast<int>((*bytes + mebibyte - 1) / mebibyte);
}

enum class Read { line, too_long, end };

/// A line without its newline; of one that is too long nothing is kept.
Read read_line(std::istream& input, std::string& line) {
  line.clear();
  bool too_long = false;
  for (int c = input.get(); c != std::char_traits<char>::eof(); c = input.get()) {
    if (c == '\n') return too_long ? Read::too_long : Read::line;
    too_long = too_long || line.size() >= longest_hub_line;
    if (!too_long) line += static_cast<char>(c);
  }
  return too_long ? Read::too_long : line.empty() ? Read::end : Read::line;
}

class HubCommand : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("hub", "Play and analyse for a GUI that speaks the Hub protocol");
    add_rules(parser, parameters_.rules)->required(false);
    add_tables(parser, parameters_.tables)->required(false);
    add_value(parser, "--cache", parameters_.cache, parse_mebibytes, "SIZE",
              "For decoded blocks of tables: 64M, 1G (default: 64M)");
    add_value(parser, "--threads", parameters_.threads, number_between(1, 256), "T",
              "Threads to search with (default: 1)");
    add_value(parser, "--hash", parameters_.hash, parse_mebibytes, "SIZE",
              "For positions already searched (default: 64M)");
    parser.footer(
        "The protocol's version 2, on standard input and output. Every option can be changed by set-param before\n"
        "init: rules (default: international), tables (directories separated by ':'), cache and hash in MiB,\n"
        "threads. What the tables hold is played from them; elsewhere a search has them at its leaves.\n\n"
        "Example:\n  lunette hub --rules international --tables tables --threads 2 --hash 256M");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    // A wrong directory is told now, and not after the GUI has said "init".
    if (const Result<Engine> engine = Engine::open(parameters_); !engine) return engine.error();
    std::atomic<bool> written{true};
    Session session(parameters_, [&](std::string_view line) {
      output.line(line);
      written = output.good();
    });
    std::string line;
    while (written) {
      const Read read = read_line(std::cin, line);
      if (read == Read::end) break;  // the GUI is gone
      if (read == Read::too_long) {
        session.refuse_long_line();
      } else if (!session.receive(line)) {
        break;
      }
    }
    return ExitStatus::success;
  }

 private:
  EngineParameters parameters_ = default_parameters();
};

}  // namespace

std::unique_ptr<Command> make_hub() {
  return std::make_unique<HubCommand>();
}

}  // namespace lunette::cli
