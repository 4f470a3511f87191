#pragma once

/// Marks what the shared library shows of the C++ API; everything else in it is hidden. On Windows LUNETTE_BUILDING
/// says that the library is being built and LUNETTE_SHARED that lunette.dll is linked (the CMake target
/// lunette::lunette sets it); who links the static libraries sets neither.
#if defined(_WIN32) && defined(LUNETTE_BUILDING)
#define LUNETTE_EXPORT __declspec(dllexport)
#elif defined(_WIN32) && defined(LUNETTE_SHARED)
#define LUNETTE_EXPORT __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define LUNETTE_EXPORT __attribute__((visibility("default")))
#else
#define LUNETTE_EXPORT
#endif
