// axe-core on all three pages, light and dark, desktop and phone: no serious or critical finding.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { DESKTOP, PHONE, pages, ready } from "./browser.mjs";

const withPage = pages();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PAGES = [
  "/?rules=traditional&fen=W:WK4,K7,K11:BK21&count=1",
  "/?rules=international&fen=W:W31-50:B1-20",
  "/?rules=traditional&fen=nonsense",
  "/diagonal?rules=traditional&strong=4,7,11&side=strong&lone=21&count=12",
  "/statistics?rules=traditional&material=KKKvK",
];

/** The serious and critical findings, a line each. */
async function findings(page) {
  // By the debugging protocol, which the content policy of the page does not hold up.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target}: ${failureSummary}`),
    );
}

for (const path of PAGES) {
  for (const colorScheme of ["light", "dark"]) {
    for (const viewport of [DESKTOP, PHONE]) {
      test(`${path}, ${colorScheme}, ${viewport.width} wide`, async () => {
        await withPage(path, { colorScheme, viewport, allow: [400, 404] }, async (page) => {
          await ready(page);
          assert.deepEqual(await findings(page), []);
        });
      });
    }
  }
}

// WCAG 2.2, 1.4.10: at 320 pixels nobody scrolls sideways, but in a table.
for (const path of PAGES) {
  test(`${path} fits 320 pixels`, async () => {
    await withPage(path, { viewport: { width: 320, height: 640 }, allow: [400, 404] }, async (page) => {
      await ready(page);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll("main *")]
          .filter((node) => !node.closest(".scroll") && node.getBoundingClientRect().right > innerWidth + 1)
          .map((node) => node.outerHTML.slice(0, 80)),
      );
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), wide.join("\n"));
    });
  });
}

test("the checker finds what is wrong", async () => {
  await withPage("/", {}, async (page) => {
    await ready(page);
    await page.evaluate(() => {
      const button = document.createElement("button");
      document.querySelector("main").append(button);
    });
    const found = await findings(page);
    assert.equal(found.length, 1);
    assert.match(found[0], /button-name/);
  });
});
