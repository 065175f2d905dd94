import { button, h, replace } from "../core/dom.js";
import { show, view } from "../core/address.js";
import { count, milliseconds } from "../core/numbers.js";
import { menu } from "../core/popover.js";
import { capabilities, typeNamed } from "../net/schema.js";
import { editing } from "../editing/mode.js";
import { openInsert } from "../editing/insert.js";
import { openUpdate } from "../editing/update.js";
import { chooseImport } from "../editing/import.js";
import { openExport } from "./export.js";
import { orderChips } from "./order.js";
import { openPlan } from "./plan.js";
import { Condition } from "./condition.js";

/** The condition, the order, the group, and the actions on the rows shown. */
export class Bar {
  element;
  condition;
  #line = h("div", { class: "bar-line" });
  #total = h("span", { class: "total" });
  #plan = button("", () => openPlan(this.#plan, this.#rows.info),
    { class: "quiet", title: "Plan", "aria-label": "Plan and times", "aria-haspopup": "dialog" });
  #counted = h("span", { class: "counted", hidden: true }, this.#total, this.#plan);
  #drawn = "";
  /** The type and the condition that the field was filled with last. */
  #filled = "";
  #rows = null;
  #leave;
  /** Whether a condition was applied, of which the answer has not arrived. */
  #isApplying = false;

  constructor({ leave }) {
    this.#leave = leave;
    this.condition = new Condition({ type: () => view.value.type, apply: (where) => this.#apply(where), leave });
    this.element = h("div", { class: "bar", role: "search", "aria-label": "View" },
      h("div", { class: "condition" }, h("span", { class: "label", text: "where" }),
        h("div", { class: "field-and-message" }, this.condition.element, this.condition.message)), this.#line);
  }

  /** Shows the view, and what the rows' last answer says of it. */
  update(rows) {
    this.#rows = rows;
    const { type, where, sort, group, hidden } = view.value;
    const filled = JSON.stringify([type, where]);
    // Only another view replaces the text: a person may be typing the next condition when an answer arrives.
    if (filled !== this.#filled) this.condition.text = where;
    this.#filled = filled;
    const drawn = JSON.stringify([type, sort, group, hidden, editing.value, capabilities.value]);
    // Controls are replaced only when they change: a list that a person opened would otherwise close at the next commit of another process.
    if (drawn !== this.#drawn) {
      const focused = this.#line.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
      replace(this.#line, h("span", { class: "label", text: "sort" }), orderChips(), this.#group(), this.#hidden(), this.#tools(),
        this.#counted);
      if (focused) this.#line.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
      this.#drawn = drawn;
    }
    this.#count();
  }

  /** Shows what the answer said of the condition: its error, and then the focus stays in the field, or the rows. */
  arrived(rows) {
    this.update(rows);
    // A person may have typed on since the condition was applied. The answer is then not about the text, and letters would be commands of
    // the table.
    const isApplied = this.condition.text.trim() === view.value.where.trim();
    const isWrong = rows.error?.parameter === "where" || rows.error?.code === "condition";
    this.condition.showError(isWrong && isApplied ? rows.error : null);
    if (this.#isApplying && isApplied && !rows.error && this.condition.hasFocus) this.#leave();
    this.#isApplying = false;
  }

  #apply(where) {
    this.#isApplying = true;
    if (where === view.value.where) this.#rows?.reload();
    else show({ where });
  }

  #group() {
    const { type, group } = view.value;
    const select = h("select", { "aria-label": "Group by", title: "Group by",
      on: { change: () => show({ group: select.value || null, measure: null }) } },
      h("option", { value: "", text: "group –" }),
      (typeNamed(type)?.properties ?? []).filter((property) => property.group !== false).map((property) =>
        h("option", { value: property.path, text: `group ${property.path}` })));
    select.value = group ?? "";
    return select;
  }

  #hidden() {
    const { hidden } = view.value;
    return hidden.length ? button(`${hidden.length} hidden`, () => show({ hidden: [] }),
      { class: "quiet", title: `Show ${hidden.join(", ")}` }) : null;
  }

  #tools() {
    const type = typeNamed(view.value.type);
    const more = button("Export", () => openExport(more), { class: "quiet", "aria-haspopup": "menu" });
    const isObject = type?.kind === "object";
    const edits = editing.value && isObject ? [
      button("Insert", () => openInsert(type.name), { title: "Insert (n)" }),
      button("Rows", (event) => menu(event.currentTarget, [
        { text: "Update all shown …", action: () => openUpdate(() => this.#rows.total), disabled: !this.#rows?.isReady },
        { text: "Import …", action: chooseImport, disabled: capabilities.value.import !== true },
      ], { label: "Rows" }), { "aria-haspopup": "menu" })] : [];
    return [...edits, more];
  }

  #count() {
    const rows = this.#rows;
    this.#counted.hidden = !rows?.isReady || rows.error !== null;
    if (this.#counted.hidden) return;
    const { plan, milliseconds: whole } = rows.info;
    const time = plan?.milliseconds ?? whole;
    replace(this.#total, h("strong", { text: count(rows.total) }), rows.total === 1 ? " row" : " rows");
    this.#plan.textContent = time === undefined ? "plan" : milliseconds(time);
  }
}
