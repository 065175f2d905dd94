import { h } from "./dom.js";

/**
 * Opens a panel beside an anchor, which closes on Escape and on a click elsewhere; nothing else is blocked, so it is no modal dialog. A
 * panel that is opened from a panel is its child, because the browser closes all others. Focus returns to where it was. A panel that
 * `stays` is closed by Escape alone: a click elsewhere would lose what was written in it.
 */
export function popover(anchor, content, { label, className = "", focus = true, stays = false, onClose } = {}) {
  const panel = h("div", { class: `popover ${className}`, popover: stays ? "manual" : "auto", role: "dialog", "aria-label": label,
    tabindex: "-1" }, content);
  const before = document.activeElement;
  (anchor.closest?.("[popover]") ?? document.body).append(panel);
  panel.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const inside = panel.contains(document.activeElement) || document.activeElement === document.body;
    panel.remove();
    if (inside && before?.isConnected) before.focus();
    onClose?.();
  });
  // The browser closes only the panels of the other kind.
  if (stays) panel.addEventListener("keydown", (event) => closeByKey(event, panel));
  panel.showPopover();
  let at = placeOf(anchor);
  place(panel, at);
  // Content that arrives later changes the size, and the panel must not leave the window. The anchor may have been replaced meanwhile.
  new ResizeObserver(() => {
    if (!panel.isConnected) return;
    if (anchor.isConnected) at = placeOf(anchor);
    place(panel, at);
  }).observe(panel);
  if (focus) (panel.querySelector("[autofocus]") ?? panel.querySelector("button, input, select, textarea, a[href], [tabindex='0']")
    ?? panel).focus();
  return { panel, close: () => panel.isConnected && panel.hidePopover() };
}

function closeByKey(event, panel) {
  if (event.key !== "Escape" || event.defaultPrevented || event.target.closest("[popover]") !== panel) return;
  event.preventDefault();
  panel.hidePopover();
}

/** The place of an anchor. The panel of a column hangs from the line below the headers, and the panel of any other anchor is 4 px apart. */
function placeOf(anchor) {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const row = anchor.closest?.(".grid-top")?.getBoundingClientRect();
  return row ? { left, top: row.top, bottom: row.bottom, apart: 0 } : { left, top, bottom, apart: 4 };
}

function place(panel, anchor) {
  const { width, height } = panel.getBoundingClientRect();
  const left = Math.max(8, Math.min(anchor.left, innerWidth - width - 8));
  const below = anchor.bottom + anchor.apart;
  const above = anchor.top - height - anchor.apart;
  const top = below + height <= innerHeight - 8 || above < 8 ? Math.min(below, Math.max(8, innerHeight - height - 8)) : above;
  panel.classList.toggle("hanging", anchor.apart === 0 && top === below);
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

/** A menu: rows of `{ text, hint, action }`, with arrow keys. Null entries become a line. */
export function menu(anchor, items, { label } = {}) {
  const rows = items.map((item) =>
    item === null
      ? h("div", { class: "rule", role: "separator" })
      : h("button", { type: "button", role: "menuitem", class: item.danger ? "danger" : null, disabled: item.disabled,
        on: { click: () => choose(item) } },
          h("span", { text: item.text }), item.hint ? h("kbd", { text: item.hint }) : null));
  const list = h("div", { class: "menu", role: "menu", "aria-label": label, on: { keydown: (event) => move(event, list) } }, rows);
  const opened = popover(anchor, list, { label, className: "menu-panel" });
  function choose(item) {
    opened.close();
    item.action();
  }
  return opened;
}

function move(event, list) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const entries = [...list.querySelectorAll("button:not([disabled])")];
  const next = (entries.indexOf(document.activeElement) + step + entries.length) % entries.length;
  entries[next].focus();
}
