const KEY = "ashlar-studio-theme";

const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

function apply(theme) {
  document.documentElement.dataset.theme = theme;
}

/** Follows the system until a person chooses, and then remembers the choice. */
export function startTheme(toggle) {
  apply(localStorage.getItem(KEY) ?? system());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (!localStorage.getItem(KEY)) apply(system());
  });
  const label = () => {
    const dark = document.documentElement.dataset.theme === "dark";
    toggle.setAttribute("aria-pressed", String(dark));
    toggle.textContent = dark ? "☀" : "☾";
    toggle.title = dark ? "Light colors" : "Dark colors";
    toggle.setAttribute("aria-label", toggle.title);
  };
  label();
  toggle.addEventListener("click", () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    localStorage.setItem(KEY, next);
    apply(next);
    label();
  });
}
