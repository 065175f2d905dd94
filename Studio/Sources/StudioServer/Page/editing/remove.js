import { button, h, replace } from "../core/dom.js";
import { announce } from "../core/announce.js";
import { counted } from "../core/numbers.js";
import { once } from "../core/once.js";
import { post } from "../net/api.js";
import { closeIfOpen, focusWithin, openPanel } from "./panel.js";
import { countsOf, previewOf } from "./preview.js";
import { write } from "./writer.js";

/** Prepares the deletion of objects: shows what the delete rules would remove with them, and deletes after another press. */
export async function openDelete(type, keys) {
  const actions = keys.map((key) => ({ do: "delete", type, key }));
  const what = keys.length === 1 ? `a ${type}` : `${counted(keys.length, "row")} of ${type}`;
  const body = h("div", { "aria-busy": "true" }, h("p", { class: "sub", text: "Reading what would be deleted …" }));
  const confirm = button("Delete", once(async () => {
    confirm.disabled = true;
    if (await write(actions, `Deleted ${what}`)) closeIfOpen(panel);
    else confirm.disabled = false;
  }), { class: "danger", disabled: true });
  const panel = openPanel(`Delete ${what}`, [body,
    h("div", { class: "actions" }, confirm, button("Cancel", () => closeIfOpen(panel)))]);
  try {
    const answer = await post("preview", { actions });
    replace(body, previewOf(answer));
    announce(`Would change: ${answer.changes.map((change) => `${change.type}: ${countsOf(change)}`).join("; ")}`);
    confirm.disabled = false;
    focusWithin(panel, confirm);
  } catch (error) {
    replace(body, h("p", { class: "problem", text: error.message }));
  }
  body.removeAttribute("aria-busy");
}
