import { Emitter } from "../core/signal.js";

/** The active cell, and the rows that are selected: a range from an anchor, and single rows that were added. Rows are selected by key. */
export class Cursor {
  row = 0;
  column = 0;
  moved = new Emitter();
  selected = new Set();
  #anchor = 0;

  /** Moves the active cell. `extend` selects the rows from the anchor on, of which `keyAt` returns the keys that are known. */
  move(row, column, { extend = false, keyAt = () => null } = {}) {
    this.row = Math.max(0, row);
    this.column = Math.max(0, column);
    if (extend) this.#extend(keyAt);
    else {
      this.#anchor = this.row;
      this.selected.clear();
    }
    this.moved.emit();
  }

  /** Adds a row to the selection, or removes it. */
  toggle(row, key, activeKey) {
    if (this.selected.size === 0 && activeKey && activeKey !== key) this.selected.add(activeKey);
    if (!this.selected.delete(key)) this.selected.add(key);
    this.row = row;
    this.#anchor = row;
    this.moved.emit();
  }

  #extend(keyAt) {
    this.selected.clear();
    const [first, last] = this.#anchor < this.row ? [this.#anchor, this.row] : [this.row, this.#anchor];
    for (let index = first; index <= last; index += 1) {
      const key = keyAt(index);
      if (key) this.selected.add(key);
    }
  }
}
