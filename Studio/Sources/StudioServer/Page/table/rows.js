import { Emitter } from "../core/signal.js";
import { Latest } from "../net/latest.js";

const PAGE = 100;
/** Rows that are kept: 40 pages, so that scrolling back is immediate and memory stays constant. */
const KEPT = 40 * PAGE;

/**
 * The rows of a view, of one version. Positions are of one version only: a response of another version replaces all rows, since rows of
 * both would skip or repeat some. Each request therefore covers all rows that are visible.
 */
export class Rows {
  total = 0;
  version = null;
  /** Whether the first response has arrived. */
  isReady = false;
  error = null;
  /** What the last response said of the view: plan, times, types of the columns. */
  info = null;
  changed = new Emitter();
  #rows = new Map();
  #latest;
  #wanted = null;

  /** `load({ from, count }, signal)` returns `{ version, total, rows, … }`. */
  constructor(load) {
    this.#latest = new Latest(load);
  }

  row(index) {
    return this.#rows.get(index) ?? null;
  }

  indexOf(key) {
    for (const [index, row] of this.#rows) if (row.key === key) return index;
    return -1;
  }

  /** The rows of some keys that the page has, by key. */
  withKeys(keys) {
    const wanted = new Set(keys);
    return new Map([...this.#rows.values()].filter((row) => wanted.has(row.key)).map((row) => [row.key, row]));
  }

  /**
   * Requests what is missing of a range of rows. After a refusal only `reload` requests again: the same request would be refused each time
   * it is drawn.
   */
  need(first, last) {
    this.#wanted = { first, last };
    if (this.error || (this.isReady && this.#has(first, Math.min(last, this.total - 1)))) return;
    this.#request();
  }

  /** Requests the wanted range again, after a change of the data; rows that are visible stay until the answer arrives. */
  reload() {
    if (this.#wanted) this.#request();
  }

  close() {
    this.#latest.cancel();
  }

  #has(first, last) {
    for (let index = first; index <= last; index += 1) if (!this.#rows.has(index)) return false;
    return true;
  }

  #request() {
    const { first, last } = this.#wanted;
    const visible = last - first + 1;
    const size = Math.max(PAGE, Math.ceil(visible / 10) * 10);
    const from = Math.max(0, first - Math.floor((size - visible) / 2));
    this.#latest.send({ from, count: size }, (answer) => this.#arrived({ from, first, last }, answer), (error) => this.#failed(error));
  }

  #arrived({ from, first, last }, answer) {
    const moved = answer.version !== this.version;
    if (moved || this.#rows.size > KEPT) this.#rows.clear();
    this.version = answer.version;
    this.total = answer.total;
    this.info = answer;
    this.isReady = true;
    this.error = null;
    answer.rows.forEach((row, index) => this.#rows.set(from + index, row));
    this.changed.emit();
    // A person may have scrolled on while the answer was under way. The same range is not requested twice, whatever the answer was.
    const wanted = this.#wanted;
    if ((wanted.first !== first || wanted.last !== last) && !this.#has(wanted.first,
      Math.min(wanted.last, this.total - 1))) this.#request();
  }

  #failed(error) {
    if (error.name === "AbortError") return;
    this.error = error;
    this.changed.emit();
  }
}
