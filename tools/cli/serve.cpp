#include "lunette/serve/server.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "command.hpp"
#include "lunette/report/words.hpp"
#include "lunette/serve/service.hpp"
#include "options.hpp"
#include "quantity.hpp"
#include "refusal.hpp"

namespace lunette::cli {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};

bool is_loopback(std::string_view address) {
  return address.starts_with("127.") || address == "::1";
}

class Serve : public Command {
 public:
  CLI::App& declare(CLI::App& program) override {
    CLI::App& parser = *program.add_subcommand("serve", "HTTP service and web page");
    add_tables(parser, service_.directories);
    declare_rules(parser);
    parser.add_option("--address", server_.address, "Address to listen on (default: 127.0.0.1, this machine only)")
        ->type_name("IP");
    declare_number(parser, "--port", port_, 0, 65535, "P", "Port (default: 8750); 0 takes a free one and says which");
    add_threads(parser, server_.threads);
    add_value(parser, "--cache", cache_, parse_memory, "SIZE",
              "For decoded blocks, shared by the rulesets: 1G, 256M (default: 256M)");
    declare_limits(parser);
    parser.add_flag("--behind-proxy", server_.behind_proxy,
                    "Clients are told apart by X-Forwarded-For, where the peer is this machine");
    parser.add_option("--access-log", log_, "A JSON object a request, appended; - is standard output (default: none)")
        ->type_name("FILE");
    parser.footer(
        "The page is at /, the interface is described at /openapi.json, counters for Prometheus are at /metrics.\n"
        "SIGTERM or SIGINT: no new connections, answers under way are finished; a second one stops at once.\n\n"
        "Example:\n  lunette serve --tables tables\n"
        "  lunette serve --tables tables --rules traditional --port 80 --address 0.0.0.0 --access-log access.log");
    return parser;
  }

  Result<ExitStatus> run(Output&) override {
    if (Result<void> opened = open_log(); !opened) return opened.error();
    finish_options();
    const Result<serve::Service> service = serve::Service::open(service_);
    if (!service) return about("--tables", service.error());
    const Result<void> served = serve::serve(*service, server_, [&](const std::string& url) {
      std::fputs(fmt::format("lunette serve: {}, {}\n", url, what_is_there(*service)).c_str(), stderr);
    });
    if (!served) return served.error();
    std::fputs("lunette serve: stopped\n", stderr);
    return ExitStatus::success;
  }

 private:
  void declare_rules(CLI::App& parser) {
    const auto read = [this](const std::vector<std::string>& names) {
      for (const std::string& name : names) {
        const Result<const Ruleset*> rules = find_ruleset(name);
        if (!rules) throw CLI::ValidationError("--rules", rules.error().message);
        service_.rules.push_back(*rules);
      }
    };
    parser.add_option_function<std::vector<std::string>>("--rules", read, "Rulesets to answer (default: all)")
        ->type_name("RULESET")
        ->allow_extra_args(false);
  }

  template <class Number>
  static void declare_number(CLI::App& parser, const std::string& name, Number& number, int least, int greatest,
                             const std::string& type, const std::string& description) {
    add_value(parser, name, number, number_between(least, greatest), type, description);
  }

  void declare_limits(CLI::App& parser) {
    constexpr int most = 1'000'000;
    declare_number(parser, "--connections", connections_, 1, most, "N", "Open at once (default: 512)");
    declare_number(parser, "--connections-of-client", connections_of_client_, 0, most, "N",
                   "Of one address, 0: any (default: 0 on loopback, otherwise 32)");
    declare_number(parser, "--rate-of-client", rate_of_client_, 0, most, "N",
                   "Requests a second of one address, 0: any (default: 0 on loopback, otherwise 50)");
    declare_number(parser, "--batch", service_.batch_positions, 1, 4096, "N", "Positions of one POST (default: 256)");
    declare_number(parser, "--scan-limit", scan_limit_, 0, 2'000'000'000, "N",
                   "Entries up to which a class is scanned for its histograms (default: 20000000)");
  }

  void finish_options() {
    server_.port = static_cast<std::uint16_t>(port_);
    server_.connections = static_cast<std::size_t>(connections_);
    const bool open_to_others = !is_loopback(server_.address);
    server_.connections_of_client = static_cast<std::size_t>(connections_of_client_.value_or(open_to_others ? 32 : 0));
    server_.rate_of_client = rate_of_client_.value_or(open_to_others ? 50 : 0);
    server_.access_log = log_file_ ? log_file_.get() : log_ == "-" ? stdout : nullptr;
    service_.cache_bytes = static_cast<std::size_t>(cache_);
    service_.scan_entries = static_cast<std::uint64_t>(scan_limit_);
  }

  Result<void> open_log() {
    if (log_.empty() || log_ == "-") return {};
    log_file_.reset(std::fopen(log_.c_str(), "ae"));
    if (log_file_) return {};
    return Error{ErrorCode::io_error,
                 fmt::format("--access-log: {}: {}", log_, std::generic_category().message(errno))};
  }

  static std::string what_is_there(const serve::Service& service) {
    std::string text;
    for (const serve::Coverage& coverage : service.coverage()) {
      if (coverage.tables == 0) continue;
      text += fmt::format("{}{} to {}", text.empty() ? "" : ", ", coverage.rules,
                          amount(static_cast<std::uint64_t>(coverage.pieces), "piece", "pieces"));
    }
    return text.empty() ? "no tables yet" : text;
  }

  serve::ServiceOptions service_;
  serve::ServerOptions server_;
  std::uint64_t cache_ = std::uint64_t{256} << 20;
  int port_ = 8750;
  int connections_ = 512;
  int scan_limit_ = 20'000'000;
  std::optional<int> connections_of_client_;
  std::optional<int> rate_of_client_;
  std::string log_;
  std::unique_ptr<std::FILE, CloseFile> log_file_;
};

}  // namespace

std::unique_ptr<Command> make_serve() {
  return std::make_unique<Serve>();
}

}  // namespace lunette::cli
