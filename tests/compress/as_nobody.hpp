#pragma once

#include <unistd.h>

#include <exception>

#include "catch.hpp"

/// Permissions do not bind root, which tests in containers run as: an ordinary user while this lives.
class AsNobody {
 public:
  AsNobody() : user_(::geteuid()) {
    constexpr uid_t nobody = 65534;
    if (user_ == 0) REQUIRE(::seteuid(nobody) == 0);
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
  ~AsNobody() {
    if (user_ == 0 && ::seteuid(user_) != 0) std::terminate();
  }

 private:
  uid_t user_;
};
