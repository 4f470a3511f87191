// The statistics page against results.tsv, the figures of an independent solver.
import assert from "node:assert/strict";
import { test } from "node:test";
import { address, eventually, pages, PHONE, ready } from "./browser.mjs";
import { result, rows } from "./reference.mjs";

const withPage = pages();
const VALUES = ["win", "draw", "loss"];
const number = (value) => value.toLocaleString("en");
const cells = (row) => row.locator("th, td").allTextContents();

/** With one decimal, as the page rounds: "<0.1" and ">99.9" where it is not none and not all. */
function percent(part, all) {
  const share = (100 * part) / all;
  if (part > 0 && share < 0.05) return "<0.1";
  if (part < all && share >= 99.95) return ">99.9";
  return share.toFixed(1);
}

const row = (page, material, side) => page.locator(`#classes tr[data-material=${material}][data-side=${side}]`);

for (const rules of ["traditional", "international"]) {
  test(`every class of ${rules} in results.tsv has its row`, async () => {
    await withPage(`/statistics?rules=${rules}`, {}, async (page) => {
      await ready(page);
      const wanted = rows("results.tsv").filter(([ruleset]) => ruleset === rules);
      assert.ok(wanted.length >= 20);
      for (const [, material, side] of wanted) {
        const expected = result(rules, material, side);
        const all = expected.win + expected["cursed-win"] + expected.draw + expected["blessed-loss"] + expected.loss;
        const drawn = all - expected.win - expected.loss;
        const longest = (value) => (value === null ? "–" : String(value));
        assert.deepEqual(await cells(row(page, material, side)), [
          material,
          side === "white" ? "White" : "Black",
          number(all),
          "",
          percent(expected.win, all),
          percent(drawn, all),
          percent(expected.loss, all),
          longest(expected.max_dtw_win),
          longest(expected.max_dtw_loss),
        ]);
      }
    });
  });
}

test("a shared link shows the figures of its class, and the histogram adds up to them", async () => {
  await withPage("/statistics?rules=traditional&material=KKMvM", {}, async (page) => {
    await ready(page);
    for (const side of ["white", "black"]) {
      const expected = result("traditional", "KKMvM", side);
      for (const value of VALUES) {
        const cell = page.locator(`#class-panel .figures td[data-value=${value}][data-side=${side}] .number`);
        assert.equal(await cell.textContent(), number(expected[value]), `${side} ${value}`);
      }
      const panel = page.locator(`#class-panel .side-panel[data-side=${side}]`);
      await panel.locator("details summary").click();
      const table = await panel
        .locator(".distances tbody tr")
        .evaluateAll((nodes) =>
          nodes.map((node) => [...node.cells].map((cell) => Number(cell.textContent.replaceAll(",", "")))),
        );
      const sum = (column) => table.reduce((total, line) => total + line[column], 0);
      assert.equal(sum(1), expected.win);
      assert.equal(sum(2), expected.loss);
      const furthest = (column) => {
        const plies = table.filter((line) => line[column] > 0).map((line) => line[0]);
        return plies.length === 0 ? null : Math.max(...plies);
      };
      assert.equal(furthest(1), expected.max_dtw_win);
      assert.equal(furthest(2), expected.max_dtw_loss);
      // As many bars as there are counts, and their heights in the order of the counts.
      const heights = await panel
        .locator("rect.bar-win")
        .evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute("height"))));
      const counts = table.map((line) => line[1]).filter((count) => count > 0);
      assert.equal(heights.length, counts.length);
      for (let i = 1; i < counts.length; ++i)
        assert.equal(Math.sign(heights[i] - heights[i - 1]), Math.sign(counts[i] - counts[i - 1]));
    }
  });
});

test("distance to conversion instead of distance to the end", async () => {
  await withPage("/statistics?rules=traditional&material=KKvK", {}, async (page) => {
    await ready(page);
    await page.getByRole("radio", { name: /DTC/ }).check();
    assert.equal(address(page).metric, "dtc");
    const panel = page.locator("#class-panel .side-panel[data-side=white]");
    await panel.locator("details summary").click();
    const plies = await panel.locator(".distances tbody th").allTextContents();
    assert.equal(Math.max(...plies.map(Number)), result("traditional", "KKvK", "white").max_dtc_win);
  });
});

test("the count's draws have a line of their own", async () => {
  await withPage("/statistics?rules=traditional&material=KKKvK", {}, async (page) => {
    await ready(page);
    // rules.md: 194 positions with the lone king to move are lost in 26 plies and drawn by the count.
    const cell = page.locator("#class-panel .figures td[data-value=blessed-loss][data-side=black] .number");
    assert.equal(await cell.textContent(), "194");
  });
});

test("choosing a class and going back", async () => {
  await withPage("/statistics?rules=traditional", {}, async (page) => {
    await ready(page);
    await page
      .locator("#classes a.class-link", { hasText: /^MMvM$/ })
      .first()
      .click();
    await eventually(
      () =>
        page
          .locator("#class-heading")
          .textContent()
          .then((text) => text.startsWith("MMvM")),
      true,
    );
    assert.equal(address(page).material, "MMvM");
    assert.equal(await page.evaluate(() => document.activeElement.id), "class-heading");
    const expected = result("traditional", "MMvM", "white");
    await eventually(
      () => page.locator("#class-panel td[data-value=win][data-side=white] .number").textContent(),
      number(expected.win),
    );
    await page.goBack();
    await eventually(() => page.locator("#class-panel .figures").count(), 0);
    assert.equal(address(page).material, undefined);
  });
});

test("columns sort both ways and say so", async () => {
  await withPage("/statistics?rules=traditional", {}, async (page) => {
    await ready(page);
    const heading = page.locator("#classes th.column-longest_win");
    const plies = () =>
      page
        .locator("#classes tbody tr td:nth-child(8)")
        .allTextContents()
        .then((texts) => texts.map((text) => (text === "–" ? -1 : Number(text))));
    assert.equal(await heading.getAttribute("aria-sort"), "none");
    await heading.locator("button").click();
    assert.equal(await heading.getAttribute("aria-sort"), "descending");
    const down = await plies();
    assert.deepEqual(
      down,
      [...down].sort((a, b) => b - a),
    );
    await heading.locator("button").click();
    assert.equal(await heading.getAttribute("aria-sort"), "ascending");
    assert.deepEqual(await plies(), [...down].reverse());
    assert.equal(address(page).sort, "longest_win");
    await page.reload();
    await ready(page);
    assert.equal(await heading.getAttribute("aria-sort"), "ascending");
  });
});

test("classes of three pieces only", async () => {
  await withPage("/statistics?rules=traditional", {}, async (page) => {
    await ready(page);
    await page.locator("#pieces").selectOption("3");
    const materials = await page.locator("#classes tbody th").allTextContents();
    assert.equal(new Set(materials).size, 6);
    assert.ok(materials.every((material) => material.length === 4));
  });
});

test("the longest wins, one after the other, lead to the board", async () => {
  await withPage("/statistics?rules=international", {}, async (page) => {
    await ready(page);
    const longest = rows("results.tsv")
      .filter(([rules]) => rules === "international")
      .map(([, material, side]) => result("international", material, side).max_dtw_win)
      .filter((plies) => plies !== null);
    const text = () => page.locator("#gallery-text").textContent();
    const shown = [];
    for (;;) {
      shown.push(Number(/in (\d+) plies/.exec(await text())[1]));
      if ((await page.locator("#gallery-next").getAttribute("aria-disabled")) === "true") break;
      await page.locator("#gallery-next").click();
    }
    assert.deepEqual(
      shown,
      [...shown].sort((a, b) => b - a),
    );
    // results.tsv has some of the classes of four pieces; all that it has must be among them.
    const left = [...shown];
    for (const plies of longest) {
      assert.ok(left.includes(plies), `no win in ${plies} plies is left of ${shown}`);
      left.splice(left.indexOf(plies), 1);
    }
    await page.goto(`${new URL(page.url()).origin}/statistics?rules=international&material=MMMvM`);
    await ready(page);
    const link = page.locator("#class-panel .longest-link").first();
    const fen = new URL(await link.getAttribute("href"), page.url()).searchParams.get("fen");
    await link.click();
    await page.waitForURL(/\/\?rules=international/);
    await ready(page);
    assert.equal(address(page).fen, fen);
    // results.tsv has no MMMvM on 10x10; longest.tsv has a win of the three men's opponent in 43 plies, and none is longer.
    const plies = Number(/in (\d+) pl/.exec(await page.locator("#verdict-words").textContent())[1]);
    assert.ok(plies > 0);
  });
});

test("what the address asks for and is not there is said", async () => {
  await withPage("/statistics?rules=traditional&material=KKKvKK", { allow: [404] }, async (page) => {
    await ready(page);
    assert.match(await page.locator("#class-panel [role=alert]").textContent(), /KKKvKK/);
  });
});

test("on a phone only the table scrolls sideways", async () => {
  await withPage(
    "/statistics?rules=international&material=KMvM",
    { viewport: PHONE, hasTouch: true, isMobile: true },
    async (page) => {
      await ready(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      const expected = result("international", "KMvM", "white");
      assert.equal(
        await page.locator("#class-panel td[data-value=win][data-side=white] .number").textContent(),
        number(expected.win),
      );
    },
  );
});

test("keyboard only: sort, choose a class, read its table", async () => {
  await withPage("/statistics?rules=traditional", {}, async (page) => {
    await ready(page);
    const tabTo = async (wanted) => {
      for (let steps = 0; steps < 120; ++steps) {
        await page.keyboard.press("Tab");
        if (wanted.test(await page.evaluate(() => document.activeElement.textContent))) return;
      }
      assert.fail(`Tab never reached ${wanted}`);
    };
    await tabTo(/^Longest win/);
    await page.keyboard.press("Enter");
    await tabTo(/^MMMvM$/);
    await page.keyboard.press("Enter");
    const expected = result("traditional", "MMMvM", "white");
    await eventually(
      () => page.locator("#class-panel td[data-value=win][data-side=white] .number").textContent(),
      number(expected.win),
    );
    await tabTo(/^The same as a table$/);
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#class-panel details[open]").count(), 1);
  });
});
