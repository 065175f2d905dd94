import { h } from "../core/dom.js";

/** Widths by kind of value, in pixels, multiples of 8. A person's widths are remembered by type and path. */
const WIDTHS = { bool: 80, int: 104, double: 160, decimal: 128, date: 192, data: 168, objectId: 208, uuid: 296, string: 224, link: 184,
  embedded: 208,
  list: 144, set: 144, map: 144, any: 184, linking: 144, enum: 136 };
const STORED = "ashlar-studio-widths";
const LEAST = 56;

const widths = stored();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORED)) ?? {};
  } catch {
    // Widths that cannot be read are not worth a page that does not start.
    return {};
  }
}

export function widthOf(type, column) {
  return widths[`${type}.${column.path}`] ?? Math.max(WIDTHS[column.form] ?? 176, titleWidth(column.path));
}

// The title and an arrow of the order, in letters of the interface's font.
const titleWidth = (path) => Math.min(240, Math.ceil((path.length * 7.5 + 40) / 8) * 8);

export function setWidth(type, column, width) {
  widths[`${type}.${column.path}`] = Math.max(LEAST, Math.round(width / 8) * 8);
  localStorage.setItem(STORED, JSON.stringify(widths));
}

/** The handle at the right of a header, which changes the width by dragging; double click restores the width. */
export function resizer(type, column, changed) {
  const handle = h("span", { class: "resizer", "aria-hidden": "true" });
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const start = event.clientX;
    const width = widthOf(type, column);
    handle.setPointerCapture(event.pointerId);
    const move = (next) => {
      setWidth(type, column, width + next.clientX - start);
      changed();
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", () => handle.removeEventListener("pointermove", move), { once: true });
  });
  handle.addEventListener("click", (event) => event.stopPropagation());
  handle.addEventListener("dblclick", () => {
    delete widths[`${type}.${column.path}`];
    localStorage.setItem(STORED, JSON.stringify(widths));
    changed();
  });
  return handle;
}
