import { button, h } from "../core/dom.js";
import { counted } from "../core/numbers.js";
import { failed } from "../core/notice.js";
import { popover } from "../core/popover.js";
import { checked, fieldFor } from "../fields/field.js";
import { editOf, setAction } from "./expected.js";
import { editValue, saveByKey } from "./property.js";
import { write } from "./writer.js";

/**
 * Edits the cell of a column, in one row or in all selected rows. `rows` are those that the table has, `{ key, cell }`; `keys` are all. One
 * row is read whole first; of several rows, the values that the table shows are expected.
 */
export async function editCell(anchor, type, column, keys, cells) {
  let old;
  try {
    old = keys.length === 1 ? await editValue({ type, key: keys[0], property: column.path })
      : (editOf(column.form, cells.get(keys[0])) ?? null);
  } catch (error) {
    failed(error);
    return;
  }
  const field = checked(fieldFor(column, old, type));
  const several = keys.length > 1 ? ` in ${counted(keys.length, "row")}` : "";
  const save = async () => {
    const read = field.read();
    if (!read) return;
    const actions = keys.map((key) => setAction({ type, key, property: column.path },
      keys.length === 1 ? old : editOf(column.form, cells.get(key)), read.value));
    // The editor stays open if nothing was stored, so that what was written is not lost.
    if (await write(actions, `Changed '${column.path}'${several}`)) opened.close();
  };
  const content = h("div", {}, h("h2", { text: `${column.path}${several}` }), field.element,
    h("div", { class: "actions" }, button("Save", save, { class: "main" }), button("Cancel", () => opened.close()),
      h("span", { class: "sub", text: "Enter saves, Esc cancels" })));
  const opened = popover(anchor, content, { label: `Edit ${column.path}`, className: "cell-editor", focus: false });
  saveByKey(content, save, () => opened.close());
  field.focus();
}
