// node screenshots.mjs DIRECTORY: pictures of the pages for a person to look at; run.sh --screenshots starts it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DESKTOP, launch, open, PHONE, ready } from "./browser.mjs";

const SHOTS = [
  ["board-8x8", "/?rules=traditional&fen=W:WK4,K7,K11:BK21&count=1"],
  ["board-10x10", "/?rules=international&fen=W:W6:B2,3,4"],
  ["board-start", "/?rules=international&fen=W:W31-50:B1-20"],
  ["diagonal-8x8", "/diagonal?rules=traditional&strong=4,8,12&side=lone&lone=29&count=1"],
  ["diagonal-count-9", "/diagonal?rules=traditional&strong=4,7,11&side=lone&lone=21&count=9"],
  ["diagonal-10x10", "/diagonal?rules=historical&strong=5,23,37&side=lone&lone=46&count=9"],
  ["statistics", "/statistics?rules=traditional"],
  ["statistics-class", "/statistics?rules=traditional&material=KKKvK"],
  ["statistics-10x10", "/statistics?rules=international&material=KMMvM&sort=longest_win-"],
];

const KINDS = [
  ["", { viewport: DESKTOP }],
  ["-dark", { viewport: DESKTOP, colorScheme: "dark" }],
  ["-phone", { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }],
  ["-phone-dark", { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2, colorScheme: "dark" }],
];

const [directory] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
const browser = await launch();
for (const [name, path] of SHOTS) {
  for (const [ending, options] of KINDS) {
    const page = await open(browser, path, { ...options, allow: [400, 404] });
    await ready(page);
    // Pieces glide to their squares.
    await page.waitForTimeout(400);
    const file = join(directory, `${name}${ending}.png`);
    await page.screenshot({ path: file, fullPage: true });
    console.log(file);
    await page.context().close();
  }
}
await browser.close();
