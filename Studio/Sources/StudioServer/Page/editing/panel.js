import { button, byId, h, replace } from "../core/dom.js";

let close = null;

/** The place between the condition and the table where inserts, deletions, updates and imports are prepared: the table stays usable. */
export function openPanel(title, content) {
  const host = byId("panel");
  const before = document.activeElement;
  close = () => {
    replace(host);
    host.hidden = true;
    close = null;
    if (before?.isConnected) before.focus();
  };
  const panel = h("section", { class: "panel", "aria-label": title },
    h("header", {}, h("h2", { text: title }), button("×", () => close?.(),
    { class: "icon", "aria-label": "Close", title: "Close (Esc)" })), content);
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    close?.();
  });
  replace(host, panel);
  host.hidden = false;
  return panel;
}

export const closePanel = () => close?.();
