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
  /** The range of the last answer, of which alone the server reports changes. */
  #watched = null;
  /** The range that was requested last, until its answer arrives. */
  #requested = null;

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
   * Requests a range of rows if some of them are missing, or if the server does not report their changes. After a refusal only `reload`
   * requests again: the same request would be refused each time it is drawn.
   */
  need(first, last) {
    this.#wanted = { first, last };
    if (this.error || this.#isCurrent || this.#isWithin(this.#requested)) return;
    this.#request();
  }

  /**
   * Called after a commit that may have changed rows. Drops rows whose changes the server does not report, except those that are visible:
   * their positions may be those of other rows now. Returns whether rows that are visible must be requested again.
   */
  expire(version) {
    if (!this.isReady || BigInt(version) <= BigInt(this.version)) return false;
    const isKept = (index, range) => range !== null && index >= range.first && index <= range.last;
    for (const index of this.#rows.keys()) if (!isKept(index, this.#watched) && !isKept(index, this.#wanted)) this.#rows.delete(index);
    return this.#wanted !== null && !this.#isWithin(this.#watched);
  }

  /** Requests the wanted range again, after a change of the data; rows that are visible stay until the answer arrives. */
  reload() {
    if (this.#wanted) this.#request();
  }

  close() {
    this.#latest.cancel();
  }

  /** The last row that is wanted and exists. */
  get #last() {
    return this.isReady ? Math.min(this.#wanted.last, this.total - 1) : this.#wanted.last;
  }

  /** Whether a range contains the wanted one. */
  #isWithin(range) {
    return range !== null && this.#wanted.first >= range.first && this.#last <= range.last;
  }

  /** Whether the wanted rows have been read, and the server reports their changes. */
  get #isCurrent() {
    const { first } = this.#wanted;
    if (!this.isReady || first > this.#last) return this.isReady;
    if (!this.#isWithin(this.#watched)) return false;
    for (let index = first; index <= this.#last; index += 1) if (!this.#rows.has(index)) return false;
    return true;
  }

  #request() {
    const { first, last } = this.#wanted;
    const visible = last - first + 1;
    const size = Math.max(PAGE, Math.ceil(visible / 10) * 10);
    const from = Math.max(0, first - Math.floor((size - visible) / 2));
    const range = { first: from, last: from + size - 1 };
    this.#requested = range;
    this.#latest.send({ from, count: size }, (answer) => this.#arrived({ range, first, last }, answer),
      (error) => this.#failed(range, error));
  }

  #arrived({ range, first, last }, answer) {
    if (this.#requested === range) this.#requested = null;
    this.#watched = range;
    const moved = answer.version !== this.version;
    if (moved || this.#rows.size > KEPT) this.#rows.clear();
    this.version = answer.version;
    this.total = answer.total;
    this.info = answer;
    this.isReady = true;
    this.error = null;
    answer.rows.forEach((row, index) => this.#rows.set(range.first + index, row));
    this.changed.emit();
    // A person may have scrolled on while the answer was under way. The same range is not requested twice, whatever the answer was.
    const wanted = this.#wanted;
    const isOther = wanted.first !== first || wanted.last !== last;
    if (isOther && !this.#isCurrent && !this.#isWithin(this.#requested)) this.#request();
  }

  #failed(range, error) {
    if (this.#requested === range) this.#requested = null;
    if (error.name === "AbortError") return;
    this.error = error;
    this.changed.emit();
  }
}
