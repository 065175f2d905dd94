import { button, h, replace } from "../core/dom.js";
import { announce } from "../core/announce.js";
import { counted } from "../core/numbers.js";
import { once } from "../core/once.js";
import { cut, oneLine } from "../core/text.js";
import { post } from "../net/api.js";
import { closeIfOpen, focusWithin, openPanel, retitle } from "./panel.js";
import { countsOf, previewOf } from "./preview.js";
import { write } from "./writer.js";

/**
 * Prepares the deletion of objects: shows what the delete rules would remove with them, and deletes after another press. Nothing is deleted
 * if the rules would then remove other numbers of objects than the preview states.
 */
export async function openDelete(type, keys) {
  const actions = keys.map((key) => ({ do: "delete", type, key }));
  /** What the title, the button and the messages name: the preview has the label of a single object. */
  let what = keys.length === 1 ? `a ${type}` : `${counted(keys.length, "row")} of ${type}`;
  const body = h("div", {}, h("p", { class: "sub", text: "Reading what would be deleted …" }));
  /** The numbers of objects that the preview would delete, by type; null if the preview does not state them. */
  let expect = null;
  const confirm = button("Delete", once(async () => {
    confirm.disabled = true;
    if (await write(actions, `Deleted ${what}`, { expect })) closeIfOpen(panel);
    // Other objects than those of the preview may be deleted now.
    else await preview();
  }), { class: "danger", disabled: true });
  const cancel = button("Cancel", () => closeIfOpen(panel));
  const panel = openPanel(`Delete ${what}`, [body, h("div", { class: "actions" }, confirm, cancel)]);
  const preview = async () => {
    body.setAttribute("aria-busy", "true");
    try {
      const answer = await post("preview", { actions });
      expect = deletionsOf(answer);
      if (keys.length === 1) what = nameOf(type, keys[0], answer);
      retitle(panel, `Delete ${what}`);
      confirm.textContent = `Delete ${what}`;
      replace(body, previewOf(answer));
      announce(`Delete ${what}. Would change: ${answer.changes.map((change) => `${change.type}: ${countsOf(change)}`).join("; ")}`);
      confirm.disabled = false;
      // Enter, pressed once too often, deletes nothing.
      focusWithin(panel, cancel);
    } catch (error) {
      replace(body, h("p", { class: "problem", text: error.message }));
    }
    body.removeAttribute("aria-busy");
  };
  await preview();
}

/** The type and the label of the object; its row key if it has no label, or is not among the rows that a preview has. */
function nameOf(type, key, { changes }) {
  const row = changes.find((change) => change.type === type)?.rows.find((entry) => entry.key === key);
  const { text, more } = cut(oneLine(row?.label ?? ""), 60);
  return `${type} ${text === "" ? key : more ? `${text}…` : text}`;
}

/** The numbers of deleted objects by type; null if a type has too many changes to be counted. */
function deletionsOf({ changes }) {
  if (changes.some((change) => change.many)) return null;
  return Object.fromEntries(changes.filter((change) => change.deleted > 0).map((change) => [change.type, change.deleted]));
}
