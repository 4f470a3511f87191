// What a first visit costs: bytes, other hosts, and movement under the reader.
import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, open, close, pages, ready, URL_OF_SERVER, DESKTOP, PHONE } from "./browser.mjs";

const withPage = pages();
const MOST_BYTES = 200 * 1024;
const PAGES = [
  "/?rules=traditional&fen=W:WK4,K7,K11:BK21",
  "/diagonal?rules=traditional",
  "/statistics?rules=traditional",
];

for (const path of PAGES) {
  test(`the first load of ${path} stays under 200 KB`, async () => {
    // A browser of its own: nothing is cached.
    const browser = await launch();
    try {
      const page = await open(browser, "/healthz");
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      const seen = [];
      session.on("Network.loadingFinished", ({ encodedDataLength }) => seen.push(encodedDataLength));
      await page.goto(URL_OF_SERVER + path);
      await ready(page);
      const total = seen.reduce((sum, bytes) => sum + bytes, 0);
      assert.ok(seen.length >= 4, `only ${seen.length} answers were seen`);
      assert.ok(total < MOST_BYTES, `${total} bytes in ${seen.length} answers`);
      console.log(`${path}: ${total} bytes in ${seen.length} answers`);
      await close(page);
    } finally {
      await browser.close();
    }
  });

  for (const viewport of [DESKTOP, PHONE]) {
    test(`${path} does not move while a slow answer comes, ${viewport.width} wide`, async () => {
      await withPage("/healthz", { viewport }, async (page) => {
        await page.route("**/api/**", async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 700));
          await route.continue();
        });
        await page.goto(URL_OF_SERVER + path);
        await ready(page);
        // The observer of the harness judges the shift as the page closes.
      });
    });
  }
}

test("the pages say what they may load, and that none may frame them", async () => {
  for (const path of ["/", "/diagonal", "/statistics"]) {
    const answer = await fetch(URL_OF_SERVER + path);
    const policy = answer.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /style-src 'self'(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  }
});

test("the observer of layout shifts sees one", async () => {
  const browser = await launch();
  try {
    const page = await open(browser, "/statistics?rules=traditional");
    await ready(page);
    await page.evaluate(() => {
      const block = document.createElement("div");
      block.style.setProperty("height", "300px");
      document.querySelector("main").prepend(block);
    });
    await page.waitForFunction(() => window.watched.shift > 0.02);
    await assert.rejects(close(page), /layout shift/);
  } finally {
    await browser.close();
  }
});
