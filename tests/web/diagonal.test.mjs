// The page of the main-diagonal question. Expected values: the worked positions of the rules (docs and rules.md), and the
// rule of the count applied to the distances that `lunette probe` tells without one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { address, eventually, pages, PHONE, ready } from "./browser.mjs";
import { texts } from "./texts.mjs";
import { distances, result } from "./reference.mjs";

const withPage = pages();

// From rules.md: won in 25 plies; with 13 counted moves a win at count 0 and drawn by the count from 1.
const LONGEST = { strong: [4, 7, 11], lone: 21, plies: 25, limit: 13 };
const path = (parameters) => `/diagonal?${new URLSearchParams(parameters).toString().replaceAll("%2C", ",")}`;
const longest = (extra = {}) =>
  path({ rules: "traditional", strong: LONGEST.strong.join(","), side: "strong", lone: LONGEST.lone, ...extra });

const square = (page, number) => page.locator(`[data-square="${number}"]`);
const value = (page) =>
  page
    .locator("#present-value .value")
    .getAttribute("class")
    .then((text) => text.split(" ").at(-1));
const slide = (page, count) => page.locator("#count").fill(String(count));

/** Map from free square to the result that its button tells a screen reader. */
async function results(page) {
  const labels = await page
    .locator("[data-square]")
    .evaluateAll((nodes) => nodes.map((node) => [Number(node.dataset.square), node.getAttribute("aria-label")]));
  const told = ([square, label]) => [
    square,
    /^Square \d+, (?:empty|black king), (.*?)(?:, side to move must capture)?$/.exec(label)?.[1],
  ];
  return new Map(labels.map(told).filter(([, result]) => result !== undefined));
}

const { "strong win": strong, "cursed win": cursed, draw, "lone win": lone } = texts.diagonal.results;

/** What rules.md says of a position, from the distance and the value without the count, to the kings. */
function expected({ wdl, dtw }, side, count, limit) {
  const loneLoses = wdl === (side === "lone" ? "loss" : "win");
  const loneWins = wdl === (side === "lone" ? "win" : "loss");
  if (!loneLoses && !loneWins) return draw;
  if (limit === null) return loneLoses ? strong : lone;
  // The lone king's own moves among so many plies, half rounded up where it moves first.
  const own = side === "lone" ? Math.ceil(dtw / 2) : Math.floor(dtw / 2);
  if (loneLoses) return count + own < limit ? strong : cursed;
  return count + own <= limit ? lone : draw;
}

async function assertBoard(page, { rules, strong, side, squares, count, limit }) {
  const free = Array.from({ length: squares }, (_, index) => index + 1).filter((number) => !strong.includes(number));
  const known = await distances(
    rules,
    free.map((lone) => ({ strong, lone, side })),
  );
  await eventually(
    async () => [...(await results(page))].map(([number, result]) => `${number} ${result}`),
    free.map((number, index) => `${number} ${expected(known[index], side, count, limit)}`),
  );
}

for (const [count, kind] of [
  [0, "value-win"],
  [1, "value-cursed-win"],
  [12, "value-cursed-win"],
]) {
  test(`count ${count}: the longest win is ${kind}`, async () => {
    await withPage(longest({ count }), {}, async (page) => {
      await ready(page);
      assert.equal(await value(page), kind);
      assert.equal(await page.locator("#count").inputValue(), String(count));
      const said = await page.locator("#present-words").textContent();
      assert.match(said, new RegExp(`\\b${LONGEST.plies} plies\\b`));
      if (count === 0) assert.match(said, /made 12 of its 13 moves/);
      else assert.match(said, /makes its move 13 first/);
    });
  });
}

for (const side of ["strong", "lone"]) {
  test(`every square at counts 0, 1 and 12, ${side} to move, from one answer`, async () => {
    await withPage(longest({ side }), {}, async (page) => {
      await ready(page);
      let asked = 0;
      page.on("request", (request) => (asked += request.url().includes("/api/") ? 1 : 0));
      for (const count of [0, 1, 12]) {
        await slide(page, count);
        await assertBoard(page, { rules: "traditional", strong: LONGEST.strong, side, squares: 32, count, limit: 13 });
        assert.equal(address(page).count, String(count));
      }
      assert.equal(asked, 0, "the slider asked the server");
    });
  });
}

test("the lone king that loses in 26 plies is saved by the count of 13", async () => {
  // rules.md: B:WK22,K25,K29:BK1 is lost in 26 plies; a blessed loss at count 0 in traditional.
  await withPage(path({ rules: "traditional", strong: "22,25,29", side: "lone", lone: 1 }), {}, async (page) => {
    await ready(page);
    assert.equal(await value(page), "value-cursed-win");
    assert.match(await page.locator("#present-words").textContent(), /would win in 26 plies/);
  });
});

test("three kings off the diagonal do not win against a lone king on it", async () => {
  // rules.md: W:WK1,K2,K3:BK29 is drawn in traditional.
  await withPage(path({ rules: "traditional", strong: "1,2,3", side: "strong", lone: 29 }), {}, async (page) => {
    await ready(page);
    assert.equal(await value(page), "value-draw");
  });
});

test("the legend counts the squares that the board shows", async () => {
  await withPage(longest({ count: 1 }), {}, async (page) => {
    await ready(page);
    const said = [...(await results(page)).values()];
    const signs = await page.locator(".layer-signs text").allTextContents();
    for (const item of await page.locator("#legend li").all()) {
      const text = await item.locator(".value").textContent();
      const count = Number(/^(\d+) of 29/.exec(await item.locator(".legend-count").textContent())[1]);
      const result = text.slice(1);
      assert.equal(said.filter((told) => told === result).length, count, result);
      // The sign in the square tells the results apart without colour.
      assert.equal(signs.filter((sign) => sign === text[0]).length, count, text);
    }
  });
});

test("a ruleset without a count has no slider to move, and 10x10 has 50 squares", async () => {
  await withPage(path({ rules: "international", strong: "19,27,37", side: "strong", lone: 11 }), {}, async (page) => {
    await ready(page);
    assert.equal(await page.locator("#count").isDisabled(), true);
    assert.equal(await page.locator("[data-square]").count(), 50);
    // values.tsv: W:WK19,K27,K37:BK11 is won in 5 plies.
    assert.equal(await value(page), "value-win");
    assert.match(await page.locator("#present-words").textContent(), /\b5 plies\b/);
    await assertBoard(page, {
      rules: "international",
      strong: [19, 27, 37],
      side: "strong",
      squares: 50,
      count: 0,
      limit: null,
    });
    assert.equal(address(page).count, undefined);
  });
});

test("another ruleset takes its board and its own default kings", async () => {
  await withPage(longest(), {}, async (page) => {
    await ready(page);
    await page.locator("#ruleset").selectOption("international");
    await page.waitForSelector('[data-square="50"]');
    await eventually(
      () =>
        page
          .locator("#legend .legend-count")
          .first()
          .textContent()
          .then((text) => / of 47 /.test(text)),
      true,
    );
    assert.equal(address(page).rules, "international");
    await page.goBack();
    await eventually(() => page.locator("[data-square]").count(), 32);
    await eventually(() => value(page), "value-win");
    assert.equal(address(page).rules, "traditional");
  });
});

test("the totals are those of the other programs", async () => {
  await withPage(longest({ side: "lone" }), {}, async (page) => {
    await ready(page);
    // rules.md: the count saves the lone king in 194 positions with it to move; brazilian has the same KKKvK without a count.
    const whole = result("brazilian", "KKKvK", "black");
    const number = (value) => value.toLocaleString("en");
    const sentence = await page.locator("#totals-sentence").textContent();
    for (const part of [
      `win ${number(whole.loss - 194)} of`,
      "194 more",
      `${number(whole.draw)} are drawn`,
      `wins ${number(whole.win)}`,
    ]) {
      assert.ok(sentence.includes(part), `"${part}" in: ${sentence}`);
    }
    await page.locator("#side input[value=strong]").check();
    const strong = result("brazilian", "KKKvK", "white");
    await eventually(
      () =>
        page
          .locator("#totals-sentence")
          .textContent()
          .then((text) => text.includes(`win ${number(strong.win)} of`)),
      true,
    );
  });
});

test("kings are moved by drag, by click and by keyboard", async () => {
  await withPage(longest(), {}, async (page) => {
    await ready(page);
    await square(page, 21).dragTo(square(page, 30));
    await eventually(() => address(page).lone, "30");
    await square(page, 7).click();
    await square(page, 2).click();
    await eventually(() => address(page).strong, "2,4,11");
    await square(page, 32).click();
    await eventually(() => address(page).lone, "32");
    await square(page, 11).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await eventually(() => address(page).strong, "2,4,15");
    await assertBoard(page, {
      rules: "traditional",
      strong: [2, 4, 15],
      side: "strong",
      squares: 32,
      count: 0,
      limit: 13,
    });
    // An occupied square takes no second king.
    await square(page, 2).dragTo(square(page, 4));
    assert.equal(address(page).strong, "2,4,15");
    for (const strong of ["2,4,11", "2,4,11", "4,7,11"]) {
      await page.goBack();
      await eventually(() => address(page).strong, strong);
    }
  });
});

test("two kings instead of three change material and count", async () => {
  await withPage(longest({ count: 5 }), {}, async (page) => {
    await ready(page);
    await page.locator("#kings input[value='2']").check();
    await eventually(() => address(page).strong, "4,7");
    assert.equal(await page.locator("#count").isDisabled(), true);
    await assertBoard(page, {
      rules: "traditional",
      strong: [4, 7],
      side: "strong",
      squares: 32,
      count: 0,
      limit: null,
    });
    const two = result("traditional", "KKvK", "white");
    const text = await page.locator("#totals-sentence").textContent();
    assert.ok(text.includes(`win ${two.win.toLocaleString("en")} of`), text);
  });
});

test("four kings, for which there are no tables, cannot be chosen", async () => {
  await withPage(longest(), {}, async (page) => {
    await ready(page);
    assert.equal(await page.locator("#kings input[value='4']").isDisabled(), true);
  });
});

test("a shared link with four kings says which table is missing", async () => {
  await withPage(path({ rules: "traditional", strong: "1,2,3,4", side: "strong" }), { allow: [404] }, async (page) => {
    await ready(page);
    assert.match(await page.locator("#failure").textContent(), /KKKKvK/);
    assert.equal(await page.locator("#present-value .value").count(), 0);
  });
});

test("a square under the pointer or the focus is told in words", async () => {
  await withPage(longest({ count: 1 }), {}, async (page) => {
    await ready(page);
    const readout = page.locator("#readout");
    assert.equal(await readout.getAttribute("aria-live"), "polite");
    const [near] = await distances("traditional", [{ strong: LONGEST.strong, lone: 1, side: "strong" }]);
    await square(page, 1).hover();
    await eventually(
      () => readout.textContent().then((text) => text.startsWith(`Lone king on 1: the kings win in ${near.dtw} plies`)),
      true,
    );
    await square(page, 7).hover();
    await eventually(() => readout.textContent(), "White king on 7.");
    await page.mouse.move(0, 0);
    await square(page, 21).focus();
    await eventually(
      () => readout.textContent().then((text) => text.startsWith("Lone king on 21: the kings would win in 25 plies")),
      true,
    );
  });
});

test("a square that is clicked can be opened in the board page", async () => {
  await withPage(longest({ count: 1 }), {}, async (page) => {
    await ready(page);
    await square(page, 30).click();
    await eventually(() => address(page).lone, "30");
    await page.locator("#open").click();
    await page.waitForURL(/\/\?rules=/);
    await ready(page);
    assert.deepEqual(address(page), { rules: "traditional", fen: "W:WK4,K7,K11:BK30", count: "1" });
  });
});

test("what an address asks for and cannot be shown is said", async () => {
  await withPage(
    path({ rules: "traditional", strong: "4,4,99", side: "neither", lone: 77, count: 13 }),
    {},
    async (page) => {
      await ready(page);
      const text = await page.locator("#failure").textContent();
      for (const part of ["strong=4,4,99", "side=neither", "lone=77", "count=13", "from 0 to 12"])
        assert.ok(text.includes(part), text);
    },
  );
});

test("keyboard only: from the top of the page to a moved king and another count", async () => {
  await withPage(longest(), {}, async (page) => {
    await ready(page);
    const focused = () =>
      page.evaluate(
        () => document.activeElement.id || document.activeElement.dataset.square || document.activeElement.name,
      );
    const tabTo = async (wanted) => {
      for (let steps = 0; steps < 40; ++steps) {
        await page.keyboard.press("Tab");
        if (wanted.test((await focused()) ?? "")) return;
      }
      assert.fail(`Tab never reached ${wanted}`);
    };
    await tabTo(/^\d+$/);
    await page.keyboard.press("PageUp");
    await page.keyboard.press("Home");
    assert.equal(await focused(), "1");
    await page.keyboard.press("Enter");
    await eventually(() => address(page).lone, "1");
    await tabTo(/^side$/);
    await page.keyboard.press("ArrowUp");
    await eventually(() => address(page).side, "lone");
    await tabTo(/^count$/);
    await page.keyboard.press("End");
    await eventually(() => address(page).count, "12");
    await assertBoard(page, {
      rules: "traditional",
      strong: LONGEST.strong,
      side: "lone",
      squares: 32,
      count: 12,
      limit: 13,
    });
  });
});

test("on a phone nothing runs out of the window", async () => {
  await withPage(longest({ count: 1 }), { viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
    await ready(page);
    assert.equal(await value(page), "value-cursed-win");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await square(page, 30).tap();
    await eventually(() => address(page).lone, "30");
  });
});
