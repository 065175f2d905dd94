import { h } from "../core/dom.js";

/** The first column stays in view while the others are scrolled, unless it takes more than this part of the width. */
const FROZEN = 0.4;
/** The width of a fade, in pixels, at most: it covers no other column than the one that is cut. */
const EDGE = 24;

/**
 * The horizontal position of a table. Where a column is cut, the edge of the table fades: a number of which the last digits are cut would
 * seem to be a shorter number. The fades are within the scroller, above its cells, and no pointer hits them.
 */
export class ColumnScroll {
  element = h("div", { class: "edges", role: "presentation" }, h("div", { class: "edge left" }), h("div", { class: "edge right" }));
  #scroller;
  #widths = [];
  /** The width of the first column if it stays in view, otherwise 0. */
  #frozen = 0;
  /** The width of the window at the last call of `resize`. */
  #view = 0;

  constructor(scroller) {
    this.#scroller = scroller;
    scroller.prepend(this.element);
    scroller.addEventListener("scroll", () => this.#fade(), { passive: true });
  }

  /** Adapts the table to the widths of its columns, and to the width of the window. */
  resize(widths) {
    this.#widths = widths;
    this.#view = this.#scroller.clientWidth;
    this.#frozen = widths.length > 0 && widths[0] <= this.#view * FROZEN ? widths[0] : 0;
    this.#scroller.style.setProperty("--columns", widths.map((width) => `${width}px`).join(" "));
    this.#scroller.classList.toggle("frozen", this.#frozen > 0);
    this.#set({ frozen: this.#frozen, view: this.#view, height: this.#scroller.clientHeight });
    this.#fade();
  }

  /** Whether the window has a width, which it has not while a message is shown in the place of the table. */
  get isVisible() {
    return this.#view > 0;
  }

  /** Whether a whole column was in view at the last call of `resize`. */
  shows(place) {
    if (!(place in this.#widths)) return false;
    const { left, right } = this.#sidesOf(place);
    const { scrollLeft } = this.#scroller;
    return (place === 0 || left >= scrollLeft + this.#frozen) && right <= scrollLeft + this.#view;
  }

  /** Moves a column into view, with the least movement. */
  reveal(place) {
    if (!(place in this.#widths) || (place === 0 && this.#frozen > 0)) return;
    const { left, right } = this.#sidesOf(place);
    // The position at which the column is the first one, or beside the one that stays.
    const first = left - this.#frozen;
    // A part of the next column shows that there are further ones.
    const least = right + EDGE - this.#scroller.clientWidth;
    if (this.#scroller.scrollLeft > first) this.#scroller.scrollLeft = first;
    // The first of the columns is then a whole one. The browser moves no farther than to the last one.
    else if (this.#scroller.scrollLeft < least) this.#scroller.scrollLeft = Math.min(first, this.#startFrom(least));
  }

  /** The least position from `position` on at which no column is cut at the left. */
  #startFrom(position) {
    let start = 0;
    for (const width of this.#widths.slice(this.#frozen > 0 ? 1 : 0)) {
      if (start >= position) break;
      start += width;
    }
    return start;
  }

  /** The left and the right side of a column, from the beginning of the row. */
  #sidesOf(place) {
    const left = this.#widths.slice(0, place).reduce((sum, width) => sum + width, 0);
    return { left, right: left + this.#widths[place] };
  }

  #fade() {
    const { scrollLeft, classList } = this.#scroller;
    const left = this.#cutAt(scrollLeft + this.#frozen);
    const right = this.#cutAt(scrollLeft + this.#view);
    this.#set({ left: Math.min(EDGE, left?.after ?? 0), right: Math.min(EDGE, right?.before ?? 0) });
    classList.toggle("cut-left", left !== null);
    classList.toggle("cut-right", right !== null);
    classList.toggle("scrolled", scrollLeft > 0);
  }

  /** The parts of the column that contains a position, before and after it; null between two columns, and behind the last one. */
  #cutAt(position) {
    let after = -position;
    for (const width of this.#widths) {
      after += width;
      // Positions are fractions of pixels, and sizes are rounded.
      if (after >= 1) return width - after >= 1 ? { before: width - after, after } : null;
    }
    return null;
  }

  #set(sizes) {
    for (const [name, size] of Object.entries(sizes)) this.element.style.setProperty(`--${name}`, `${size}px`);
  }
}
