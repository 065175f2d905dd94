import { h, replace } from "../core/dom.js";
import { Emitter } from "../core/signal.js";
import { widthOf } from "./columns.js";
import { ColumnScroll } from "./columnscroll.js";
import { Lines, ROW } from "./lines.js";
import { Scroll } from "./scroll.js";

const HEADER = 32;
/** Rows above and below the visible ones, so that a small scroll shows rows at once. */
const SPARE = 8;

/**
 * The table: about 60 rows in the document, whatever their number. It is one stop of the tab order; the active cell is named by
 * aria-activedescendant, because rows that leave the screen are reused and would lose the focus.
 */
export class Grid {
  element;
  painted = new Emitter();
  #scroll = new Scroll(ROW);
  #columnScroll;
  #scroller;
  #head;
  #spacer;
  #layer;
  #lines;
  #rows;
  #columns = [];
  #type = "";
  #cursor;
  #renderHead;
  #frame = 0;
  /** The column that the rows are sorted by first; -1 for none. */
  #sorted = -1;
  /** Whether this column must be moved into view when the rows arrive. */
  #isResorted = false;

  /**
   * `render(cell, row, place)` fills the cell of a column's place; `renderHead(column, place)` returns a header; `decorate(line, row)`
   * marks a row.
   */
  constructor({ cursor, render, renderHead, decorate = () => {}, label }) {
    this.#cursor = cursor;
    this.#renderHead = renderHead;
    this.#head = h("div", { class: "grid-head", role: "row", "aria-rowindex": "1" });
    this.#layer = h("div", { class: "grid-layer", role: "rowgroup" });
    this.#lines = new Lines(this.#layer, { cursor, render, decorate });
    this.#spacer = h("div", { class: "grid-spacer", role: "presentation" }, this.#layer);
    this.#scroller = h("div", { class: "grid", role: "grid", tabindex: "0", "aria-label": label, "aria-multiselectable": "true" },
      h("div", { class: "grid-top", role: "rowgroup" }, this.#head), this.#spacer);
    this.element = this.#scroller;
    this.#columnScroll = new ColumnScroll(this.#scroller);
    this.#scroller.addEventListener("scroll", () => {
      this.#scroll.read(this.#scroller.scrollTop);
      this.paint();
    }, { passive: true });
    this.#scroller.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => {
      const wasShown = this.#columnScroll.shows(this.#sorted);
      this.layout();
      // The object's pane narrows the table, and must cover neither the values that sort the rows nor the cell that was clicked.
      if (wasShown) this.#columnScroll.reveal(this.#sorted);
      this.#columnScroll.reveal(this.#cursor.column);
    }).observe(this.#scroller);
    cursor.moved.watch(() => this.#reveal());
  }

  /**
   * Shows other rows or columns, from the first row on unless `keep`. `sorted` is the place of the column that sorts the rows, or -1; it is
   * moved into view if `isResorted`.
   */
  use({ rows, columns, type, sorted, isResorted, keep = false }) {
    this.#rows = rows;
    this.#sorted = sorted;
    this.#isResorted ||= isResorted;
    this.#columns = columns;
    if (type !== this.#type) this.#scroller.scrollLeft = 0;
    this.#type = type;
    this.#lines.use(columns.length);
    // Headers are drawn here alone: an answer that arrives while a person drags a width or opens a menu must not replace them.
    replace(this.#head, columns.map((column, place) => this.#renderHead(column, place)));
    if (!keep) this.#scroll.top = 0;
    this.layout();
  }

  get pageSize() {
    return Math.max(1, Math.floor((this.#scroller.clientHeight - HEADER) / ROW) - 1);
  }

  get visible() {
    return this.#scroll.visible;
  }

  /** Adapts the sizes to the rows, the widths and the window, and draws the rows. */
  layout() {
    if (!this.#rows) return;
    this.#columnScroll.resize(this.#columns.map((column) => widthOf(this.#type, column)));
    this.#scroller.setAttribute("aria-rowcount", String(this.#rows.isReady ? this.#rows.total + 1 : -1));
    this.#scroller.setAttribute("aria-colcount", String(this.#columns.length));
    this.#scroll.resize(this.#rows.total, Math.max(ROW, this.#scroller.clientHeight - HEADER));
    this.#spacer.style.height = `${this.#scroll.height}px`;
    this.#place(this.#scroll.top);
    this.#revealSorted();
    this.paint();
  }

  /** Draws the rows in the next frame; several calls draw once. */
  paint() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  scrollTo(row) {
    this.#place(row * ROW);
    this.paint();
  }

  focus() {
    this.#scroller.focus({ preventScroll: true });
  }

  /** The element of a cell, if its row is in the document. */
  cellAt(row, column) {
    return this.#lines.at(row)?.children[column] ?? null;
  }

  #place(top) {
    this.#scroller.scrollTop = this.#scroll.move(top);
  }

  // A notch of the wheel moves by rows also where the scrollbar is scaled; horizontal movement stays the browser's.
  #wheel(event) {
    if (!this.#scroll.isScaled || event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? ROW : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? this.pageSize * ROW
      : 1;
    this.#place(this.#scroll.top + event.deltaY * unit);
    this.paint();
  }

  #reveal() {
    if (!this.#rows) return;
    const top = this.#scroll.reveal(this.#cursor.row);
    if (top !== this.#scroll.top) this.#place(top);
    this.#columnScroll.reveal(this.#cursor.column);
    this.paint();
  }

  // Once, after the first answer, to which the widths are fitted: a person may then scroll the column away.
  #revealSorted() {
    if (!this.#isResorted || !this.#rows.isReady || !this.#columnScroll.isVisible) return;
    this.#isResorted = false;
    this.#columnScroll.reveal(this.#sorted);
  }

  #draw() {
    const { first, last } = this.#scroll.visible;
    if (this.#rows.total > 0 || !this.#rows.isReady) this.#rows.need(Math.max(0, first - SPARE), Math.max(first, last) + SPARE);
    const start = Math.max(0, first - SPARE);
    // The layer follows the scrollbar, of which one pixel may be many rows; rows are placed within the layer.
    const offset = this.#scroller.scrollTop - this.#scroll.top;
    this.#layer.style.transform = `translateY(${start * ROW + offset}px)`;
    this.#lines.draw(this.#rows, start, Math.min(this.#rows.total - 1, last + SPARE));
    const active = this.cellAt(this.#cursor.row, this.#cursor.column);
    if (active) this.#scroller.setAttribute("aria-activedescendant", active.id);
    else this.#scroller.removeAttribute("aria-activedescendant");
    this.painted.emit();
  }
}
