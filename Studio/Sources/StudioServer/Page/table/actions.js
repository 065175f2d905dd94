import { notice } from "../core/notice.js";
import { counted } from "../core/numbers.js";
import { widen } from "./columns.js";
import { columnMenu, sortBy } from "./head.js";
import { openSummary } from "../view/summary.js";
import { openValueMenu } from "../view/valuemenu.js";
import { unfold } from "../values/unfold.js";
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

  /** The active column; undefined while all columns are hidden. */
  get #column() {
    return this.#table.columns[this.#table.cursor.column];
  }

  get #object() {
    const key = this.#table.key();
    return key === null ? null : { type: this.#table.type, key };
  }

  /** Shows the object of the active row. */
  open({ replacing = false } = {}) {
    if (this.#object) objects.open(this.#object, { replacing });
  }

  /** Follows the link of the active cell, or unfolds its collection or embedded object. */
  follow() {
    const cell = this.#column ? this.#table.cell() : null;
    if (cell === null || cell === undefined) return;
    const value = this.#column.form === "any" ? cell.value : cell;
    const form = this.#column.form === "any" ? cell.any : this.#column.form;
    if (form === "link" || form === "object") objects.open({ type: value.type, key: value.key });
    else if (UNFOLDED.has(form)) unfold(this.#table.anchor, this.#table.type, this.#table.key(), this.#column);
    else this.open();
  }

  valueMenu() {
    if (!this.#object || !this.#column) return;
    const edits = editing.value ? [{ text: "Edit …", hint: "e", action: () => this.edit() }] : [];
    openValueMenu(this.#table.anchor, this.#column, this.#table.cell(), [...edits, ...objectActions(this.#object)]);
  }

  columnMenu() {
    if (this.#column) columnMenu(this.#header, this.#column, () => this.#table.grid.layout());
  }

  /** Makes the column wider by a number of steps. */
  widen(steps) {
    if (!this.#column) return;
    widen(this.#table.type, this.#column, steps);
    this.#table.grid.layout();
  }

  summary() {
    if (this.#column && this.#column.summary !== false) openSummary(this.#header, this.#column);
  }

  sort(add) {
    if (this.#column) sortBy(this.#column, add);
  }

  /** Edits the active cell, in all selected rows; the first press turns editing on. */
  edit() {
    if (!editing.value) return toggleEditing();
    if (!this.#column) return notice("No column is shown. Show a column to edit its values.", { error: true });
    if (this.#column.primaryKey) return notice("A primary key cannot be changed. Duplicate the row with another key instead.",
      { error: true });
    if (!this.#hasRead()) return undefined;
    const { anchor, type, chosen, cursor, rows } = this.#table;
    const cells = new Map([...rows.withKeys(chosen)].map(([key, row]) => [key, row.cells[cursor.column]]));
    return editCell(anchor, type, this.#column, chosen, cells);
  }

  remove() {
    if (this.#mayEdit() && this.#hasRead()) openDelete(this.#table.type, this.#table.chosen);
  }

  insert() {
    if (this.#mayEdit()) openInsert(this.#table.type);
  }

  duplicate() {
    if (this.#mayEdit() && this.#object) openDuplicate(this.#object);
  }

  copy(isSwift) {
    if (this.#object) (isSwift ? copySwift : copyJSON)(this.#object).catch(failed);
  }

  #mayEdit() {
    return editing.value && typeNamed(this.#table.type)?.kind === "object";
  }

  /** Whether the keys of all selected rows are known. An edit of the others alone would leave rows out that a person sees as selected. */
  #hasRead() {
    const { chosen, cursor, rows } = this.#table;
    if (cursor.missing > 0) {
      const all = counted(cursor.missing + cursor.selected.size, "selected row");
      notice(`${counted(cursor.missing, "row")} of ${all} ${cursor.missing === 1 ? "has" : "have"} not been read. Select fewer rows, or `
        + "use 'Rows, Update all shown' for all rows of a condition.", { error: true });
      return false;
    }
    if (chosen.length === 0 && rows?.total > 0) notice("The row has not been read yet. Wait until it is shown.", { error: true });
    return chosen.length > 0;
  }

  get #header() {
    return this.#table.grid.element.querySelector(`.head[aria-colindex="${this.#table.cursor.column + 1}"]`) ?? this.#table.anchor;
  }
}
