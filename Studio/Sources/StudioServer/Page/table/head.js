import { button, h } from "../core/dom.js";
import { show, view } from "../core/address.js";
import { menu } from "../core/popover.js";
import { isNumeric } from "../values/scalars.js";
import { openSummary } from "../view/summary.js";
import { nextOrder, orderOf } from "../view/order.js";
import { resizer, restoreWidth, widen } from "./columns.js";

/** The header of a column: its title sorts, and with Shift adds to the order; the menu has the rest. */
export function columnHead(column, place, { changed }) {
  const { type, sort } = view.value;
  const order = orderOf(sort, column.path);
  const arrow = order ? (order.descending ? "↓" : "↑") : "";
  const position = order && sort.length > 1 ? String(sort.indexOf(order) + 1) : "";
  const title = h("button", {
    type: "button", class: "title", tabindex: "-1", disabled: !column.sortable,
    title: [column.path, describe(column), column.documentation].filter(Boolean).join("\n"),
    on: { click: (event) => sortBy(column, event.shiftKey) },
  }, h("bdi", { text: column.path }), arrow ? h("span", { class: "arrow", text: ` ${arrow}${position}` }) : null);
  const head = h("div", {
    class: `head ${isNumeric(column.form) ? "right" : ""}`, role: "columnheader", "aria-colindex": String(place + 1),
      data: { path: column.path },
    "aria-sort": order ? (order.descending ? "descending" : "ascending") : column.sortable ? "none" : null,
  }, title, button("⋯", () => columnMenu(head, column, changed), { class: "icon more", tabindex: "-1",
    "aria-label": `Menu of ${column.path}`, "aria-haspopup": "menu" }),
    resizer(type, column, changed));
  return head;
}

/** The type of a property in the words of a schema: `List<Package>`, `List<String?>`, `Int?`, indexed. */
export function describe({ type, target, collection, optional, primaryKey, indexed }) {
  const base = `${target ?? type[0].toUpperCase() + type.slice(1)}${optional ? "?" : ""}`;
  const whole = collection === "none" ? base : `${collection[0].toUpperCase()}${collection.slice(1)}<${base}>`;
  return [whole, primaryKey ? "primary key" : null, indexed ? "indexed" : null].filter(Boolean).join(", ");
}

export function sortBy(column, add) {
  if (column.sortable) show({ sort: nextOrder(view.value.sort, column.path, add) });
}

/** The menu of a column; `changed()` is called after a change of its width. */
export function columnMenu(anchor, column, changed) {
  const { type } = view.value;
  const resize = (action) => () => {
    action();
    changed();
  };
  const { sort, hidden } = view.value;
  const order = (descending) => () => show({ sort: [{ path: column.path, descending }] });
  menu(anchor, [
    { text: "Sort ascending", hint: "s", action: order(false), disabled: !column.sortable },
    { text: "Sort descending", action: order(true), disabled: !column.sortable },
    { text: "Add to the order", hint: "Shift S", action: () => sortBy(column, true), disabled: !column.sortable || sort.length === 0 },
    null,
    { text: "Summary", hint: "i", action: () => openSummary(anchor, column), disabled: column.summary === false },
    { text: "Group by", action: () => show({ group: column.path, measure: null }), disabled: column.group === false },
    null,
    { text: "Wider", hint: "+", action: resize(() => widen(type, column, 1)) },
    { text: "Narrower", hint: "-", action: resize(() => widen(type, column, -1)) },
    { text: "Restore the width", action: resize(() => restoreWidth(type, column)) },
    null,
    { text: "Hide", action: () => show({ hidden: [...hidden, column.path] }) },
    { text: "Show all columns", action: () => show({ hidden: [] }), disabled: hidden.length === 0 },
  ], { label: `Menu of ${column.path}` });
}
