import { button, h, replace } from "../core/dom.js";
import { oneLine } from "../core/text.js";
import { get } from "../net/api.js";
import { Unreadable } from "./scalars.js";
import { searchField } from "./search.js";

const SHOWN = 20;

const named = ({ type, key, label }) => (label === null || label === "" ? `${type} ${key}` : oneLine(label));

/** Searches the objects of a type by their display property or primary key. */
export const findObjects = (type) => async (text) => {
  const answer = await get("find", { type, text, count: SHOWN });
  return answer.objects.map((object) => ({ text: named(object), hint: object.key, value: object }));
};

/** A picker for a link: the chosen object, and a search in the target type. The edit form has the object's row key. */
export function linkField(property, value) {
  let row = value?.$row ?? null;
  const now = h("span", { class: "pill", text: row === null ? "none" : `${property.target} ${row}` });
  if (row !== null) get("object", { type: property.target, key: row }).then((object) => (now.textContent = named(object)), () => {});
  const holder = h("div", {});
  const leave = () => {
    replace(holder);
    change.focus();
  };
  const search = () => {
    const picker = searchField({
      find: findObjects(property.target), label: `Search ${property.target}`, left: leave,
      chosen: ({ value: object }) => {
        row = object.key;
        now.textContent = named(object);
        leave();
        holder.dispatchEvent(new Event("input", { bubbles: true }));
      },
    });
    replace(holder, picker.element);
    picker.input.focus();
  };
  const change = button("Choose …", search);
  return {
    element: h("div", { class: "editor" }, now, change, h("div", { class: "elements" }, holder)),
    input: change,
    read: () => {
      if (row === null && !property.optional) throw new Unreadable(`Choose a ${property.target}.`);
      return row === null ? null : { $row: row };
    },
    // The search is opened at once, since a picker is opened to choose.
    focus: search,
  };
}
