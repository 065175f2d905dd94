import { h } from "../core/dom.js";

/** The first column stays in view while the others are scrolled, unless it takes more than this part of the width. */
const FROZEN = 0.4;
/** The width of a fade, in pixels. A column that is moved into view is beside the fade. */
const EDGE = 24;

/**
 * The horizontal position of a table. Where the table continues outside of the window, its edge fades: a number of which the last digits
 * are cut would seem to be a shorter number. The fades are within the scroller, above its cells, and no pointer hits them.
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
    const { style } = this.element;
    for (const [name, value] of [["edge", EDGE], ["frozen", this.#frozen], ["view", this.#view], ["height", this.#scroller.clientHeight]]) {
      style.setProperty(`--${name}`, `${value}px`);
    }
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
    // The browser moves no farther than to the first column and to the last one, where nothing fades.
    const most = left - this.#frozen - EDGE;
    const least = right + EDGE - this.#scroller.clientWidth;
    if (this.#scroller.scrollLeft > most) this.#scroller.scrollLeft = most;
    else if (this.#scroller.scrollLeft < least) this.#scroller.scrollLeft = Math.min(most, least);
  }

  /** The left and the right side of a column, from the beginning of the row. */
  #sidesOf(place) {
    const left = this.#widths.slice(0, place).reduce((sum, width) => sum + width, 0);
    return { left, right: left + this.#widths[place] };
  }

  #fade() {
    const { scrollLeft, scrollWidth, clientWidth, classList } = this.#scroller;
    classList.toggle("cut-left", scrollLeft > 0);
    // Positions are fractions of pixels, and sizes are rounded.
    classList.toggle("cut-right", scrollLeft + clientWidth < scrollWidth - 1);
  }
}
