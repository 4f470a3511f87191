// What the three pages share: skip link, navigation, theme toggle, help dialog, footer, texts of the HTML.

import { button, byId, element, replace } from "./element.js";
import { texts, textNamed } from "./texts.js";
import { VALUES, valueLabel } from "./value.js";

const PAGES = [
  ["board", "/"],
  ["diagonal", "/diagonal"],
  ["statistics", "/statistics"],
];

/** Fills `data-text` (content), `data-label` (aria-label) and `data-hint` (placeholder) below a node. */
export function fillTexts(root) {
  for (const node of root.querySelectorAll("[data-text]")) node.textContent = textNamed(node.dataset.text);
  for (const node of root.querySelectorAll("[data-label]"))
    node.setAttribute("aria-label", textNamed(node.dataset.label));
  for (const node of root.querySelectorAll("[data-hint]")) node.placeholder = textNamed(node.dataset.hint);
}

const isDark = () => document.documentElement.dataset.theme === "dark";

function themeButton() {
  const toggle = button(texts.shared.darkTheme, { icon: "theme", quiet: true, class: "icon-button" });
  const show = () => toggle.setAttribute("aria-pressed", String(isDark()));
  toggle.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("lunette-theme", theme);
    } catch {
      // Not remembered where storage is forbidden; it still holds for this page.
    }
    show();
  });
  // theme.js, which was loaded before, has followed the system by then.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
  return toggle;
}

/** A modal dialog with a heading and a button that closes it; `open()` shows it. */
export function dialog(title, ...content) {
  const heading = element("h2", { id: `dialog-${title.replace(/\W+/g, "-").toLowerCase()}` }, title);
  const close = button(texts.shared.close, { icon: "close", quiet: true, class: "icon-button", autofocus: true });
  const node = element(
    "dialog",
    { class: "dialog", "aria-labelledby": heading.id },
    element("div", { class: "dialog-head" }, heading, close),
    ...content,
  );
  close.addEventListener("click", () => node.close());
  // A click on the backdrop is a click on the dialog itself.
  node.addEventListener("click", (event) => event.target === node && node.close());
  document.body.append(node);
  return { element: node, open: () => node.showModal() };
}

/** The help of the board, shared by the pages that show one. */
export function boardHelp() {
  const { help } = texts;
  const rows = help.keys.map(([keys, meaning]) =>
    element("tr", null, element("th", { scope: "row" }, element("kbd", null, keys)), element("td", null, meaning)),
  );
  const signs = VALUES.map((value) => [element("dt", null, valueLabel(value)), element("dd", null, help.signs[value])]);
  return [
    element("p", null, help.intro),
    element("p", null, help.captures),
    element("h3", null, help.keysTitle),
    element("table", { class: "keys" }, element("tbody", null, ...rows)),
    element("h3", null, help.signsTitle),
    element("dl", { class: "signs" }, ...signs.flat()),
  ];
}

// By hand: a change of the address's fragment would count as a step of the browser's history.
function skip(event) {
  event.preventDefault();
  byId("main").focus();
}

/** Fills `<header id="header">`, the texts of the page and, when given nodes, the help dialog.
 *  `current`: "board", "diagonal" or "statistics". */
export function showHeader(current, helpContent = null) {
  document.documentElement.lang = texts.language;
  const links = PAGES.map(([name, address]) =>
    element(
      "li",
      null,
      element(
        "a",
        { href: address, "data-page": name, "aria-current": name === current ? "page" : null },
        texts.shared[name],
      ),
    ),
  );
  const tools = [themeButton()];
  if (helpContent) {
    const help = dialog(texts.help.title, ...helpContent);
    tools.push(
      button(texts.shared.help, { icon: "help", quiet: true, class: "icon-button", onclick: () => help.open() }),
    );
  }
  replace(
    byId("header"),
    element("a", { class: "skip", href: "#main", onclick: skip }, texts.shared.skip),
    element(
      "a",
      { class: "brand", href: "/" },
      element("span", { class: "brand-mark", "aria-hidden": "true" }),
      texts.shared.product,
    ),
    element("nav", { "aria-label": texts.shared.navigation }, element("ul", null, ...links)),
    element("div", { class: "header-tools" }, ...tools),
  );
  fillTexts(document);
}

/** The ruleset that the links to the other pages open. */
export function setLinkedRules(rules) {
  for (const link of document.querySelectorAll("#header [data-page]")) {
    const path = PAGES.find(([name]) => name === link.dataset.page)[1];
    link.href = `${path}?rules=${encodeURIComponent(rules)}`;
  }
}

/** Fills `<footer id="footer">`. */
export function showFooter(version) {
  replace(
    byId("footer"),
    element("span", null, texts.shared.footer(version)),
    element("span", null, texts.shared.tagline),
    element("a", { href: "/openapi.json" }, texts.shared.apiLink),
  );
}

/** Says something to a screen reader through `<p id="live" role="status">`. */
export function announce(text) {
  const live = byId("live");
  // The same words twice are only spoken again when the region changes in between.
  live.textContent = live.textContent === text ? `${text} ` : text;
}
