"""Counts what was compared and prints what differs."""

import sys


class Tally:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, right, message):
        """Counts one comparison; the message is printed where it fails."""
        if right:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {message}", flush=True)
        return right

    def equal(self, what, expected, found):
        return self.check(expected == found, f"{what}: expected {expected}, found {found}")

    def close(self):
        """The closing line. Nothing compared is a failure."""
        if self.passed + self.failed == 0:
            self.check(False, "nothing was compared")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        sys.exit(1 if self.failed else 0)
