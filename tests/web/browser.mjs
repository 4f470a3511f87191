// A browser for a file of tests, and pages that watch themselves: console errors, CSP violations, failed requests,
// layout shifts and bytes loaded.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

export const URL_OF_SERVER = process.env.LUNETTE_URL;
const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";
// Machines that build at the same time are slow; what passes waits no longer than it must.
const WAIT_MS = 30000;

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 375, height: 740 };

// Runs in the page before its own scripts.
function watch() {
  window.watched = { shift: 0, shifts: [], violations: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Shifts within half a second of the reader's own input are wanted; the browser marks them.
      if (entry.hadRecentInput) continue;
      window.watched.shift += entry.value;
      window.watched.shifts.push(
        `${entry.value.toFixed(4)} ${entry.sources.map((source) => source.node?.outerHTML?.slice(0, 80)).join(" | ")}`,
      );
    }
  }).observe({ type: "layout-shift", buffered: true });
  document.addEventListener("securitypolicyviolation", (event) => {
    window.watched.violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
  });
}

export async function launch() {
  assert.ok(URL_OF_SERVER, "LUNETTE_URL names no server; start these tests by tests/web/run.sh");
  // Chromium refuses its sandbox to root, which is who runs tests in a container.
  const args = process.getuid() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: EXECUTABLE, args });
}

/** A page at `path` of the server. `options` as for a browser context, and `allow`: statuses of answers that may fail. */
export async function open(browser, path, { allow = [], ...options } = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en-GB", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  page.faults = [];
  page.allowed = allow;
  page.on("pageerror", (error) => page.faults.push(`exception: ${error.message}`));
  page.on("console", (message) => {
    // The browser itself reports every answer of 400 and above; those are judged below by their status.
    if (message.type() === "error" && !/^Failed to load resource/.test(message.text()))
      page.faults.push(`console: ${message.text()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !page.allowed.includes(response.status())) {
      page.faults.push(`${response.status()} from ${response.url()}`);
    }
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(URL_OF_SERVER) && !request.url().startsWith("data:"))
      page.faults.push(`asks ${request.url()}`);
  });
  await page.addInitScript(watch);
  await page.goto(URL_OF_SERVER + path);
  return page;
}

const LARGEST_SHIFT = 0.02;

/** Fails where the page said an error, broke its content policy, asked another server or moved under the reader. */
export async function close(page) {
  const { shift, shifts, violations } = await page.evaluate(() => window.watched);
  await page.context().close();
  assert.deepEqual(page.faults, []);
  assert.deepEqual(violations, []);
  assert.ok(shift < LARGEST_SHIFT, `layout shift ${shift}:\n${shifts.join("\n")}`);
}

/** `withPage(path, options, steps)` for the tests of a file, which share a browser. */
export function pages() {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());
  return async (path, options, steps) => {
    const page = await open(browser, path, options);
    try {
      await steps(page);
    } catch (failure) {
      if (page.faults.length > 0) failure.message += `\nThe page also said: ${page.faults.join("; ")}`;
      await page.context().close();
      throw failure;
    }
    await close(page);
  };
}

/** Waits until the page has shown its first answer. */
export const ready = (page) =>
  page.waitForFunction(() => {
    if (document.body?.dataset.ready === "true") return true;
    const verdict = document.getElementById("verdict");
    return Boolean(verdict?.querySelector("#verdict-words > *")) && verdict.getAttribute("aria-busy") !== "true";
  });

/** Waits until `read()` gives what is expected, and says what it gave where it never does. */
export async function eventually(read, expected, what = "") {
  const end = Date.now() + WAIT_MS;
  let found;
  do {
    found = await read();
    try {
      assert.deepEqual(found, expected);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } while (Date.now() < end);
  assert.deepEqual(found, expected, what);
}

/** The parameters of the address bar. */
export const address = (page) => Object.fromEntries(new URL(page.url()).searchParams);
