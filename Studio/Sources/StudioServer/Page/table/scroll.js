/**
 * Maps the scrollbar to rows. Browsers limit the height of an element (Firefox to 17.8 million pixels, Chromium to 33.5 million), which
 * 10,000,000 rows exceed. Above `LIMIT` the scrollbar is therefore scaled: its position is the position in the rows, and wheel and keys
 * move by rows.
 */
const LIMIT = 8_000_000;

export class Scroll {
  /** The position in pixels of unscaled rows; a fraction of a row is kept, although one pixel of a scaled scrollbar is many rows. */
  top = 0;
  #rowHeight;
  #rows = 0;
  #view = 0;
  /** The scrollbar's position that `top` was written as. A scroll event with another position is a person's. */
  #written = 0;

  constructor(rowHeight) {
    this.#rowHeight = rowHeight;
  }

  resize(rows, view) {
    this.#rows = rows;
    this.#view = view;
    this.move(this.top);
  }

  get full() {
    return this.#rows * this.#rowHeight;
  }

  /** The height of the element that the browser scrolls. */
  get height() {
    return Math.min(this.full, LIMIT);
  }

  get isScaled() {
    return this.full > LIMIT;
  }

  get #last() {
    return Math.max(0, this.full - this.#view);
  }

  /** Moves to a position, and returns the scrollbar's position for it. */
  move(top) {
    this.top = Math.min(Math.max(0, top), this.#last);
    this.#written = this.isScaled ? (this.top / this.#last) * (LIMIT - this.#view) : this.top;
    return this.#written;
  }

  /** Reads the scrollbar's position, unless it is the one that `move` returned: browsers round it to a fraction of a pixel. */
  read(position) {
    if (Math.abs(position - this.#written) < 1) return;
    this.#written = position;
    this.top = this.isScaled ? Math.min(1, position / (LIMIT - this.#view)) * this.#last : position;
  }

  /** The first and the last row that are visible, in part at least. */
  get visible() {
    const first = Math.floor(this.top / this.#rowHeight);
    return { first, last: Math.min(this.#rows - 1, Math.ceil((this.top + this.#view) / this.#rowHeight) - 1) };
  }

  /** The position that makes a row visible with the least movement. */
  reveal(row) {
    const start = row * this.#rowHeight;
    if (start < this.top) return start;
    const end = start + this.#rowHeight - this.#view;
    return end > this.top ? end : this.top;
  }
}
