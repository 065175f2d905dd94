import { h } from "../core/dom.js";
import { cellText } from "../values/celltext.js";

/** Widths by kind of value, in pixels, multiples of 8. A person's widths are remembered by type and path. */
const WIDTHS = { bool: 80, int: 104, double: 160, decimal: 128, date: 192, data: 168, objectId: 208, uuid: 296, string: 224, link: 184,
  embedded: 208,
  list: 144, set: 144, map: 144, any: 184, linking: 144, enum: 136 };
const PLAIN = new Set(["bool", "int", "double", "decimal", "date", "objectId", "uuid", "string", "enum"]);
const STORED = "ashlar-studio-widths";
const LEAST = 56;
/** What a key changes. */
const STEP = 24;

const widths = stored();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORED)) ?? {};
  } catch {
    // Widths that cannot be read are not worth a page that does not start.
    return {};
  }
}

/** Widths that fit the first rows of a type, until the page is loaded again; a person's widths precede them. */
const fitted = {};

export function widthOf(type, column) {
  const name = `${type}.${column.path}`;
  return widths[name] ?? fitted[name] ?? Math.max(WIDTHS[column.form] ?? 176, titleWidth(column.path));
}

/**
 * Fits the columns of a type to the texts of its first rows, once: a width that changed with each answer would move what a person reads.
 */
export function fit(type, columns, rows) {
  if (rows.length === 0) return;
  columns.forEach((column, place) => {
    const length = Math.max(...rows.map((row) => cellText(column, row.cells[place]).length));
    // Letters of the values' font, and what pills, marks and thumbnails need around them.
    const around = PLAIN.has(column.form) ? 24 : 56;
    fitted[`${type}.${column.path}`] ??= Math.min(320, Math.max(titleWidth(column.path), Math.ceil((length * 7.3 + around) / 8) * 8));
  });
}

/** The width of the menu's button, which is beside the title where no pointer hovers over it. */
const MENU = matchMedia("(hover: none)").matches ? 24 : 0;

// The title and an arrow of the order, in letters of the interface's font.
const titleWidth = (path) => Math.min(240, Math.ceil((path.length * 7.5 + 40) / 8) * 8) + MENU;

export function setWidth(type, column, width) {
  widths[`${type}.${column.path}`] = Math.max(LEAST, Math.round(width / 8) * 8);
  localStorage.setItem(STORED, JSON.stringify(widths));
}

/** Restores the width that fits the first rows. */
export function restoreWidth(type, column) {
  delete widths[`${type}.${column.path}`];
  localStorage.setItem(STORED, JSON.stringify(widths));
}

/** Makes a column wider by a number of steps, or narrower by a negative number. */
export const widen = (type, column, steps) => setWidth(type, column, widthOf(type, column) + steps * STEP);

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
    restoreWidth(type, column);
    changed();
  });
  return handle;
}
