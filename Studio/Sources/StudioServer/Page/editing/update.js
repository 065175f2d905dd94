import { button, h, replace } from "../core/dom.js";
import { view } from "../core/address.js";
import { counted } from "../core/numbers.js";
import { post } from "../net/api.js";
import { typeNamed } from "../net/schema.js";
import { checked, fieldFor, initialValue } from "../fields/field.js";
import { closePanel, openPanel } from "./panel.js";
import { countsOf, previewOf } from "./preview.js";
import { write } from "./writer.js";

/**
 * Prepares an update of all rows of the view: a property, its new value, a preview, and then the write. `count()` is the number of rows
 * now.
 */
export function openUpdate(count) {
  const { type: typeName, where } = view.value;
  const type = typeNamed(typeName);
  const choices = type.properties.filter((property) => !property.primaryKey);
  const select = h("select", { "aria-label": "Property" },
    choices.map((property) => h("option", { value: property.name, text: property.name })));
  const holder = h("div", {});
  const shown = h("div", {});
  let field = null;
  let total = count();
  const use = () => {
    const property = choices.find((entry) => entry.name === select.value);
    field = checked(fieldFor(property, initialValue(property), typeName));
    field.input?.setAttribute("aria-label", "New value");
    replace(holder, field.element);
    reset();
  };
  const reset = () => {
    replace(shown);
    apply.disabled = true;
  };
  const action = () => {
    const read = field.read();
    // The count is expected: rows that joined the condition after the preview would be changed unseen.
    return read && { do: "update", type: typeName, where, values: { [select.value]: read.value }, count: total };
  };
  const preview = button("Preview", async () => {
    total = count();
    const update = action();
    if (!update) return;
    try {
      const answer = await post("preview", { actions: [update] });
      replace(shown, previewOf(answer));
      apply.disabled = false;
      apply.textContent = `Update ${answer.changes.map(countsOf).join("; ") || "nothing"}`.replace(" modified", "");
      apply.focus();
    } catch (error) {
      replace(shown, h("p", { class: "problem", role: "alert", text: error.message }));
    }
  });
  const apply = button("Update", async () => {
    const update = action();
    if (update && (await write([update], `Updated '${select.value}' in ${counted(total, "row")}`))) closePanel();
  }, { class: "main", disabled: true });
  select.addEventListener("change", use);
  holder.addEventListener("input", reset);
  openPanel(`Update ${counted(total, "row")} of ${typeName}`, [
    h("p", { class: "sub" }, where ? ["where ", h("code", { text: where })] : "every row"),
    h("div", { class: "form" }, h("label", { text: "property" }), select, h("label", { text: "new value" }), holder),
    shown, h("div", { class: "actions" }, preview, apply, button("Cancel", closePanel)),
  ]);
  use();
  select.focus();
}
