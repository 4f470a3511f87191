#pragma once

/// Marks what liblunette.so shows of the C++ API; everything else in it is hidden. Programs that link the static
/// libraries need not care.
#if defined(__GNUC__) && !defined(_WIN32)
#define LUNETTE_EXPORT __attribute__((visibility("default")))
#else
#define LUNETTE_EXPORT
#endif
