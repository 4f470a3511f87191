#pragma once

#include <array>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "lunette/serve/http.hpp"
#include "shared.hpp"

namespace lunette::serve {

/// One connection: reads a request, has it answered, writes, and again, until either side is done. Everything runs on
/// the stream's strand, one step at a time; each step has its deadline, however little of it a slow client sends at
/// once.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(boost::asio::ip::tcp::socket socket, Shared& shared, std::string peer);

  /// Reads the first request.
  void start();
  /// Says 503 (or 429) and closes: a connection beyond the limits.
  void turn_away(int status, std::string_view code, std::string_view message);
  /// Closes now if no request is under way, otherwise after its answer. From any thread.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  using Error = boost::beast::error_code;

  using Fields = boost::beast::http::fields;

  void read_header();
  void on_header(Error error);
  void read_body();
  void on_body(Error error);
  void read_failed(Error error);
  void answer();
  void answer_safely();
  /// Answers from the queue of the task's lane, or 503 where it is full.
  void run(Task task);
  void respond(std::string_view route, Response response);
  void write(Response response);
  void on_written(Error error, bool keep);
  void refuse(int status, std::string_view code, std::string_view message);
  void refuse_target();
  /// For the log, and for what the limits go by.
  void note_request(const boost::beast::http::request<boost::beast::http::string_body>& request);
  std::string client_of(const Fields& fields) const;
  /// /metrics and /healthz, which are about the server.
  std::optional<Response> own_answer(std::string_view target) const;
  /// Tells the other end that nothing more comes, and takes what it still sends for a moment: closed with bytes unread,
  /// the connection would be reset and the answer lost.
  void drain();
  void close();

  boost::beast::tcp_stream stream_;
  Shared& shared_;
  const std::string peer_;  ///< the address at the other end
  bool entered_ = false;    ///< counted among the client's connections
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;  ///< of the request under way
  bool busy_ = false;             ///< from a request's header to its answer
  bool closed_ = false;
  bool keep_ = false;  ///< the connection stays open after the answer
  bool head_ = false;
  Clock::time_point received_;
  std::string method_, target_, agent_, client_;  ///< of the request under way, for the log
  std::array<char, 1024> drained_{};
  std::size_t drained_bytes_ = 0;
  std::string interim_;  ///< being written before a body is read
  std::optional<boost::beast::http::response<boost::beast::http::string_body>> response_;
  std::optional<boost::beast::http::response<boost::beast::http::empty_body>> header_alone_;
};

}  // namespace lunette::serve
