// The buttons of the board page.

import { button, byId, replace } from "./element.js";
import { texts } from "./texts.js";

const stepButton = (text, icon, onclick, attributes = {}) =>
  button(text, { icon, quiet: true, class: "icon-button", ...attributes, onclick });

const modeButton = (text, icon, onclick) => button(text, { icon, class: "mode", "aria-pressed": "false", onclick });

/** Puts the buttons into the page. `actions` are called without arguments but for goTo(cursor) and step(by). */
export function showButtons(actions) {
  const buttons = {
    start: stepButton(texts.page.start, "start", () => actions.goTo(0)),
    back: stepButton(texts.page.back, "back", () => actions.step(-1)),
    forward: stepButton(texts.page.forward, "forward", () => actions.step(1)),
    end: stepButton(texts.page.end, "end", () => actions.goTo(Infinity)),
    play: stepButton(texts.page.play, "play", actions.togglePlaying, { "aria-pressed": "false" }),
    flip: modeButton(texts.page.flip, "flip", actions.flip),
    edit: modeButton(texts.page.edit, "edit", actions.toggleEditing),
    best: button(texts.line.best, { icon: "line", title: texts.line.bestHint, onclick: actions.loadBestLine }),
    copyPdn: button(texts.page.copyPdn, { icon: "copy", onclick: actions.copyPdn }),
  };
  replace(byId("steps"), buttons.start, buttons.back, buttons.forward, buttons.end, buttons.play);
  replace(byId("modes"), buttons.flip, buttons.edit);
  replace(byId("line-buttons"), buttons.best, buttons.copyPdn);
  replace(
    byId("setup-buttons"),
    button(texts.page.startPosition, { icon: "reset", onclick: actions.reset }),
    button(texts.page.clear, { icon: "clear", onclick: actions.clear }),
    button(texts.page.copyFen, { icon: "copy", onclick: actions.copyFen }),
    button(texts.page.copyLink, { icon: "link", onclick: actions.copyLink }),
  );
  return buttons;
}
