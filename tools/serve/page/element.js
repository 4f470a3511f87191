// Building of HTML and SVG nodes. Text always goes in as text nodes, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element: attributes by name, `onclick` and the like are listeners; null and false leave one out. */
export function element(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

const ICONS = {
  start: "M6 5v14M19 5l-10 7 10 7z",
  back: "M16 5l-10 7 10 7z",
  forward: "M8 5l10 7-10 7z",
  end: "M18 5v14M5 5l10 7-10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  flip: "M7 20V5M3 9l4-4 4 4M17 4v15M13 15l4 4 4-4",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  reset: "M4 12a8 8 0 1 1 3 6M4 12V6M4 12h6",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.01",
  close: "M6 6l12 12M18 6L6 18",
  hand: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  erase: "M8 20h12M4 14l9-9 7 7-8 8H9z",
  line: "M4 18c4-12 8 6 16-12M15 5l5 1-1 5",
};

/** A decorative icon of 24x24 units, drawn in the colour of the text. */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: `icon icon-${name}`, "aria-hidden": "true", focusable: "false" },
    svg("path", { d: ICONS[name] }),
  );
}

/** A button with an icon and a text. With `quiet` the text is read by screen readers only. */
export function button(text, { icon: picture, quiet = false, ...attributes } = {}, ...children) {
  return element(
    "button",
    { type: "button", title: quiet ? text : null, ...attributes },
    picture ? icon(picture) : null,
    element("span", { class: quiet ? "visually-hidden" : null }, text),
    ...children,
  );
}

export const byId = (id) => document.getElementById(id);

/** Puts nodes in place of what `parent` holds. */
export function replace(parent, ...children) {
  parent.replaceChildren(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
}
