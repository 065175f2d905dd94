import { Emitter } from "../core/signal.js";

/** Rows that a range selects at most: as many actions as one edit may have. */
const LIMIT = 10_000;

/** The active cell, and the rows that are selected: a range from an anchor, and single rows that were added. Rows are selected by key. */
export class Cursor {
  row = 0;
  column = 0;
  moved = new Emitter();
  selected = new Set();
  /** The number of rows of the range whose keys are not known, because the page has not read them or because the range is too long. */
  missing = 0;
  #anchor = 0;
  /** The key of the row at the anchor; null if it is not known, or no range has been selected from there. */
  #anchorKey = null;
  /** The version of the positions. */
  #version = null;
  /** The positions of the range, which are those of one version. */
  #range = null;

  /**
   * Moves the active cell. `extend` selects the rows from the anchor on, of which `keyAt` returns the keys that are known; the positions
   * are those of `version`.
   */
  move(row, column, { extend = false, keyAt = () => null, version = null } = {}) {
    this.row = Math.max(0, row);
    this.column = Math.max(0, column);
    this.selected.clear();
    this.missing = 0;
    this.#range = null;
    if (extend) this.#extend(keyAt, version);
    else [this.#anchor, this.#anchorKey] = [this.row, null];
    this.moved.emit();
  }

  /** Adds a row to the selection, or removes it. */
  toggle(row, key, activeKey) {
    if (this.selected.size === 0 && activeKey && activeKey !== key) this.selected.add(activeKey);
    if (!this.selected.delete(key)) this.selected.add(key);
    this.row = row;
    [this.#anchor, this.#anchorKey] = [row, key];
    // A row that was removed from the range must not be added again when further rows arrive.
    this.#range = null;
    this.moved.emit();
  }

  /** Adds rows of the range that have been read since it was selected, unless their positions are those of another version. */
  complete(version, keyAt) {
    if (this.missing === 0 || this.#range?.version !== version) return;
    this.#select(keyAt);
  }

  /**
   * Called after the active row has been found in an answer. In another version, the anchor is where its row is now; if this row is not
   * known, the active row becomes the anchor.
   */
  keepAnchor(version, indexOf) {
    if (version === this.#version) return;
    this.#version = version;
    const now = this.#anchorKey === null ? -1 : indexOf(this.#anchorKey);
    [this.#anchor, this.#anchorKey] = now < 0 ? [this.row, null] : [now, this.#anchorKey];
  }

  #extend(keyAt, version) {
    this.#anchorKey = keyAt(this.#anchor) ?? this.#anchorKey;
    const [first, last] = this.#anchor < this.row ? [this.#anchor, this.row] : [this.row, this.#anchor];
    this.#range = { first, last, version };
    this.#select(keyAt);
  }

  #select(keyAt) {
    const { first, last } = this.#range;
    for (let index = first; index <= Math.min(last, first + LIMIT - 1); index += 1) {
      const key = keyAt(index);
      if (key) this.selected.add(key);
    }
    this.missing = last - first + 1 - this.selected.size;
  }
}
