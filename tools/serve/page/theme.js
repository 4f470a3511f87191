// A classic script, loaded in the head before the style sheet is used: a module would run after the first
// paint, and the page would flash in the wrong theme.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem("lunette-theme");
  } catch {
    // Storage may be forbidden; the system's preference then decides.
  }
  if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
})();
