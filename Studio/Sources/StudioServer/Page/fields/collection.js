import { button, h } from "../core/dom.js";
import { oneLine } from "../core/text.js";
import { Unreadable } from "./scalars.js";

/** Reports a change that no field of an element reports: a preview of the former value is stale then. */
const changed = (list) => list.dispatchEvent(new Event("input", { bubbles: true }));

/**
 * The elements of a list or set, each with a field, which can be added, removed and moved. `make(value)` returns the field of an element.
 */
export function listField(make, values, { isSet, first }) {
  const rows = [];
  const list = h("ul", { class: "elements" });
  const add = (value, at = rows.length) => {
    const field = make(value);
    const row = { field };
    row.element = h("li", {}, field.element,
      isSet ? null : button("↑", () => move(row, -1), { class: "icon", "aria-label": "Move up" }),
      isSet ? null : button("↓", () => move(row, 1), { class: "icon", "aria-label": "Move down" }),
      button("×", () => remove(row), { class: "icon", "aria-label": "Remove the element" }));
    list.insertBefore(row.element, list.children[at] ?? null);
    rows.splice(at, 0, row);
    return field;
  };
  const remove = (row) => {
    rows.splice(rows.indexOf(row), 1);
    row.element.remove();
    more.focus();
    changed(list);
  };
  const move = (row, step) => {
    const from = rows.indexOf(row);
    const to = from + step;
    if (to < 0 || to >= rows.length) return;
    rows.splice(from, 1);
    rows.splice(to, 0, row);
    list.insertBefore(row.element, list.children[step > 0 ? to + 1 : to] ?? null);
    changed(list);
  };
  const more = button("Add an element", () => {
    add(first()).focus();
    changed(list);
  });
  for (const value of values ?? []) add(value);
  return { element: h("div", { class: "editor" }, list, more), input: more, read: () => rows.map((row) => row.field.read()),
    focus: () => (rows[0]?.field ?? { focus: () => more.focus() }).focus() };
}

/** The entries of a map: a key and a field each. */
export function mapField(make, values, { first }) {
  const rows = [];
  const list = h("ul", { class: "elements" });
  const add = (key, value) => {
    const name = h("input", { type: "text", value: key, "aria-label": "Key", size: 12 });
    const row = { key, field: make(value) };
    // A field of one line drops line ends, and would rename a key that nobody edited.
    name.addEventListener("input", () => (row.key = name.value));
    if (name.value !== key) name.title = oneLine(key);
    const element = h("li", {}, name, row.field.element, button("×", () => {
      rows.splice(rows.indexOf(row), 1);
      element.remove();
      more.focus();
      changed(list);
    }, { class: "icon", "aria-label": "Remove the entry" }));
    list.append(element);
    rows.push(row);
    return name;
  };
  const more = button("Add an entry", () => {
    add("", first()).focus();
    changed(list);
  });
  for (const [key, value] of Object.entries(values ?? {})) add(key, value);
  const read = () => {
    const keys = rows.map((row) => row.key);
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) throw new Unreadable(`The key '${oneLine(twice)}' occurs twice.`);
    // Object.fromEntries defines properties, so that a key such as __proto__ is one like any other.
    return Object.fromEntries(rows.map((row) => [row.key, row.field.read()]));
  };
  return { element: h("div", { class: "editor" }, list, more), input: more, read,
    focus: () => (list.querySelector("input") ?? more).focus() };
}
