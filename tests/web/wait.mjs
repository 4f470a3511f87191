// node wait.mjs URL SECONDS: exits 0 as soon as the address answers 200, 1 when it has not by then.
const [url, seconds] = process.argv.slice(2);
const end = Date.now() + 1000 * Number(seconds);
while (Date.now() < end) {
  try {
    if ((await fetch(url)).ok) process.exit(0);
  } catch {
    // Not listening yet.
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
}
process.exit(1);
