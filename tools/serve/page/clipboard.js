// Copying text. The modern interface exists only on secure origins; a server in the house network is none.

import { announce } from "./header.js";
import { texts } from "./texts.js";

const NOTE_MS = 4000;

function copyBySelection(text) {
  const field = document.createElement("textarea");
  const focused = document.activeElement;
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    focused?.focus();
  }
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies, and says `copied` or that it failed: aloud, and for a moment in `note`, which then says `before` again. */
export async function copyWithNote(text, copied, note, before = "") {
  const words = (await copyText(text)) ? copied : texts.page.copyFailed;
  announce(words);
  note.textContent = words;
  setTimeout(() => (note.textContent = before), NOTE_MS);
}
