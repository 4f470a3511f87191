// The plan as a Makefile and as a Snakefile.

#include <string>

#include "catch.hpp"
#include "lunette/cluster/recipes.hpp"
#include "tools/hand_made_plan.hpp"

using namespace lunette;
using namespace lunette::cluster;
using namespace lunette::testing;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// KvK is done, and so is the second group of the wave.
StepPlan half_done() {
  HandMadePlan made;
  made.add("international.KvK.wdl+dtc", 1);
  made.add("international.KKvK.wdl+dtc", 1, {0});
  made.add("international.KKMvK.wdl+dtc.w9x3", 1, {0, 1});
  made.add("international.KKMvK.wdl+dtc.merge", 1, {1, 2});
  made.plan.steps[0].done = true;
  made.plan.steps[2].missing_groups = {1, 3};
  return made.plan;
}

}  // namespace

TEST_CASE("a Makefile has what is missing, the groups of a wave as targets of their own") {
  const std::string text = makefile_text(half_done(), "/opt/lunette", "/shared/a $b #c's");
  CHECK(holds(text, "LUNETTE = '/opt/lunette'\nTABLES = '/shared/a $$b \\#c'\\''s'\n"));
  CHECK(holds(text,
              "\nall: international.KKvK.wdl+dtc international.KKMvK.wdl+dtc.w9x3 "
              "international.KKMvK.wdl+dtc.merge\n"));
  CHECK(holds(text,
              "\ninternational.KKvK.wdl+dtc:\n\t$(STEP) international.KKvK.wdl+dtc --threads 2 "
              "--memory 104857600\n"));
  CHECK(holds(text,
              "\ninternational.KKMvK.wdl+dtc.w9x3: international.KKMvK.wdl+dtc.w9x3.1 "
              "international.KKMvK.wdl+dtc.w9x3.3\n"));
  CHECK(holds(text, "\ninternational.KKMvK.wdl+dtc.w9x3.3: international.KKvK.wdl+dtc\n"));
  CHECK(holds(text,
              "\ninternational.KKMvK.wdl+dtc.merge: international.KKvK.wdl+dtc "
              "international.KKMvK.wdl+dtc.w9x3\n"));
  CHECK(!holds(text, "w9x3.2"));
  CHECK(!holds(text, "KvK.wdl+dtc --threads 2 --memory 104857600\n\t$(STEP) international.KvK"));
  CHECK(!holds(text, "\ninternational.KvK.wdl+dtc:"));
}

TEST_CASE("a Snakefile has what is missing, a wave as one rule for its groups") {
  const std::string text = snakefile_text(half_done(), "/opt/lunette", "/shared/a \"b\" {c}", "20261130T210510Z");
  CHECK(holds(text, "TABLES = \"/shared/a \\\"b\\\" {c}\"\nMADE = \".lunette-20261130T210510Z\"\n"));
  CHECK(holds(text, "    input: groups(\"international.KKMvK.wdl+dtc.w9x3\", [1, 3])") == false);
  CHECK(holds(text,
              "rule all:\n    input: made(\"international.KKvK.wdl+dtc\"),\n"
              "        groups(\"international.KKMvK.wdl+dtc.w9x3\", [1, 3]),\n"
              "        made(\"international.KKMvK.wdl+dtc.merge\")\n"));
  CHECK(holds(text,
              "    input: made(\"international.KKvK.wdl+dtc\"), "
              "groups(\"international.KKMvK.wdl+dtc.w9x3\", [1, 3])\n"));
  CHECK(holds(text,
              "    output: touch(made(\"international.KKMvK.wdl+dtc.w9x3.{group}\"))\n"
              "    wildcard_constraints: group=\"[0-9]+\"\n"));
  CHECK(holds(text, "step international.KKMvK.wdl+dtc.w9x3.{wildcards.group} --tables {TABLES:q}"));
  CHECK(holds(text, "    threads: 2\n    resources: mem_mb=185\n"));
  CHECK(!holds(text, "\"international.KvK.wdl+dtc\""));
}
