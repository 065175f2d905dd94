import { button, h } from "../core/dom.js";
import { menu } from "../core/popover.js";
import { failed } from "../core/notice.js";
import { cut, oneLine } from "../core/text.js";
import { get } from "../net/api.js";

/**
 * A field of text with its most frequent values. Files store the raw values of enums and not their cases, so for an enum without known
 * cases the values in use are the picker.
 */
export function suggesting(field, type, property) {
  const open = button("▾", async () => {
    open.disabled = true;
    try {
      const { top } = await get("summary", { type, column: property.path });
      const values = (top ?? []).map((entry) => entry.value).filter((value) => typeof value === "string" && value !== "");
      menu(open, values.map((value) => ({ text: cut(oneLine(value), 60).text, action: () => {
        field.use(value);
        field.input.focus();
      } })), { label: "Most frequent values" });
    } catch (error) {
      failed(error);
    }
    open.disabled = false;
  }, { class: "icon", "aria-label": "Most frequent values", title: "Most frequent values", "aria-haspopup": "menu" });
  return { ...field, element: h("div", { class: "editor" }, field.element, open) };
}
