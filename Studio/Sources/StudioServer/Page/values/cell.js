import { h } from "../core/dom.js";
import { count, counted } from "../core/numbers.js";
import { cut, oneLine } from "../core/text.js";
import { address } from "../net/api.js";
import { dateTitle } from "./dates.js";
import { caseName, hexPairs, isNumeric, scalarText, stringOf } from "./scalars.js";
import { bytes } from "../core/numbers.js";

/** Characters that a cell shows; the object's pane shows the whole text. */
const SHOWN = 200;

const NOUNS = { list: "element", set: "element", map: "entry" };

/** A link as a pill. `data-type` and `data-key` are read by the listeners of the table and of the page, which show the object. */
export function pill(link) {
  const text = link.label === null || link.label === "" ? `${link.type} ${link.key}` : cut(oneLine(link.label), 60).text;
  return h("a", { class: "pill", href: `?type=${encodeURIComponent(link.type)}&object=${encodeURIComponent(`${link.type}/${link.key}`)}`,
    data: { type: link.type, key: link.key }, title: `${link.type} ${link.key}` }, h("bdi", { text }));
}

const muted = (text) => h("span", { class: "nil", text });

/** Fills a cell of the table. `row` and `type` are needed for the address of an image. */
export function fillCell(element, column, cell, place) {
  element.classList.toggle("right", isNumeric(column.form));
  element.replaceChildren(content(column, cell, place, element));
  // The table is one stop of the tab order; its keys follow links and unfold values.
  for (const control of element.querySelectorAll("a, button")) control.tabIndex = -1;
}

function content(column, cell, place, element) {
  if (cell === null || cell === undefined) return muted("nil");
  if (typeof cell === "object" && Array.isArray(cell.values)) return several(column, cell, place, element);
  switch (column.form) {
    case "bool": return h("span", { class: `bool ${cell}`, text: String(cell) });
    case "string": return text(cell, element);
    case "enum": return h("span", { class: "enum", text: caseName(column, cell) ?? oneLine(String(cell)),
      title: `${oneLine(String(cell))}` });
    case "date":
      element.title = dateTitle(cell);
      return h("span", { text: scalarText("date", cell) });
    case "data": return binary(cell, place);
    case "link": return pill(cell);
    case "embedded": return embedded(cell);
    case "list": case "set": case "map": return collection(column, cell);
    case "any": return any(cell, place, element);
    default: return number(column, cell, element);
  }
}

// Digits that do not fit end in an ellipsis, and are never cut at the left, where a shorter number would seem to be whole.
function number(column, cell, element) {
  const digits = scalarText(column.form, cell, column);
  if (digits.length > 12) element.title = digits;
  return h("span", { class: "digits", text: digits });
}

function text(cell, element) {
  const whole = stringOf(cell);
  if (whole === "") return muted("\"\"");
  const shown = cut(whole, SHOWN);
  if (typeof cell === "object") element.title = `${bytes(cell.bytes)} of text`;
  // The text's own direction must not change the direction of what surrounds it.
  return h("bdi", { class: shown.more || typeof cell === "object" ? "text more" : "text", text: oneLine(shown.text) });
}

function binary(cell, place) {
  const image = cell.image && place ? h("img", { class: "thumbnail", alt: "", loading: "lazy", src: address("value", place) }) : null;
  // Data that begins as an image does, and is none, shows its bytes alone.
  image?.addEventListener("error", () => image.remove());
  return h("span", { class: "binary" }, image, h("span", { class: "size", text: bytes(cell.bytes) }),
    h("span", { class: "hex", text: hexPairs(cell.hex, 6) }));
}

function embedded(cell) {
  return h("button", { type: "button", class: "unfold", "aria-haspopup": "dialog" }, h("span", { class: "mark", text: "▸" }),
    h("bdi", { text: cell.label === null ? cell.type : cut(oneLine(cell.label), 60).text }));
}

function collection(column, cell) {
  if (cell.count === 0) return muted(column.form === "map" ? "{}" : "[]");
  const noun = column.target ? `${count(cell.count)} ${column.target}`
    : counted(cell.count, NOUNS[column.form], column.form === "map" ? "entries" : undefined);
  return h("button", { type: "button", class: "unfold", "aria-haspopup": "dialog" }, h("span", { class: "mark", text: "▸" }), noun);
}

function several(column, cell, place, element) {
  const parts = cell.values.slice(0, 5).map((value) => content(column, value, place, element));
  return h("span", { class: "several" }, parts.flatMap((part, index) => (index ? [", ", part] : [part])),
    cell.count > parts.length ? ` … ${count(cell.count)}` : null);
}

function any(cell, place, element) {
  const form = { object: "link", float: "double" }[cell.any] ?? cell.any;
  return h("span", { class: "any" }, h("span", { class: "badge", text: cell.any }), content({ form }, cell.value, place, element));
}
