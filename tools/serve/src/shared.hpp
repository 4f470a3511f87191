#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <memory>
#include <mutex>
#include <set>

#include "access_log.hpp"
#include "clients.hpp"
#include "figures.hpp"
#include "lunette/serve/server.hpp"

namespace lunette::serve {

class Session;

/// What the sessions of one server share.
struct Shared {
  Shared(const Service& answering, const ServerOptions& chosen)
      : service(answering),
        options(chosen),
        clients(chosen.connections_of_client, chosen.rate_of_client),
        log(chosen.access_log) {}

  const Service& service;
  const ServerOptions options;
  Clients clients;
  Figures figures;
  AccessLog log;
  std::atomic<bool> stopping = false;
  std::atomic<std::size_t> waiting = 0;  ///< answers that a thread of `slow` or `scan` is to make or makes
  boost::asio::thread_pool slow{1};
  boost::asio::thread_pool scan{1};

  std::mutex sessions_mutex;
  std::set<std::shared_ptr<Session>> sessions;  ///< until they are closed
};

}  // namespace lunette::serve
