import { byId, h, replace } from "../core/dom.js";
import { announce } from "../core/announce.js";
import { Signal } from "../core/signal.js";
import { capabilities } from "../net/schema.js";

/** Whether the page offers edits. The server decides whether it has them: it was started with `--write`. */
export const editing = new Signal(false);

/** The switch of the bar; a read-only server has a label in its place. */
export function startMode() {
  capabilities.watch(({ edit }) => {
    const holder = byId("editing");
    if (edit === undefined) return;
    if (!edit) {
      editing.value = false;
      replace(holder, h("span", { class: "sub", text: "read-only", title: "Start ashlar studio with --write to edit." }));
      return;
    }
    const button = h("button", { type: "button", class: "toggle", id: "edit-switch", "aria-pressed": String(editing.value),
      title: "Edit (e)", text: "Edit", on: { click: toggleEditing } });
    replace(holder, button);
  }, { run: true });
  editing.watch((isOn) => {
    byId("edit-switch")?.setAttribute("aria-pressed", String(isOn));
    announce(isOn ? "Editing is on." : "Editing is off.");
  });
}

export function toggleEditing() {
  if (capabilities.value.edit) editing.value = !editing.value;
  else announce("Read-only: start ashlar studio with --write to edit.");
}
