/** A value with listeners: panes read the state and redraw themselves when it changes, and know nothing of each other. */
export class Signal {
  #value;
  #listeners = new Set();

  constructor(value) {
    this.#value = value;
  }

  get value() {
    return this.#value;
  }

  set value(value) {
    if (Object.is(value, this.#value)) return;
    const before = this.#value;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value, before);
  }

  /** Calls the listener after each change; `run` also calls it now. Returns what removes it. */
  watch(listener, { run = false } = {}) {
    this.#listeners.add(listener);
    if (run) listener(this.#value, undefined);
    return () => this.#listeners.delete(listener);
  }
}

/** An event without state. */
export class Emitter {
  #listeners = new Set();

  watch(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event) {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
