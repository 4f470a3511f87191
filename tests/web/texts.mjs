// The English texts of the pages. The page's modules have no package that calls them modules, so that older versions of
// Node do not take them as such.
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../../tools/serve/page/texts.js", import.meta.url), "utf8");
export const { texts } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
