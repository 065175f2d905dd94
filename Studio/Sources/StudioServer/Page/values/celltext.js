import { counted } from "../core/numbers.js";
import { cut, oneLine } from "../core/text.js";
import { scalarText } from "./scalars.js";

/** A cell in one line of text. */
export function cellText(property, cell) {
  if (cell === null || cell === undefined) return "nil";
  if (cell === "") return "\"\"";
  switch (property.form) {
    case "link": case "embedded": return cut(oneLine(cell.label ?? `${cell.type} ${cell.key}`), 60).text;
    case "list": case "set": case "map": return counted(cell.count, property.form === "map" ? "entry" : "element",
      property.form === "map" ? "entries" : "elements");
    case "any": return cellText({ form: { object: "link", float: "double" }[cell.any] ?? cell.any }, cell.value);
    default: return cut(scalarText(property.form, cell, property), 60).text;
  }
}
