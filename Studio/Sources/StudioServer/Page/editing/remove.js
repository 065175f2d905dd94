import { button, h, replace } from "../core/dom.js";
import { announce } from "../core/announce.js";
import { counted } from "../core/numbers.js";
import { once } from "../core/once.js";
import { post } from "../net/api.js";
import { closeIfOpen, focusWithin, openPanel } from "./panel.js";
import { countsOf, previewOf } from "./preview.js";
import { write } from "./writer.js";

/**
 * Prepares the deletion of objects: shows what the delete rules would remove with them, and deletes after another press. Nothing is deleted
 * if the rules would then remove other numbers of objects than the preview states.
 */
export async function openDelete(type, keys) {
  const actions = keys.map((key) => ({ do: "delete", type, key }));
  const what = keys.length === 1 ? `a ${type}` : `${counted(keys.length, "row")} of ${type}`;
  const body = h("div", {}, h("p", { class: "sub", text: "Reading what would be deleted …" }));
  /** The numbers of objects that the preview would delete, by type; null if the preview does not state them. */
  let expect = null;
  const confirm = button("Delete", once(async () => {
    confirm.disabled = true;
    if (await write(actions, `Deleted ${what}`, { expect })) closeIfOpen(panel);
    // Other objects than those of the preview may be deleted now.
    else await preview();
  }), { class: "danger", disabled: true });
  const panel = openPanel(`Delete ${what}`, [body,
    h("div", { class: "actions" }, confirm, button("Cancel", () => closeIfOpen(panel)))]);
  const preview = async () => {
    body.setAttribute("aria-busy", "true");
    try {
      const answer = await post("preview", { actions });
      expect = deletionsOf(answer);
      replace(body, previewOf(answer));
      announce(`Would change: ${answer.changes.map((change) => `${change.type}: ${countsOf(change)}`).join("; ")}`);
      confirm.disabled = false;
      focusWithin(panel, confirm);
    } catch (error) {
      replace(body, h("p", { class: "problem", text: error.message }));
    }
    body.removeAttribute("aria-busy");
  };
  await preview();
}

/** The numbers of deleted objects by type; null if a type has too many changes to be counted. */
function deletionsOf({ changes }) {
  if (changes.some((change) => change.many)) return null;
  return Object.fromEntries(changes.filter((change) => change.deleted > 0).map((change) => [change.type, change.deleted]));
}
