import { Signal } from "../core/signal.js";

/** The objects that the pane showed, with back and forward of their own: following a link there does not move the table. */
export class History {
  current = new Signal(null);
  #entries = [];
  #index = -1;

  get canGoBack() {
    return this.#index > 0;
  }

  get canGoForward() {
    return this.#index < this.#entries.length - 1;
  }

  /**
   * Shows an object. What was forward of the current one is dropped; `replacing` exchanges the current one, while arrow keys move in the
   * table.
   */
  open(object, { replacing = false } = {}) {
    const now = this.current.value;
    if (object && now && object.type === now.type && object.key === now.key) return;
    if (object) {
      const keep = replacing && this.#index >= 0 ? this.#index : this.#index + 1;
      this.#entries.splice(keep, this.#entries.length, object);
      this.#index = keep;
    }
    this.current.value = object;
  }

  /** Moves by a step. The object that was closed last is the first one back. */
  go(step) {
    const index = this.current.value === null && step < 0 ? this.#index : this.#index + step;
    const next = this.#entries[index];
    if (!next) return;
    this.#index = index;
    this.current.value = next;
  }
}
