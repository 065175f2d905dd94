import { button, h } from "../core/dom.js";
import { announce } from "../core/announce.js";
import { counted } from "../core/numbers.js";
import { failed, notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { popover } from "../core/popover.js";
import { checked, fieldFor } from "../fields/field.js";
import { editOf, setAction } from "./expected.js";
import { editValue, saveByKey } from "./property.js";
import { write } from "./writer.js";

/** Values that are read at the same time: the server answers 20 requests at once, of all pages. */
const AT_ONCE = 4;

/** The editor that was opened last, `{ panel, focus }`. */
let editor = null;

/**
 * Edits the cell of a column, in one row or in all selected rows. `cells` are those that the table has, by key. The edit expects the values
 * that the table shows. Those that it does not have whole are read first, so that no value is replaced unseen, and so is that of a single
 * row.
 */
export const editCell = once(async (anchor, type, column, keys, cells) => {
  if (editor?.panel.matches(":popover-open")) {
    notice("Save or cancel the value that is being edited first.");
    return editor.focus();
  }
  try {
    const old = await valuesOf(type, column, keys, cells);
    return open(anchor, type, column, keys, old);
  } catch (error) {
    return failed(error);
  }
});

/** The values of the rows in the form of edits, by key. */
async function valuesOf(type, column, keys, cells) {
  const values = new Map();
  if (keys.length > 1) for (const key of keys) values.set(key, editOf(column.form, cells.get(key)));
  const unknown = keys.filter((key) => values.get(key) === undefined);
  if (unknown.length > 1) announce(`Reading ${counted(unknown.length, "value")} …`);
  const read = async () => {
    for (let key = unknown.shift(); key !== undefined; key = unknown.shift()) {
      values.set(key, await editValue({ type, key, property: column.path }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return values;
}

function open(anchor, type, column, keys, old) {
  const field = checked(fieldFor(column, old.get(keys[0]), type));
  const several = keys.length > 1 ? ` in ${counted(keys.length, "row")}` : "";
  const save = once(async () => {
    const read = field.read();
    if (!read) return;
    const actions = keys.map((key) => setAction({ type, key, property: column.path }, old.get(key), read.value));
    // The editor stays open if nothing was stored, so that what was written is not lost.
    if (await write(actions, `Changed '${column.path}'${several}`)) opened.close();
  });
  const content = h("div", {}, h("h2", { text: `${column.path}${several}` }), field.element,
    h("div", { class: "actions" }, button("Save", save, { class: "main" }), button("Cancel", () => opened.close()),
      h("span", { class: "sub", text: "Enter saves, Esc cancels" })));
  const opened = popover(anchor, content, { label: `Edit ${column.path}`, className: "cell-editor", focus: false, stays: true });
  editor = { panel: opened.panel, focus: () => field.focus() };
  saveByKey(content, save, () => opened.close());
  field.focus();
}
