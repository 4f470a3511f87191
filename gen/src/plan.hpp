#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decoded_tables.hpp"
#include "existing_files.hpp"
#include "lunette/gen/builder.hpp"
#include "lunette/rules/result.hpp"

namespace lunette::gen {

struct BuildSpeed;

/// One pass over a class: conversion (WDL and DTC) or distance (DTW).
struct Pass {
  std::vector<TableId> needs;      ///< decoded tables that it looks into
  std::uint64_t memory_bytes = 0;  ///< without these
};

/// What is to be done for one class.
struct ClassPlan {
  BuildStep step;
  bool solves_conversion = false;
  bool solves_distance = false;
  bool journaled = false;  ///< solved slices are kept on disk (class_journal.hpp)
  Pass conversion;
  Pass distance;
  int threads = 1;
  std::uint64_t bytes_there = 0;    ///< of files that are there and valid
  std::vector<std::string> damage;  ///< of files that are rebuilt, one line each

  bool writes(Metric metric) const;
};

struct DetailedPlan {
  std::vector<ClassPlan> classes;
  BuildPlan summary;
  int threads = 1;
  std::uint64_t memory_bytes = 0;  ///< the budget
};

/// Checks the options and every file that is there.
Result<DetailedPlan> plan_in_detail(const BuildOptions& options, Inspection inspection = Inspection::whole);

/// One class of it, whatever the classes are that `options` names.
Result<ClassPlan> plan_class(const BuildOptions& options, const Material& material, bool with_dtw, int threads,
                             Inspection inspection = Inspection::whole);

/// The same class with these files to be written only.
ClassPlan restricted_to(const Ruleset& rules, ClassPlan plan, std::vector<Metric> metrics);

/// Half of the machine's memory: what a build may take where nothing is said.
std::uint64_t default_memory_bytes();

/// Replaces the estimates of times.
void estimate_again(const Ruleset& rules, const BuildSpeed& speed, DetailedPlan& plan);

/// Looks again at the files that the class lacked: those that are valid by now are not written any more.
Result<void> plan_rest(const BuildOptions& options, ClassPlan& plan);

/// Of decoded tables, at most.
std::uint64_t decoded_bytes(const Ruleset& rules, const std::vector<TableId>& tables);
/// Of writing a table of so many entries.
std::uint64_t writer_bytes(std::uint64_t entries, int threads);

/// What a builder takes besides tables and classes at work: the program, its threads, the holes in the heap.
std::uint64_t process_bytes(int threads);

/// out_of_memory if a class does not fit the budget.
Result<void> check_memory(const DetailedPlan& plan);

}  // namespace lunette::gen
