#include "lunette/serve/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <csignal>
#include <thread>
#include <vector>

#include "session.hpp"
#include "shared.hpp"

namespace lunette::serve {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::milliseconds pause_when_exhausted{100};
constexpr std::chrono::seconds time_between_flushes{1};

lunette::Error io_error(const std::string& where, const error_code& error) {
  return {ErrorCode::io_error, fmt::format("{}: {}", where, error.message())};
}

/// An IPv4 client is the same one when it comes to an IPv6 socket.
std::string address_text(const asio::ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address.to_string();
  return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
}

class Server {
 public:
  Server(const Service& service, const ServerOptions& options)
      : shared_(service, options),
        strand_(asio::make_strand(io_)),
        acceptor_(strand_),
        signals_(strand_),
        pause_(strand_),
        last_call_(strand_),
        flush_(strand_) {}

  Result<std::string> listen() {
    const ServerOptions& options = shared_.options;
    error_code error;
    const asio::ip::address address = asio::ip::make_address(options.address, error);
    if (error) {
      return lunette::Error{ErrorCode::bad_argument,
                            fmt::format("expected an IPv4 or IPv6 address, got '{}'", options.address)};
    }
    const tcp::endpoint endpoint(address, options.port);
    const std::string where = address.is_v6() ? fmt::format("[{}]:{}", options.address, options.port)
                                              : fmt::format("{}:{}", options.address, options.port);
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) return io_error(where, error);
    const std::uint16_t port = acceptor_.local_endpoint(error).port();
    return address.is_v6() ? fmt::format("http://[{}]:{}", options.address, port)
                           : fmt::format("http://{}:{}", options.address, port);
  }

  Result<void> run() {
    error_code error;
    for (const int signal : {SIGINT, SIGTERM}) {
      signals_.add(signal, error);
      if (error) return io_error("signals", error);
    }
    await_signal();
    accept();
    flush_log();
    open_tables();
    const int threads = shared_.options.threads > 0
                            ? shared_.options.threads
                            : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::thread> others;
    for (int number = 1; number < threads; ++number) others.emplace_back([this] { io_.run(); });
    io_.run();
    for (std::thread& thread : others) thread.join();
    // What waits here after the last call has nobody to answer.
    for (asio::thread_pool* pool : {&shared_.slow, &shared_.scan}) {
      pool->stop();
      pool->join();
    }
    shared_.sessions.clear();  // they need the context
    shared_.log.flush();
    return {};
  }

 private:
  void await_signal() {
    signals_.async_wait([this](error_code error, int signal) {
      if (error) return;
      if (shared_.stopping.exchange(true)) return stop_at_once(signal);
      await_signal();
      stop();
    });
  }

  /// Told twice. Whole classes may be scanned by now, which nobody can wait for: the signal does what it would have
  /// done.
  void stop_at_once(int signal) {
    shared_.log.flush();
    error_code ignored;
    signals_.clear(ignored);
    static_cast<void>(std::raise(signal));
    io_.stop();
  }

  void stop() {
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    flush_.cancel();
    std::vector<std::shared_ptr<Session>> open;
    {
      const std::lock_guard lock(shared_.sessions_mutex);
      open.assign(shared_.sessions.begin(), shared_.sessions.end());
    }
    for (const std::shared_ptr<Session>& session : open) session->stop();
    await_last_answers(Clients::Clock::now() + shared_.options.stop_time);
  }

  void await_last_answers(Clients::Clock::time_point end) {
    constexpr std::chrono::milliseconds between_looks{20};
    if (shared_.figures.open() == 0 || Clients::Clock::now() >= end) {
      signals_.cancel();
      io_.stop();
      return;
    }
    last_call_.expires_after(between_looks);
    last_call_.async_wait([this, end](error_code error) {
      if (!error) await_last_answers(end);
    });
  }

  void accept() {
    acceptor_.async_accept(asio::make_strand(io_), [this](error_code error, tcp::socket socket) {
      if (shared_.stopping || error == asio::error::operation_aborted) return;
      if (!error) {
        take(std::move(socket));
        return accept();
      }
      // Out of descriptors, as a rule: those who are served will close some.
      pause_.expires_after(pause_when_exhausted);
      pause_.async_wait([this](error_code cancelled) {
        if (!cancelled) accept();
      });
    });
  }

  void take(tcp::socket socket) {
    error_code error;
    const tcp::endpoint peer = socket.remote_endpoint(error);
    if (error) return;  // gone already
    const std::string address = address_text(peer.address());
    const std::size_t open = shared_.figures.open();
    if (open >= 2 * shared_.options.connections) return shared_.figures.turned_away();  // too many to talk to
    const bool full = open >= shared_.options.connections;
    auto session = std::make_shared<Session>(std::move(socket), shared_, address);
    {
      const std::lock_guard lock(shared_.sessions_mutex);
      shared_.sessions.insert(session);
    }
    if (full) {
      session->turn_away(503, "too_many_connections", "too many connections are open");
    } else {
      session->start();
    }
  }

  /// The first look at the inventory opens every table, which takes seconds; nobody should wait for it.
  void open_tables() {
    asio::post(shared_.scan, [this] { shared_.service.resolve({"GET", "/api/v1", "", "", ""}).answer(); });
  }

  void flush_log() {
    flush_.expires_after(time_between_flushes);
    flush_.async_wait([this](error_code error) {
      if (error) return;
      shared_.log.flush();
      flush_log();
    });
  }

  // What waits in the pools of `shared_` holds sessions, whose sockets are the context's.
  asio::io_context io_;
  Shared shared_;
  asio::strand<asio::io_context::executor_type> strand_;
  tcp::acceptor acceptor_;
  asio::signal_set signals_;
  asio::steady_timer pause_;
  asio::steady_timer last_call_;
  asio::steady_timer flush_;
};

}  // namespace

Result<void> serve(const Service& service, const ServerOptions& options,
                   const std::function<void(const std::string& url)>& ready) {
  Server server(service, options);
  const Result<std::string> url = server.listen();
  if (!url) return url.error();
  ready(*url);
  return server.run();
}

}  // namespace lunette::serve
