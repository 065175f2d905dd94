import { show, view } from "../core/address.js";
import { notice } from "../core/notice.js";
import { cut } from "../core/text.js";
import { menu } from "../core/popover.js";
import { conjoin, literal, nameOf } from "../values/literal.js";

const ORDERED = new Set(["int", "double", "decimal", "date", "string"]);

/** The comparisons of a column with a value, as conditions. A condition cannot name a property whose name contains a dot. */
export function comparisons(column, cell) {
  if (column.path.includes(".")) return [];
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

/** Adds a comparison to the view's condition, with other changes of the view; reports it if that is not possible. */
export function addCondition(comparison, changes = {}) {
  const where = conjoin(view.value.where, comparison);
  if (where !== null) return show({ ...changes, where });
  return notice(`'${cut(comparison, 80).text}' was not added: DISTINCT and LIMIT of the condition would be applied after it.`,
    { error: true });
}

/** The menu of a value: comparisons as the text that is added to the condition, so that people learn the language; then further actions. */
export function openValueMenu(anchor, column, cell, actions) {
  const all = conjoin(view.value.where, "TRUEPREDICATE") === null ? [] : comparisons(column, cell);
  const tests = all.map((where) => ({ text: cut(where, 80).text, action: () => addCondition(where) }));
  menu(anchor, tests.length ? [...tests, null, ...actions] : actions, { label: `Value of ${column.path}` });
}
