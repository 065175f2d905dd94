import { show, view } from "../core/address.js";
import { cut } from "../core/text.js";
import { menu } from "../core/popover.js";
import { conjoin, literal, nameOf } from "../values/literal.js";

const ORDERED = new Set(["int", "double", "decimal", "date", "string"]);

/** The comparisons of a column with a value, as `{ text, where }`. */
export function comparisons(column, cell) {
  const name = nameOf(column.path);
  if (column.form === "list" || column.form === "set" || column.form === "map") {
    return cell?.count === undefined ? [] : ["==", "!=", "<", ">"].map((operator) => `${name}.@count ${operator} ${cell.count}`);
  }
  if ((column.form === "link" || column.form === "embedded") && cell !== null) return column.optional ? [`${name} != nil`] : [];
  const constant = literal(column.form, cell, column);
  if (constant === null) return column.form === "string" && typeof cell === "object" ? [] : column.optional ? [`${name} != nil`] : [];
  const operators = cell === null || !ORDERED.has(column.form) ? ["==", "!="] : ["==", "!=", "<", ">"];
  return operators.map((operator) => `${name} ${operator} ${constant}`);
}

/** Adds a comparison to the view's condition. */
export const addCondition = (comparison) => show({ where: conjoin(view.value.where, comparison) });

/** The menu of a value: comparisons as the text that is added to the condition, so that people learn the language; then further actions. */
export function openValueMenu(anchor, column, cell, actions) {
  const tests = comparisons(column, cell).map((where) => ({ text: cut(where, 80).text, action: () => addCondition(where) }));
  menu(anchor, tests.length ? [...tests, null, ...actions] : actions, { label: `Value of ${column.path}` });
}
