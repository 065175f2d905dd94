import { notice } from "../core/notice.js";
import { columnMenu, sortBy } from "./head.js";
import { openSummary } from "../view/summary.js";
import { openValueMenu } from "../view/valuemenu.js";
import { unfold } from "../values/unfold.js";
import { view } from "../core/address.js";
import { typeNamed } from "../net/schema.js";
import { editCell } from "../editing/cell.js";
import { editing, toggleEditing } from "../editing/mode.js";
import { openDelete } from "../editing/remove.js";
import { openDuplicate, openInsert } from "../editing/insert.js";
import { copyJSON, copySwift, objectActions } from "../panes/objectmenu.js";
import { objects } from "../panes/selection.js";
import { failed } from "../core/notice.js";

const UNFOLDED = new Set(["list", "set", "map", "embedded"]);

/** What can be done with the active cell, its row and its column, by key or by mouse. */
export class Actions {
  #table;

  constructor(table) {
    this.#table = table;
  }

  get #column() {
    return this.#table.columns[this.#table.cursor.column];
  }

  get #object() {
    const key = this.#table.key();
    return key === null ? null : { type: view.value.type, key };
  }

  /** Shows the object of the active row. */
  open({ replacing = false } = {}) {
    if (this.#object) objects.open(this.#object, { replacing });
  }

  /** Follows the link of the active cell, or unfolds its collection or embedded object. */
  follow() {
    const cell = this.#table.cell();
    if (cell === null || cell === undefined) return;
    const value = this.#column.form === "any" ? cell.value : cell;
    const form = this.#column.form === "any" ? cell.any : this.#column.form;
    if (form === "link" || form === "object") objects.open({ type: value.type, key: value.key });
    else if (UNFOLDED.has(form)) unfold(this.#table.anchor, view.value.type, this.#table.key(), this.#column);
    else this.open();
  }

  valueMenu() {
    if (!this.#object) return;
    const edits = editing.value ? [{ text: "Edit …", hint: "e", action: () => this.edit() }] : [];
    openValueMenu(this.#table.anchor, this.#column, this.#table.cell(), [...edits, ...objectActions(this.#object)]);
  }

  columnMenu() {
    columnMenu(this.#header, this.#column);
  }

  summary() {
    if (this.#column.summary !== false) openSummary(this.#header, this.#column);
  }

  sort(add) {
    sortBy(this.#column, add);
  }

  /** Edits the active cell, in all selected rows; the first press turns editing on. */
  edit() {
    if (!editing.value) return toggleEditing();
    const table = this.#table;
    if (table.chosen.length === 0) return undefined;
    if (this.#column.primaryKey) return notice("A primary key cannot be changed. Duplicate the row with another key instead.",
      { error: true });
    const cells = new Map();
    for (const key of table.chosen) cells.set(key, table.cell(table.cursor.column, table.rows.indexOf(key)));
    return editCell(table.anchor, view.value.type, this.#column, table.chosen, cells);
  }

  remove() {
    if (this.#mayEdit() && this.#table.chosen.length > 0) openDelete(view.value.type, this.#table.chosen);
  }

  insert() {
    if (this.#mayEdit()) openInsert(view.value.type);
  }

  duplicate() {
    if (this.#mayEdit() && this.#object) openDuplicate(this.#object);
  }

  copy(isSwift) {
    if (this.#object) (isSwift ? copySwift : copyJSON)(this.#object).catch(failed);
  }

  #mayEdit() {
    return editing.value && typeNamed(view.value.type)?.kind === "object";
  }

  get #header() {
    return this.#table.grid.element.querySelector(`.head[aria-colindex="${this.#table.cursor.column + 1}"]`) ?? this.#table.anchor;
  }
}
