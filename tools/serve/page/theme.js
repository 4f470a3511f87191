// Which theme holds: the reader's choice, remembered, else the system's. A classic script in the head, because a
// module runs after the first paint and the page would flash in the wrong theme.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");

  const stored = () => {
    try {
      return localStorage.getItem("lunette-theme");
    } catch {
      // Storage may be forbidden; the system's preference then decides.
      return null;
    }
  };

  const show = () => {
    const chosen = stored();
    const dark = chosen === null ? system.matches : chosen === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  };

  system.addEventListener("change", show);
  show();
})();
