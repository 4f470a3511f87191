#pragma once

// Catch2 of either generation: Debian 12 ships version 2, later systems version 3.
#ifdef LUNETTE_CATCH2_V3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
