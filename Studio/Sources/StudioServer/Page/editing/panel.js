import { button, h, replace } from "../core/dom.js";
import { show, view } from "../core/address.js";

/** The place between the condition and the table where inserts, deletions, updates and imports are prepared: the table stays usable. */
export const panelHost = h("div", { id: "panel", hidden: true });

let opened = null;

/**
 * Opens a panel, in the place of another one, and moves the focus to it. The pages of the graph and of the file have no place for it, so
 * the table is shown.
 */
export function openPanel(title, content) {
  const before = document.activeElement;
  if (view.value.page !== "types") show({ page: "types" });
  const panel = h("section", { class: "panel", "aria-label": title, tabindex: "-1" },
    h("header", {}, h("h2", { text: title }), button("×", () => closeIfOpen(panel),
    { class: "icon", "aria-label": "Close", title: "Close (Esc)" })), content);
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    closeIfOpen(panel);
  });
  opened = { panel, before };
  replace(panelHost, panel);
  panelHost.hidden = false;
  panel.focus();
  return panel;
}

/** Changes the title of a panel, when more is known of what it is about. */
export function retitle(panel, title) {
  panel.setAttribute("aria-label", title);
  panel.querySelector("h2").textContent = title;
}

/** Closes a panel, unless another one has taken its place: a write may be answered after a person has opened the next panel. */
export function closeIfOpen(panel) {
  if (opened?.panel === panel) closePanel();
}

export function closePanel() {
  if (!opened) return;
  const { panel, before } = opened;
  const hasFocus = panel.contains(document.activeElement) || document.activeElement === document.body;
  opened = null;
  replace(panelHost);
  panelHost.hidden = true;
  if (hasFocus && before?.isConnected) before.focus();
}

/** Moves the focus to a control of a panel that has become ready, unless a person has left the panel meanwhile: Enter would press it. */
export function focusWithin(panel, control) {
  if (panel.contains(document.activeElement)) control.focus();
}
