// The conversation: what is answered, when, and what is refused.

#include "lunette/engine/session.hpp"

#include <condition_variable>
#include <mutex>

#include "engine_setup.hpp"

using namespace lunette;
using namespace lunette::testing;

namespace {

const std::string start8 = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// A session and all that it has said.
class Talk {
 public:
  explicit Talk(const EngineParameters& chosen = parameters(ruleset("pool")))
      : session_(chosen, [this](std::string_view line) {
          const std::lock_guard lock(mutex_);
          said_.emplace_back(line);
          heard_.notify_all();
        }) {}

  bool send(std::string_view line) { return session_.receive(line); }
  void too_long() { session_.refuse_long_line(); }

  /// What has been said since the last call.
  std::vector<std::string> said() {
    const std::lock_guard lock(mutex_);
    return std::exchange(said_, {});
  }

  /// Waits for a line that begins so; everything since the last call, that one last.
  std::vector<std::string> until(std::string_view beginning) {
    std::unique_lock lock(mutex_);
    std::size_t seen = 0;
    std::vector<std::string> lines;
    for (;;) {
      for (; seen < said_.size(); ++seen) {
        if (!said_[seen].starts_with(beginning)) continue;
        const auto end = said_.begin() + static_cast<std::ptrdiff_t>(seen) + 1;
        lines.assign(said_.begin(), end);
        said_.erase(said_.begin(), end);
        return lines;
      }
      heard_.wait(lock);
    }
  }

  /// A line that is refused, with these words.
  void refused(std::string_view line, std::string_view words) {
    INFO(line);
    static_cast<void>(said());
    CHECK(send(line));
    const std::vector<std::string> answer = said();
    REQUIRE(answer.size() == 1);
    INFO(answer[0]);
    CHECK(answer[0].starts_with("error message="));
    CHECK(answer[0].find(words) != std::string::npos);
  }

 private:
  std::mutex mutex_;
  std::condition_variable heard_;
  std::vector<std::string> said_;
  Session session_;
};

}  // namespace

TEST_CASE("a session introduces itself, begins, and ends with quit") {
  Talk talk;
  CHECK(talk.send("hub"));
  const auto lines = talk.said();
  REQUIRE(lines.size() == 7);
  CHECK(lines.front().starts_with("id name=Lunette version="));
  CHECK(lines.back() == "wait");
  CHECK(talk.send("init"));
  CHECK(talk.said() == std::vector<std::string>{"ready"});
  CHECK(talk.send("ping"));
  CHECK(talk.said() == std::vector<std::string>{"pong"});
  CHECK_FALSE(talk.send("quit"));
}

TEST_CASE("what comes too early or makes no sense is refused, and the session goes on") {
  Talk talk;
  talk.refused("go think", "before init");
  talk.refused("pos pos=" + start8, "before init");
  talk.refused("new-game", "before init");
  talk.refused("ponder-hit", "before init");
  talk.refused("set-param name=threads value=none", "threads");
  talk.refused("set-param name=threads", "value=");
  talk.refused("level", "depth");
  talk.refused("frobnicate a=b", "'frobnicate'");
  talk.refused("pos pos=\"", "quote");
  talk.send("init");
  talk.refused("go", "think, ponder or analyze");
  talk.refused("pos", "pos=");
  talk.refused("go think", "no position");
  talk.refused("pos pos=" + start8 + " moves=1-2", "move 1");
  talk.refused("go think", "no position");
  talk.said();
  talk.too_long();
  CHECK(talk.said().at(0).starts_with("error message="));
  talk.send("stop");
  talk.send("");
  CHECK(talk.said().empty());
  talk.send("pos pos=" + start8);
  talk.send("level depth=2");
  talk.send("go think");
  CHECK(talk.until("done").back().starts_with("done move="));
}

TEST_CASE("a game that is over is not searched") {
  Talk talk;
  talk.send("init");
  talk.said();
  talk.send("pos pos=BWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
  talk.refused("go think", "over");
  talk.send("pos pos=WweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB");
  CHECK(talk.said().at(0).find("promotion row") != std::string::npos);
}

TEST_CASE("ponder and endless analysis answer only when they are told to") {
  Talk talk;
  talk.send("init");
  talk.send("level depth=2");
  talk.send("go ponder");
  talk.until("info depth=2");
  talk.refused("go think", "while a search runs");
  talk.refused("set-param name=hash value=2", "while a search runs");
  CHECK(talk.said().empty());
  talk.send("ponder-hit");
  CHECK(talk.until("done").size() == 1);
  talk.send("level infinite");
  talk.send("go analyze");
  talk.until("info");
  talk.send("ponder-hit");  // is none of its business
  talk.send("stop");
  CHECK(talk.said().back().starts_with("done move="));  // said before stop returns
  talk.send("go ponder");
  talk.send("stop");
  CHECK(talk.said().back().starts_with("done move="));
}

TEST_CASE("the next search can begin as soon as done is heard") {
  Talk talk;
  talk.send("init");
  talk.send("level depth=1");
  talk.said();
  for (int i = 0; i < 200; ++i) {
    talk.send("pos pos=" + start8);
    talk.send("go think");
    for (const std::string& line : talk.until("done")) REQUIRE_FALSE(line.starts_with("error"));
  }
}

TEST_CASE("parameters hold from init on, and a failed init leaves what there was") {
  Talk talk;
  talk.send("init");
  talk.send("set-param name=rules value=international");
  talk.send("pos pos=" + start8);  // still pool
  CHECK(talk.said() == std::vector<std::string>{"ready"});
  talk.send("set-param name=tables value=/nonexistent/tables");
  talk.refused("init", "/nonexistent/tables");
  talk.send("pos pos=" + start8);
  CHECK(talk.said().empty());
  talk.send("set-param name=tables value=\"\"");
  talk.send("init");
  CHECK(talk.said() == std::vector<std::string>{"ready"});
  talk.refused("pos pos=" + start8, "51 characters");
}

TEST_CASE("a session that is left in the middle of a search ends it") {
  Talk talk;
  talk.send("init");
  talk.send("go analyze");
  talk.until("info");
}
