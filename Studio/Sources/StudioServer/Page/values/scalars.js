import { oneLine } from "../core/text.js";
import { bytes } from "../core/numbers.js";
import { localTime } from "./dates.js";

/** The forms whose digits are compared by eye, aligned right. */
export const isNumeric = (form) => form === "int" || form === "double" || form === "decimal";

/** A double as its shortest digits; -0 keeps its sign, which String() drops. */
export function doubleText(value) {
  if (value === "Infinity") return "∞";
  if (value === "-Infinity") return "−∞";
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The first bytes of hex digits in pairs: `89 50 4e 47`. */
export const hexPairs = (hex, most) => (hex.slice(0, most * 2).match(/../g) ?? []).join(" ");

/** The whole text of a string cell, or its first part if the server cut it. */
export const stringOf = (cell) => (typeof cell === "object" ? cell.cut : cell);

/** The name of the case of an enum's raw value; null without one. */
export function caseName(property, cell) {
  return property.cases?.find((entry) => entry.value === cell)?.name ?? null;
}

/** A scalar as one line of plain text. */
export function scalarText(form, cell, property = {}) {
  if (cell === null || cell === undefined) return "nil";
  switch (form) {
    case "enum": return caseName(property, cell) ?? oneLine(String(cell));
    case "double": return doubleText(cell);
    case "date": return localTime(cell);
    case "data": return `${bytes(cell.bytes)}  ${hexPairs(cell.hex, 8)}`;
    case "string": return oneLine(stringOf(cell));
    default: return String(cell);
  }
}
