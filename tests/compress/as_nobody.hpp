#pragma once

#include <unistd.h>

#include <exception>

/// Permissions do not bind root, which tests in containers run as: an ordinary user while this lives.
class AsNobody {
 public:
  AsNobody() : user_(::geteuid()) {
    constexpr uid_t nobody = 65534;
    is_bound_ = user_ != 0 || ::seteuid(nobody) == 0;
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
  ~AsNobody() {
    if (user_ == 0 && ::seteuid(user_) != 0) std::terminate();
  }

  /// False where the system knows no other user than root (user namespaces): nothing can be forbidden then.
  bool is_bound() const { return is_bound_; }

 private:
  uid_t user_;
  bool is_bound_ = false;
};
