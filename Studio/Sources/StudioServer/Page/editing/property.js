import { button, h, replace } from "../core/dom.js";
import { isComposing } from "../core/composing.js";
import { failed } from "../core/notice.js";
import { once } from "../core/once.js";
import { get } from "../net/api.js";
import { checked, fieldFor } from "../fields/field.js";
import { setAction } from "./expected.js";
import { write } from "./writer.js";

/** Reads a value in the edit form, whole. */
export async function editValue({ type, key, property }) {
  const object = await get("object", { type, key, property, edit: 1 });
  return object.properties[0].edit;
}

/** Saves on Enter in a field of one line, and on Control-Enter anywhere; Escape cancels. */
export function saveByKey(element, save, cancel) {
  element.addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    const isLine = event.target.matches("input:not([role=combobox]), select") || (event.target.matches("textarea") && !event.shiftKey);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || isLine)) {
      if (!event.repeat) save();
    } else if (event.key === "Escape") cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Edits a property in the object's pane, in the place of its value. */
export async function editProperty(row, content, place, property, done) {
  let old;
  try {
    old = await editValue(place);
  } catch (error) {
    failed(error);
    return;
  }
  const field = checked(fieldFor(property, old, place.type));
  const close = () => {
    // The row is drawn again, also while another property is edited.
    row.classList.replace("editing", "edited");
    done();
  };
  const save = once(async () => {
    const read = field.read();
    if (read && (await write([setAction(place, old, read.value)], `Changed '${place.property}'`))) close();
  });
  row.classList.add("editing");
  replace(content, field.element, h("div", { class: "editor" }, button("Save", save, { class: "main" }), button("Cancel", close)));
  saveByKey(content, save, close);
  field.focus();
}
