// seeds TABLES OUT: the fuzzers' first inputs, made of the tables that `lunette build` left in a directory: every table
// as it is and coded, with small blocks and segments; positions, moves and lines from all over them.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/movegen.hpp"
#include "lunette/rules/notation.hpp"

using namespace lunette;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t choice_size = 16;

void write(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A table written again in another form; false where it cannot be.
bool rewrite(const TableFile& table, const std::vector<std::vector<ValueCode>>& values, const fs::path& to, Form form,
             std::uint32_t segment, const TableFile* wdl) {
  TableHeader header = table.header();
  header.block_entries = 1U << 10;
  header.captures = CaptureEntries::filler;
  const ValueSource source = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
    const auto& from = values[static_cast<std::size_t>(side)];
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  };
  WriteOptions options;
  options.form = form;
  options.segment_entries = segment;
  if (wdl != nullptr) {
    options.wdl = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
      (void)wdl->read_range(side, first, out);
    };
    options.wdl_checksum = wdl->header().value_checksum;
  }
  return write_table(to, header, source, options).has_value();
}

class Seeds {
 public:
  Seeds(const Ruleset& rules, std::size_t ruleset_number, Tablebase tables, fs::path out)
      : rules_(rules),
        prefix_(1, static_cast<char>(ruleset_number)),
        tables_(std::move(tables)),
        out_(std::move(out)) {}

  /// The number of tables.
  int write_all() {
    int tables = 0;
    for (const Material& material : tables_.tables()) {
      write_positions(material);
      for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
        if (write_tables(material, metric)) ++tables;
      }
    }
    write_text(start_position(rules_.board), "start");
    return tables;
  }

 private:
  bool write_tables(const Material& material, Metric metric) {
    const auto table = tables_.table(material, metric);
    if (!table) return false;
    const std::string name =
        std::string(rules_.name) + "-" + material.name() + "-" + std::string(to_string(metric)) + "-";
    write_table_seed(name + "built", (*table)->path());
    std::vector<std::vector<ValueCode>> values;
    for (int side = 0; side < (*table)->header().sides; ++side) {
      auto read = tables_.read_values(material, metric, side == 0 ? Color::white : Color::black);
      if (!read) return false;
      values.push_back(*std::move(read));
    }
    const fs::path scratch = out_ / "scratch";
    if (rewrite(**table, values, scratch, Form::plain, 0, nullptr)) write_table_seed(name + "small", scratch);
    const auto wdl = tables_.table(material, Metric::wdl);
    if (wdl && rewrite(**table, values, scratch, Form::coded, 1U << 9, *wdl)) write_table_seed(name + "coded", scratch);
    fs::remove(scratch);
    return true;
  }

  void write_table_seed(const std::string& name, const fs::path& file) {
    const std::string bytes = read(file);
    write(out_ / "table" / name, bytes);
    std::string choice(choice_size, '\0');
    for (char& byte : choice) byte = static_cast<char>(choices_ = choices_ * 5 + 57);
    write(out_ / "probe" / name, choice + bytes);
  }

  void write_positions(const Material& material) {
    const Indexer indexer(rules_.board, material);
    Position position = indexer.unrank(indexer.size() / 3);
    write_text(position, material.name() + "-white");
    position.side = Color::black;
    write_text(position, material.name() + "-black");
  }

  /// The first byte says what the rest is: a request, values of a query, the body of a batch.
  void write_requests(const std::string& fen, const std::string& file) {
    const std::string path = "/api/v1/" + std::string(rules_.name);
    const std::string end = " HTTP/1.1\r\nHost: a\r\n\r\n";
    const std::string body = "{\"positions\":[\"" + fen + "\",{\"fen\":\"" + fen + "\",\"count\":1}]}";
    const std::string posted =
        "POST " + path +
        " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
        "\r\n\r\n" + body;
    write(out_ / "http" / (file + "-probe"), '\0' + ("GET " + path + "?fen=" + fen + end));
    write(out_ / "http" / (file + "-line"), '\0' + ("GET " + path + "/mainline?count=2&fen=" + fen + end));
    write(out_ / "http" / (file + "-batch"), '\0' + posted);
    write(out_ / "http" / (file + "-values"), '\2' + fen + "\n1");
    write(out_ / "http" / (file + "-body"), '\3' + body);
  }

  void write_text(const Position& position, const std::string& name) {
    const std::string fen = write_fen(rules_.board, position);
    const std::string file = std::string(rules_.name) + "-" + name;
    write(out_ / "fen" / file, prefix_ + fen);
    write_requests(fen, file);
    MoveList moves;
    generate_moves(rules_, position, moves);
    if (moves.empty()) return;
    std::string line = prefix_ + fen;
    line += '\n' + write_move(rules_, position, moves.front());
    write(out_ / "moves" / file, line);
  }

  const Ruleset& rules_;
  std::string prefix_;
  Tablebase tables_;
  fs::path out_;
  unsigned choices_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: seeds TABLES OUT\n");
    return 2;
  }
  int tables = 0;
  const auto rulesets = all_rulesets();
  for (std::size_t i = 0; i < rulesets.size(); ++i) {
    if (!fs::is_directory(fs::path(argv[1]) / rulesets[i].name)) continue;
    auto opened = Tablebase::open(rulesets[i], {.directories = {argv[1]}, .max_pieces = 3});
    if (opened) tables += Seeds(rulesets[i], i, *std::move(opened), argv[2]).write_all();
  }
  std::printf("%d tables\n", tables);
  return tables > 0 ? 0 : 1;
}
