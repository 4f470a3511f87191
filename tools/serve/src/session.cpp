#include "session.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <ctime>
#include <exception>
#include <iterator>
#include <utility>

#include "answer.hpp"
#include "lunette/compress/version.hpp"
#include "target.hpp"

namespace lunette::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr std::chrono::seconds last_words_time{2};
constexpr std::size_t most_drained_bytes = std::size_t{1} << 20;

std::string text_of(beast::string_view text) {
  return {text.data(), text.size()};
}

bool is_loopback(const std::string& address) {
  beast::error_code error;
  const auto parsed = asio::ip::make_address(address, error);
  return !error && parsed.is_loopback();
}

/// "Mon, 30 Nov 2026 18:44:06 GMT"
std::string date() {
  return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(std::time(nullptr)));
}

std::size_t number_of(const http::fields& fields, http::field name) {
  const auto [first, last] = fields.equal_range(name);
  return static_cast<std::size_t>(std::distance(first, last));
}

/// Why the ends of a request, or whom it is for, are in doubt, which other servers on its way may have settled in
/// another way: Beast takes bodies of codings that it does not know for none. Empty if nothing is.
std::string_view doubt_about(const http::request<http::string_body>& request) {
  const std::size_t codings = number_of(request, http::field::transfer_encoding);
  if (codings > 0 && request.version() < 11) return "Transfer-Encoding is not for HTTP/1.0";
  if (codings > 1 || (codings == 1 && !beast::iequals(request[http::field::transfer_encoding], "chunked"))) {
    return "the only Transfer-Encoding known here is chunked";
  }
  const std::size_t hosts = number_of(request, http::field::host);
  if (hosts > 1 || (hosts == 0 && request.version() >= 11)) return "expected one Host";
  return {};
}

template <class Message>
void put_headers(Message& message, const Response& response, bool keep) {
  message.set(http::field::date, date());
  message.set(http::field::server, fmt::format("lunette/{}", tool_version()));
  message.set(http::field::access_control_allow_origin, "*");
  message.set("X-Content-Type-Options", "nosniff");
  message.set("Referrer-Policy", "no-referrer");
  if (!response.content_type.empty()) message.set(http::field::content_type, response.content_type);
  for (const auto& [name, value] : response.headers) {
    message.set(beast::string_view(name.data(), name.size()), value);
  }
  message.keep_alive(keep);
}

}  // namespace

Session::Session(asio::ip::tcp::socket socket, Shared& shared, std::string peer)
    : stream_(std::move(socket)), shared_(shared), peer_(std::move(peer)), buffer_(shared.options.header_bytes) {
  shared_.figures.connected();
}

void Session::start() {
  asio::dispatch(stream_.get_executor(), [self = shared_from_this()] {
    beast::error_code ignored;
    self->stream_.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
    self->entered_ = self->shared_.clients.enter(self->peer_);
    if (!self->entered_) {
      return self->turn_away(429, "too_many_connections", "this address has too many connections open");
    }
    self->read_header();
  });
}

void Session::turn_away(int status, std::string_view code, std::string_view message) {
  asio::dispatch(stream_.get_executor(), [self = shared_from_this(), response = error_response(status, code, message)] {
    self->shared_.figures.turned_away();
    self->stream_.expires_after(last_words_time);
    self->keep_ = false;
    self->write(response);
  });
}

void Session::stop() {
  asio::dispatch(stream_.get_executor(), [self = shared_from_this()] {
    if (!self->busy_) self->close();
  });
}

void Session::read_header() {
  busy_ = false;
  if (shared_.stopping) return close();
  // A request that cannot be read is not to be logged as the one before.
  for (std::string* noted : {&method_, &target_, &agent_}) noted->clear();
  client_ = peer_;
  received_ = {};
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(shared_.options.header_bytes));
  parser_->body_limit(shared_.options.body_bytes);
  stream_.expires_after(shared_.options.header_time);
  http::async_read_header(stream_, buffer_, *parser_,
                          [self = shared_from_this()](Error error, std::size_t) { self->on_header(error); });
}

void Session::on_header(Error error) {
  if (error) return read_failed(error);
  busy_ = true;
  received_ = Clock::now();
  const auto& request = parser_->get();
  note_request(request);
  keep_ = request.keep_alive();
  head_ = request.method() == http::verb::head;
  if (const std::string_view doubt = doubt_about(request); !doubt.empty()) return refuse(400, "bad_request", doubt);
  if (target_.size() > shared_.options.url_bytes) {
    return refuse_target();
  }
  if (parser_->is_done()) return answer_safely();
  if (beast::iequals(request[http::field::expect], "100-continue")) {
    interim_ = "HTTP/1.1 100 Continue\r\n\r\n";
    stream_.expires_after(shared_.options.body_time);
    asio::async_write(stream_, asio::buffer(interim_), [self = shared_from_this()](Error failed, std::size_t) {
      if (failed) return self->close();
      self->read_body();
    });
    return;
  }
  read_body();
}

void Session::note_request(const http::request<http::string_body>& request) {
  method_ = text_of(request.method_string());
  target_ = text_of(request.target());
  agent_ = text_of(request[http::field::user_agent]);
  client_ = client_of(request);
}

void Session::read_body() {
  stream_.expires_after(shared_.options.body_time);
  http::async_read(stream_, buffer_, *parser_,
                   [self = shared_from_this()](Error error, std::size_t) { self->on_body(error); });
}

void Session::on_body(Error error) {
  if (error) return read_failed(error);
  received_ = Clock::now();
  answer_safely();
}

void Session::read_failed(Error error) {
  const ServerOptions& options = shared_.options;
  if (error == beast::error::timeout) {
    shared_.figures.timed_out();
    // Beast has closed the socket: a client this slow would not take an answer either.
    return close();
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    note_request(parser_->get());
    if (target_.empty()) return refuse_target();
    return refuse(431, "headers_too_large", fmt::format("the headers are longer than {} bytes", options.header_bytes));
  }
  if (error == http::error::body_limit) {
    note_request(parser_->get());
    return refuse(413, "body_too_large", fmt::format("the body is longer than {} bytes", options.body_bytes));
  }
  if (error.category() == http::make_error_code(http::error::bad_method).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message) {
    return refuse(400, "bad_request", fmt::format("this is no HTTP request: {}", error.message()));
  }
  close();
}

void Session::refuse(int status, std::string_view code, std::string_view message) {
  busy_ = true;
  keep_ = false;  // what follows on this connection cannot be trusted
  if (received_ == Clock::time_point{}) received_ = Clock::now();
  respond("refused", error_response(status, code, message));
}

void Session::refuse_target() {
  refuse(414, "uri_too_long", fmt::format("the address is longer than {} bytes", shared_.options.url_bytes));
}

std::string Session::client_of(const Fields& fields) const {
  if (!shared_.options.behind_proxy || !is_loopback(peer_)) return peer_;
  // What the proxy itself adds comes last, in this line or in one more; what stands before is the client's word.
  std::string forwarded;
  const auto [first, end] = fields.equal_range("X-Forwarded-For");
  for (auto line = first; line != end; ++line) forwarded = text_of(line->value());
  const std::size_t comma = forwarded.rfind(',');
  std::string last = comma == std::string::npos ? forwarded : forwarded.substr(comma + 1);
  last.erase(0, last.find_first_not_of(' '));
  beast::error_code error;
  const auto address = asio::ip::make_address(last, error);
  return error ? peer_ : address.to_string();
}

std::optional<Response> Session::own_answer(std::string_view target) const {
  const std::string_view path = target.substr(0, target.find('?'));
  if (path == "/metrics") {
    Response response;
    response.content_type = "text/plain; version=0.0.4; charset=utf-8";
    response.body = shared_.figures.text(shared_.service.caches());
    response.headers = {{"Cache-Control", std::string(keep_nothing)}};
    return response;
  }
  if (path != "/healthz") return std::nullopt;
  const bool stopping = shared_.stopping;
  Json state;
  state["status"] = stopping ? "stopping" : "ok";
  return json_response(state, keep_nothing, stopping ? 503 : 200);
}

void Session::answer_safely() {
  try {
    answer();
  } catch (const std::exception& failure) {
    refuse(500, "internal", failure.what());
  }
}

void Session::answer() {
  const bool reads = parser_->get().method() == http::verb::get || head_;
  if (reads) {
    if (std::optional<Response> own = own_answer(origin_form(target_))) return respond("server", *std::move(own));
  }
  if (!shared_.clients.allow(client_, received_)) {
    return respond("limited", error_response(429, "rate_limited", "too many requests from this address"));
  }
  const auto& fields = parser_->get();
  Request request;
  request.method = method_;
  request.target = origin_form(target_);
  request.content_type = text_of(fields[http::field::content_type]);
  request.if_none_match = text_of(fields[http::field::if_none_match]);
  request.body = std::move(parser_->get().body());
  run(shared_.service.resolve(std::move(request)));
}

void Session::run(Task task) {
  if (task.lane == Lane::quick) return respond(task.route, task.answer());
  if (shared_.waiting.fetch_add(1) >= shared_.options.waiting) {
    --shared_.waiting;
    return respond(task.route, error_response(503, "busy", "too many long answers are being made"));
  }
  // The client cannot be slow meanwhile.
  stream_.expires_never();
  asio::thread_pool& pool = task.lane == Lane::slow ? shared_.slow : shared_.scan;
  asio::post(pool, [self = shared_from_this(), task = std::move(task)] {
    Response response = task.answer();
    --self->shared_.waiting;
    asio::post(self->stream_.get_executor(), [self, route = task.route, response = std::move(response)]() mutable {
      self->respond(route, std::move(response));
    });
  });
}

void Session::respond(std::string_view route, Response response) {
  const double seconds = std::chrono::duration<double>(Clock::now() - received_).count();
  const std::size_t bytes = response.body.size();
  shared_.figures.answered(route, response.status, seconds, bytes);
  shared_.log.add({client_, method_, target_, agent_, route, response.status, bytes, seconds});
  if (shared_.stopping) keep_ = false;
  stream_.expires_after(shared_.options.write_time);
  write(std::move(response));
}

void Session::write(Response response) {
  const auto status = static_cast<http::status>(response.status);
  // An answer to HTTP/1.0 has to say so where the connection is kept.
  const unsigned version = parser_ && parser_->is_header_done() ? std::min(parser_->get().version(), 11U) : 11U;
  const auto written = [self = shared_from_this(), keep = keep_](Error error, std::size_t) {
    self->on_written(error, keep);
  };
  const bool bodiless = status == http::status::no_content || status == http::status::not_modified;
  if (head_ || bodiless) {
    header_alone_.emplace(status, version);
    put_headers(*header_alone_, response, keep_);
    if (!bodiless) header_alone_->content_length(response.body.size());
    http::async_write(stream_, *header_alone_, written);
    return;
  }
  response_.emplace(status, version);
  put_headers(*response_, response, keep_);
  response_->body() = std::move(response.body);
  response_->prepare_payload();
  http::async_write(stream_, *response_, written);
}

void Session::on_written(Error error, bool keep) {
  if (error == beast::error::timeout) shared_.figures.timed_out();
  if (error) return close();
  if (!keep || shared_.stopping) {
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, error);
    return error ? close() : drain();
  }
  response_.reset();
  header_alone_.reset();
  read_header();
}

void Session::drain() {
  // Still busy: a stop that closed it now would reset it, too.
  if (drained_bytes_ == 0) stream_.expires_after(last_words_time);
  stream_.async_read_some(asio::buffer(drained_), [self = shared_from_this()](Error error, std::size_t bytes) {
    self->drained_bytes_ += bytes;
    if (error || self->drained_bytes_ > most_drained_bytes) return self->close();
    self->drain();
  });
}

void Session::close() {
  if (std::exchange(closed_, true)) return;
  stream_.close();
  if (entered_) shared_.clients.leave(peer_);
  shared_.figures.disconnected();
  const std::lock_guard lock(shared_.sessions_mutex);
  shared_.sessions.erase(shared_from_this());
}

}  // namespace lunette::serve
