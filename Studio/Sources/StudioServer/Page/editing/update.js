import { button, h, replace } from "../core/dom.js";
import { view } from "../core/address.js";
import { counted } from "../core/numbers.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { post } from "../net/api.js";
import { typeNamed } from "../net/schema.js";
import { checked, fieldFor, initialValue } from "../fields/field.js";
import { closeIfOpen, openPanel } from "./panel.js";
import { countsOf, previewOf } from "./preview.js";
import { write } from "./writer.js";

/**
 * Prepares an update of all rows of the view: a property, its new value, a preview, and then the write. `count()` is the number of rows
 * now.
 */
export function openUpdate(count) {
  const { type: typeName, where } = view.value;
  const choices = typeNamed(typeName).properties.filter((property) => !property.primaryKey);
  if (choices.length === 0) {
    notice(`All properties of '${typeName}' are part of its primary key, which cannot be changed.`, { error: true });
    return;
  }
  const select = h("select", { "aria-label": "Property" },
    choices.map((property) => h("option", { value: property.name, text: property.name })));
  const holder = h("div", {});
  const shown = h("div", {});
  let field = null;
  let total = count();
  /** The action that was previewed, which alone is stored. */
  let prepared = null;
  /** The number of the preview: a change of the form makes those before it stale. */
  let number = 0;
  const use = () => {
    const property = choices.find((entry) => entry.name === select.value);
    field = checked(fieldFor(property, initialValue(property), typeName));
    field.input?.setAttribute("aria-label", "New value");
    replace(holder, field.element);
    reset();
  };
  const reset = () => {
    number += 1;
    prepared = null;
    replace(shown);
    apply.disabled = true;
    apply.textContent = "Update";
  };
  const action = () => {
    const read = field.read();
    // The view may show another condition by now, whose count is not that of the rows to update.
    if (view.value.type === typeName && view.value.where === where) total = count();
    // The count is expected: rows that joined the condition after the preview would be changed unseen.
    return read && { do: "update", type: typeName, where, values: { [select.value]: read.value }, count: total };
  };
  const preview = button("Preview", async () => {
    reset();
    const update = action();
    if (!update) return;
    const own = number;
    try {
      const answer = await post("preview", { actions: [update] });
      if (own !== number) return;
      prepared = { update, label: `Updated '${select.value}' in ${counted(update.count, "row")}` };
      replace(shown, previewOf(answer));
      apply.disabled = false;
      // The focus stays on "Preview": Enter that is pressed twice must not store what a person has not read.
      apply.textContent = `Update ${answer.changes.map(countsOf).join("; ") || "nothing"}`.replace(" modified", "");
    } catch (error) {
      if (own === number) replace(shown, h("p", { class: "problem", role: "alert", text: error.message }));
    }
  });
  const apply = button("Update", once(async () => {
    if (prepared && (await write([prepared.update], prepared.label))) closeIfOpen(panel);
  }), { class: "main", disabled: true });
  select.addEventListener("change", use);
  for (const event of ["input", "change"]) holder.addEventListener(event, reset);
  const panel = openPanel(`Update ${counted(total, "row")} of ${typeName}`, [
    h("p", { class: "sub" }, where ? ["where ", h("code", { text: where })] : "every row"),
    h("div", { class: "form" }, h("label", { text: "property" }), select, h("label", { text: "new value" }), holder),
    shown, h("div", { class: "actions" }, preview, apply, button("Cancel", () => closeIfOpen(panel))),
  ]);
  use();
  select.focus();
}
