#include <fmt/format.h>

#include <chrono>
#include <string>

#include "command.hpp"
#include "lunette/report/json.hpp"
#include "lunette/report/words.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "options.hpp"
#include "refusal.hpp"

namespace lunette::cli {
namespace {

struct DepthCount {
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

DepthCount count_nodes(const Ruleset& rules, const Position& position, int depth) {
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t nodes = perft(rules, position, depth);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return {depth, nodes, elapsed.count()};
}

std::string count_json(const DepthCount& count) {
  Json object;
  object["depth"] = count.depth;
  object["nodes"] = count.nodes;
  object["seconds"] = seconds_json(count.seconds);
  return write_json(object);
}

std::string count_text(const DepthCount& count) {
  return fmt::format("{:>5}  {:>20}  {:>10.3f}", count.depth, grouped(count.nodes), count.seconds);
}

class Perft : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("perft", "Count the move sequences of each length up to a depth");
    add_rules(parser, rules_);
    add_value(parser, "--depth", depth_, number_between(1, 99), "D", "Count depths 1 to D, one line each")->required();
    add_json(parser, json_);
    parser.add_option("FEN", fen_, "The position, or start (default)")->type_name("");
    parser.footer("Example:\n  lunette perft --rules russian --depth 8 start");
    return parser;
  }

  Result<ExitStatus> run(Output& output) override {
    const Result<Position> position = read();
    if (!position) return about(fen_, position.error());
    if (!json_) output.line(fmt::format("{:>5}  {:>20}  {:>10}", "depth", "nodes", "seconds"));
    for (int depth = 1; depth <= depth_ && output.good(); ++depth) {
      const DepthCount count = count_nodes(*rules_, *position, depth);
      output.line(json_ ? count_json(count) : count_text(count));
    }
    return ExitStatus::success;
  }

 private:
  Result<Position> read() const {
    if (fen_ == "start") return start_position(rules_->board);
    return read_position(*rules_, fen_);
  }

  const Ruleset* rules_ = nullptr;
  int depth_ = 0;
  bool json_ = false;
  std::string fen_ = "start";
};

}  // namespace

std::unique_ptr<Command> make_perft() {
  return std::make_unique<Perft>();
}

}  // namespace lunette::cli
