// Runs before the first paint: a dark page would flash in light otherwise.
try {
  const theme = localStorage.getItem("redliner.theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {
  // a browser that stores nothing follows the system
}
