// The board page. Values come from values.tsv, longest.tsv, kingsrow.tsv and the worked positions of rules.md.
import assert from "node:assert/strict";
import { test } from "node:test";
import { address, eventually, pages, PHONE, ready } from "./browser.mjs";
import { texts } from "./texts.mjs";
import { kingsrow, moves, opening, refusal, rows, value } from "./reference.mjs";

const withPage = pages();
const link = (rules, fen, extra = "") => `/?rules=${rules}&fen=${fen}${extra}`;
const square = (page, number) => page.locator(`[data-square="${number}"]`);
const verdict = (page) => page.locator("#verdict-words");
const move = (page, text) => page.locator("#moves-list button.move", { hasText: new RegExp(`^${text}$`) });

/** { wdl, dtw } as the page shows it, once the answer is there; dtw null where none is shown. */
async function shown(page) {
  await ready(page);
  const kind = await verdict(page).locator(".value").getAttribute("class");
  const text = await verdict(page).locator(".verdict-value").textContent();
  const plies = /in (\d+) pl/.exec(text);
  return { wdl: /value-([a-z-]+)/.exec(kind)?.[1] ?? null, dtw: plies ? Number(plies[1]) : null };
}

const pieces = (page) =>
  page.locator("[data-square]").evaluateAll((nodes) =>
    nodes
      .map((node) => node.getAttribute("aria-label"))
      .filter((label) => /(white|black) (man|king)/.test(label))
      .map((label) => label.split(",").slice(0, 2).join(",")),
  );

const published = () =>
  ["values.tsv", "longest.tsv"]
    .flatMap(rows)
    .filter(([rules, fen]) => rules === "international" && fen.match(/\d+/g).length <= 4);

test("shared links show the values that other programs give", async () => {
  await withPage("/healthz", {}, async (page) => {
    const origin = new URL(page.url()).origin;
    for (const [rules, fen, wdl, dtw] of published().filter((_, index) => index % 5 === 0)) {
      await page.goto(origin + link(rules, fen));
      assert.deepEqual(await shown(page), { wdl, dtw: dtw === "-" ? null : Number(dtw) }, fen);
      assert.equal(address(page).fen, fen);
    }
  });
});

/** The FEN with each side's squares in ascending order, as the page writes it. */
const ascending = (fen) =>
  fen.replace(/(?<=:[WB])[^:]+/g, (list) =>
    list
      .split(",")
      .sort((a, b) => a.match(/\d+/) - b.match(/\d+/))
      .join(","),
  );

test("what is copied is said, and is the position, the link and the game", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const fen = "W:WK4,K7,K11:BK21";
  await withPage(link("traditional", fen), { permissions }, async (page) => {
    await ready(page);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy FEN" }).click();
    await eventually(copied, fen);
    await eventually(() => page.locator("#copied").textContent(), "FEN copied");
    await page.getByRole("button", { name: "Copy link" }).click();
    await eventually(copied, page.url());
    await page.getByRole("button", { name: "Copy PDN" }).click();
    await eventually(() => page.locator("#line-note").textContent(), "PDN copied");
    assert.ok((await copied()).includes(`[FEN "${fen}"]`));
  });
});

test("a FEN that is typed shows the values that other programs give", async () => {
  assert.ok(published().length >= 25);
  await withPage("/?rules=international", {}, async (page) => {
    await ready(page);
    for (const [, fen, wdl, dtw] of published()) {
      await page.locator("#fen").fill(fen);
      await page.locator("#fen").press("Enter");
      await eventually(() => address(page).fen, ascending(fen));
      await eventually(() => shown(page), { wdl, dtw: dtw === "-" ? null : Number(dtw) }, fen);
    }
  });
});

test("the count in a link decides", async () => {
  // rules.md: W:WK4,K7,K11:BK21 in traditional is a win at count 0, a cursed win from 1; 25 plies.
  for (const [count, wdl] of [
    [0, "win"],
    [1, "cursed-win"],
    [12, "cursed-win"],
  ]) {
    await withPage(link("traditional", "W:WK4,K7,K11:BK21", `&count=${count}`), {}, async (page) => {
      assert.deepEqual(await shown(page), { wdl, dtw: 25 });
      assert.equal(await page.locator("#count-made").inputValue(), String(count));
      assert.equal(await page.locator("#count-limit").inputValue(), "13");
    });
  }
});

test("a count of 13 is refused with the reader's own sentence", async () => {
  await withPage(link("traditional", "W:WK4,K7,K11:BK21", "&count=13"), { allow: [400] }, async (page) => {
    await ready(page);
    const { message } = await refusal("traditional", "W:WK4,K7,K11:BK21", ["--count", "13"]);
    assert.ok((await verdict(page).textContent()).includes(message), message);
  });
});

test("moves are ranked, shown when pointed at and played when clicked", async () => {
  const fen = "W:WK10:BK5";
  await withPage(link("international", fen), {}, async (page) => {
    assert.deepEqual(await shown(page), value("international", fen));
    const listed = await page.locator("#moves-list .move-row").evaluateAll((nodes) =>
      nodes.map((node) => ({
        value: /value-([a-z-]+)/.exec(node.querySelector(".value").className)[1],
        plies: Number(node.cells[2].textContent) || null,
      })),
    );
    // A win in 3: what wins comes first, the fastest first of all, and leaves the opponent a loss in 2.
    assert.deepEqual(listed[0], { value: "win", plies: 2 });
    const order = ["win", "cursed-win", "draw", "blessed-loss", "loss"];
    const places = listed.map((entry) => order.indexOf(entry.value));
    assert.deepEqual(places, [...places].sort());
    const winning = listed.filter((entry) => entry.value === "win").map((entry) => entry.plies);
    assert.deepEqual(
      winning,
      [...winning].sort((a, b) => a - b),
    );

    const first = page.locator("#moves-list button.move").first();
    assert.equal(await page.locator(".layer-arrow > *").count(), 0);
    await first.hover();
    assert.ok((await page.locator(".layer-arrow > *").count()) > 0);
    await first.click();
    await eventually(() => shown(page), { wdl: "loss", dtw: 2 });
    assert.match(address(page).fen, /^B:/);
    assert.match(await page.locator("#live").textContent(), /^Played 10-\d+\..*Black to move: loss in 2 plies/);
    await page.locator("#moves-list button.move").first().click();
    await eventually(() => shown(page), { wdl: "win", dtw: 1 });
    await page.locator("#moves-list button.move").first().click();
    await eventually(() => page.locator("#moves-list button.move").count(), 0);
    assert.deepEqual(await shown(page), { wdl: "loss", dtw: null });
    assert.match(await verdict(page).textContent(), /game is over/);
    await page.getByRole("button", { name: texts.page.start, exact: true }).click();
    await eventually(() => shown(page), value("international", fen));
    assert.equal(address(page).fen, fen);
  });
});

test("the browser's back button returns to the position before", async () => {
  const fen = "W:W6:B2,3,4";
  await withPage(link("international", fen), {}, async (page) => {
    await ready(page);
    await page.locator("#moves-list button.move").first().click();
    await eventually(() => address(page).fen !== fen, true);
    await page.goBack();
    await eventually(() => address(page).fen, fen);
    await eventually(() => shown(page), value("international", fen));
  });
});

test("a capture over several squares is played by clicks and by drag", async () => {
  // moves.tsv: the only move, from 41 over four pieces to 43.
  const fen = "W:WK41,49:B9,10,12,19,38";
  const [only] = moves("international", fen);
  assert.deepEqual(only, { from: 41, to: 43, captures: [9, 12, 19, 38] });
  for (const play of [
    async (page) => {
      await square(page, only.from).click();
      await square(page, only.to).click();
    },
    (page) => square(page, only.from).dragTo(square(page, only.to)),
  ]) {
    await withPage(link("international", fen), { allow: [404] }, async (page) => {
      await ready(page);
      await play(page);
      await eventually(() => address(page).fen, "B:WK43,49:B10");
      await eventually(() => pieces(page), ["Square 10, black man", "Square 43, white king", "Square 49, white man"]);
    });
  }
});

test("the best line is played out to the end", async () => {
  const fen = "W:W21:B3,4";
  const { dtw } = value("international", fen);
  await withPage(link("international", fen), {}, async (page) => {
    await ready(page);
    await page.getByRole("button", { name: texts.line.best }).click();
    const steps = page.locator("#line-list button.step");
    await eventually(() => steps.count(), dtw);
    assert.match(await page.locator("#line").textContent(), new RegExp(`White wins after ${dtw} plies`));
    for (let played = 1; played <= 3; ++played) {
      await page.getByRole("button", { name: texts.page.forward, exact: true }).click();
      await eventually(() => shown(page), { wdl: played % 2 === 1 ? "loss" : "win", dtw: dtw - played });
    }
    await page.getByRole("button", { name: texts.page.end, exact: true }).click();
    await eventually(
      () =>
        verdict(page)
          .textContent()
          .then((text) => /game is over/.test(text)),
      true,
    );
    // White took or shut in everything: Black is on move and has nothing to play.
    assert.match(address(page).fen, /^B:/);
    await page.getByRole("button", { name: texts.page.back, exact: true }).click();
    await eventually(() => shown(page), { wdl: "win", dtw: 1 });
    await page.getByRole("button", { name: texts.page.start, exact: true }).click();
    await eventually(() => shown(page), { wdl: "win", dtw });
  });
});

test("a position is set up with the palette", async () => {
  const fen = "B:W28:BK26";
  await withPage(link("international", "W:WK10:BK5"), { allow: [400] }, async (page) => {
    await ready(page);
    await page.getByRole("button", { name: texts.page.clear, exact: true }).click();
    await eventually(() => pieces(page), []);
    await page.locator("#palette .tool", { has: page.locator("input[value=white-man]") }).click();
    await square(page, 28).click();
    await page.locator("#palette .tool", { has: page.locator("input[value=black-king]") }).click();
    await square(page, 26).click();
    // A second click takes the piece away again.
    await square(page, 30).click();
    await square(page, 30).click();
    await page.locator("#side label", { hasText: "Black" }).click();
    await eventually(() => address(page).fen, fen);
    await eventually(() => shown(page).then(({ wdl }) => wdl), kingsrow(fen));
    assert.equal(await page.locator("#fen").inputValue(), fen);
    // The same by keys alone: the man becomes a king, then leaves.
    await square(page, 28).focus();
    await page.keyboard.press("2");
    await eventually(() => address(page).fen, "B:WK28:BK26");
    await page.keyboard.press("Delete");
    await eventually(() => address(page).fen, "B:W:BK26");
  });
});

test("a FEN that the reader refuses is answered in its words, and the board stays", async () => {
  const good = "W:WK10:BK5";
  const bad = rows("fen.tsv")
    .filter(([board, , verdict]) => board !== "8x8" && verdict.startsWith("reject"))
    .map(([, fen]) => fen);
  assert.ok(bad.length >= 5);
  await withPage(link("international", good), { allow: [400] }, async (page) => {
    await ready(page);
    for (const fen of bad) {
      const { message } = await refusal("international", fen);
      await page.locator("#fen").fill(fen);
      await page.locator("#fen").press("Enter");
      await eventually(() => page.locator("#fen-problem").textContent(), message, fen);
      assert.equal(await page.locator("#fen").getAttribute("aria-invalid"), "true");
      assert.deepEqual(await shown(page), value("international", good));
      assert.equal(address(page).fen, good);
    }
    await page.locator("#fen").fill("W:W33:B2");
    await page.locator("#fen").press("Enter");
    await eventually(() => shown(page), value("international", "W:W33:B2"));
    assert.equal(await page.locator("#fen-problem").textContent(), "");
  });
});

test("a link with a bad FEN says what is wrong with it", async () => {
  const fen = "W:WK4:BK4";
  await withPage(link("international", fen), { allow: [400] }, async (page) => {
    await ready(page);
    const { message } = await refusal("international", fen);
    await eventually(() => page.locator("#fen-problem").textContent(), message);
    assert.equal(await page.locator("#fen").inputValue(), fen);
  });
});

test("material that is not covered names its tables and can still be played", async () => {
  const start = rows("perft.tsv").find(([rules, fen]) => rules === "international" && fen === "start");
  await withPage("/?rules=international&fen=W:W31-50:B1-20", { allow: [404] }, async (page) => {
    await ready(page);
    assert.match(await verdict(page).textContent(), /No table/);
    assert.equal(await page.locator("#moves-list button.move").count(), opening(start));
    await move(page, "32-28").click();
    await eventually(() => address(page).fen.startsWith("B:"), true);
  });
  // A man that becomes a king leads to KKKvKK; every capture leads to four pieces or fewer, which are there.
  await withPage("/?rules=international&fen=W:WK1,K2,28:BK30,K31", { allow: [404] }, async (page) => {
    await ready(page);
    assert.match(await verdict(page).textContent(), /KKMvKK/);
    const missing = await page.locator("#moves-list .missing li").allTextContents();
    assert.deepEqual(missing.sort(), ["KKKvKK.wdl", "KKMvKK.wdl"]);
    assert.equal(
      await verdict(page).locator("[class*=value-win], [class*=value-draw], [class*=value-loss]").count(),
      0,
    );
  });
});

test("keyboard only: a move on the board, one from the list, and back", async () => {
  const fen = "W:WK10:BK5";
  await withPage(link("international", fen), {}, async (page) => {
    await ready(page);
    const focused = () =>
      page.evaluate(() => document.activeElement.dataset.square ?? document.activeElement.className);
    const tabTo = async (wanted) => {
      for (let steps = 0; steps < 60; ++steps) {
        await page.keyboard.press("Tab");
        if (wanted.test(await focused())) return;
      }
      assert.fail(`Tab never reached ${wanted}`);
    };
    const best = await page.locator("#moves-list button.move").first().textContent();
    const [from, to] = best.split("-").map(Number);
    await tabTo(/^\d+$/);
    const walk = async (target) => {
      await page.keyboard.press("PageUp");
      await page.keyboard.press("Home");
      for (let row = 1; row < Math.ceil(target / 5); ++row) await page.keyboard.press("ArrowDown");
      for (let place = 1; place < ((target - 1) % 5) + 1; ++place) await page.keyboard.press("ArrowRight");
      assert.equal(await focused(), String(target));
    };
    await walk(from);
    await page.keyboard.press("Enter");
    assert.match(await square(page, from).getAttribute("aria-label"), /picked up/);
    assert.match(await square(page, to).getAttribute("aria-label"), /can be moved to/);
    await walk(to);
    await page.keyboard.press("Space");
    await eventually(() => shown(page), { wdl: "loss", dtw: 2 });
    await tabTo(/^move$/);
    await page.keyboard.press("Enter");
    await eventually(() => shown(page), { wdl: "win", dtw: 1 });
    await square(page, 1).focus();
    await page.keyboard.press(",");
    await eventually(() => shown(page), { wdl: "loss", dtw: 2 });
    await page.keyboard.press(",");
    await eventually(() => shown(page), value("international", fen));
    await page.keyboard.press("f");
    // Flipped: the arrows follow the eye, so that the square below is a lower number.
    await square(page, 28).focus();
    await page.keyboard.press("ArrowDown");
    assert.ok(Number(await focused()) < 28);
  });
});

test("on a phone everything fits, and a tap moves", async () => {
  const fen = "W:WK10:BK5";
  await withPage(link("international", fen), { viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
    assert.deepEqual(await shown(page), value("international", fen));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    const best = await page.locator("#moves-list button.move").first().textContent();
    const [from, to] = best.split("-").map(Number);
    await square(page, from).tap();
    await square(page, to).tap();
    await eventually(() => shown(page), { wdl: "loss", dtw: 2 });
    const size = await square(page, 1).boundingBox();
    // WCAG 2.2, 2.5.8: a target is at least 24 pixels wide and high.
    assert.ok(size.width >= 24 && size.height >= 24, JSON.stringify(size));
  });
});

test("values and moves of the same position on 8x8 with letters for squares", async () => {
  await withPage(link("traditional", "W:WK4,K7,K11:BK21"), {}, async (page) => {
    await ready(page);
    await page.locator("#names").selectOption("letters");
    // rules.md: 4 is h8, and 29 is a1.
    assert.match(await square(page, 4).getAttribute("aria-label"), /^Square h8, white king/);
    assert.match(await square(page, 29).getAttribute("aria-label"), /^Square a1, empty/);
  });
});

test("a theme that was chosen stays on all pages", async () => {
  await withPage(link("traditional", "W:WK4,K7,K11:BK21"), { colorScheme: "light" }, async (page) => {
    await ready(page);
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.getByRole("button", { name: texts.shared.darkTheme }).click();
    const dark = await paper();
    assert.notEqual(dark, light);
    for (const name of ["Diagonal", "Statistics"]) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.waitForURL(new RegExp(name.toLowerCase()));
      await ready(page);
      assert.equal(await paper(), dark);
    }
  });
});
