import { freshId, h, replace } from "../core/dom.js";
import { Emitter } from "../core/signal.js";
import { Scroll } from "./scroll.js";
import { widthOf } from "./columns.js";

const ROW = 28;
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
  #scroller;
  #head;
  #spacer;
  #layer;
  #pool = [];
  #rows;
  #columns = [];
  #type = "";
  #cursor;
  #render;
  #renderHead;
  #decorate;
  #frame = 0;
  #id = freshId("cell");

  /**
   * `render(cell, row, place)` fills the cell of a column's place; `renderHead(column, place)` returns a header; `decorate(line, row)`
   * marks a row.
   */
  constructor({ cursor, render, renderHead, decorate = () => {}, label }) {
    this.#cursor = cursor;
    this.#render = render;
    this.#renderHead = renderHead;
    this.#decorate = decorate;
    this.#head = h("div", { class: "grid-head", role: "row", "aria-rowindex": "1" });
    this.#layer = h("div", { class: "grid-layer", role: "rowgroup" });
    this.#spacer = h("div", { class: "grid-spacer", role: "presentation" }, this.#layer);
    this.#scroller = h("div", { class: "grid", role: "grid", tabindex: "0", "aria-label": label, "aria-multiselectable": "true" },
      h("div", { class: "grid-top", role: "rowgroup" }, this.#head), this.#spacer);
    this.element = this.#scroller;
    this.#scroller.addEventListener("scroll", () => {
      this.#scroll.read(this.#scroller.scrollTop);
      this.paint();
    }, { passive: true });
    this.#scroller.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => {
      this.layout();
      // The object's pane narrows the table, and must not cover the cell that was clicked.
      this.#revealColumn();
    }).observe(this.#scroller);
    cursor.moved.watch(() => this.#reveal());
  }

  /** Shows other rows or columns, from the first row on unless `keep`. */
  use({ rows, columns, type, keep = false }) {
    this.#rows = rows;
    this.#columns = columns;
    this.#type = type;
    for (const line of this.#pool) line.remove();
    this.#pool = [];
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
    const template = this.#columns.map((column) => `${widthOf(this.#type, column)}px`).join(" ");
    this.#scroller.style.setProperty("--columns", template);
    this.#scroller.setAttribute("aria-rowcount", String(this.#rows.isReady ? this.#rows.total + 1 : -1));
    this.#scroller.setAttribute("aria-colcount", String(this.#columns.length));
    this.#scroll.resize(this.#rows.total, Math.max(ROW, this.#scroller.clientHeight - HEADER));
    this.#spacer.style.height = `${this.#scroll.height}px`;
    this.#place(this.#scroll.top);
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
    return this.#pool.find((line) => line.index === row)?.children[column] ?? null;
  }

  rowElement(row) {
    return this.#pool.find((line) => line.index === row) ?? null;
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
    this.#revealColumn();
    this.paint();
  }

  #revealColumn() {
    const before = this.#columns.slice(0, this.#cursor.column).reduce((sum, column) => sum + widthOf(this.#type, column), 0);
    const column = this.#columns[this.#cursor.column];
    if (!column) return;
    const after = before + widthOf(this.#type, column);
    if (before < this.#scroller.scrollLeft) this.#scroller.scrollLeft = before;
    else if (after > this.#scroller.scrollLeft + this.#scroller.clientWidth) this.#scroller.scrollLeft = after - this.#scroller.clientWidth;
  }

  #draw() {
    const { first, last } = this.#scroll.visible;
    if (this.#rows.total > 0 || !this.#rows.isReady) this.#rows.need(Math.max(0, first - SPARE), Math.max(first, last) + SPARE);
    const start = Math.max(0, first - SPARE);
    const end = Math.min(this.#rows.total - 1, last + SPARE);
    const used = new Set();
    for (let index = start; index <= end; index += 1) used.add(index);
    const free = this.#pool.filter((line) => !used.has(line.index));
    const present = new Map(this.#pool.map((line) => [line.index, line]));
    // The layer follows the scrollbar, of which one pixel may be many rows; rows are placed within the layer.
    const offset = this.#scroller.scrollTop - this.#scroll.top;
    this.#layer.style.transform = `translateY(${start * ROW + offset}px)`;
    for (const index of used) {
      const line = present.get(index) ?? free.pop() ?? this.#line();
      this.#fill(line, index, index - start);
      // Screen readers read rows in the order of the document, and not in that of the screen.
      const place = this.#layer.children[index - start];
      if (place !== line) this.#layer.insertBefore(line, place ?? null);
    }
    for (const line of free) {
      line.remove();
      this.#pool.splice(this.#pool.indexOf(line), 1);
    }
    const active = this.cellAt(this.#cursor.row, this.#cursor.column);
    if (active) this.#scroller.setAttribute("aria-activedescendant", active.id);
    else this.#scroller.removeAttribute("aria-activedescendant");
    this.painted.emit();
  }

  #line() {
    const line = h("div", { class: "grid-row", role: "row" }, this.#columns.map((_, column) =>
      h("div", { class: "cell", role: "gridcell", "aria-colindex": String(column + 1) })));
    this.#pool.push(line);
    this.#layer.append(line);
    return line;
  }

  #fill(line, index, slot) {
    const row = this.#rows.row(index);
    line.style.transform = `translateY(${slot * ROW}px)`;
    const isActive = index === this.#cursor.row;
    const isSelected = row !== null && (this.#cursor.selected.size > 0 ? this.#cursor.selected.has(row.key) : isActive);
    line.setAttribute("aria-selected", String(isSelected));
    line.classList.toggle("active", isActive);
    for (let column = 0; column < line.children.length; column += 1) {
      line.children[column].classList.toggle("active", isActive && column === this.#cursor.column);
    }
    const before = line.index === index ? line.row : undefined;
    line.index = index;
    line.row = row;
    if (before === row) return;
    // An answer has new objects for rows that did not change. Their cells stay, so that images are not requested again.
    if (before && row && before.key === row.key && JSON.stringify(before.cells) === JSON.stringify(row.cells)) {
      this.#decorate(line, row);
      return;
    }
    line.setAttribute("aria-rowindex", String(index + 2));
    line.classList.remove("changed");
    line.classList.toggle("waiting", row === null);
    this.#columns.forEach((_, place) => {
      const cell = line.children[place];
      cell.id = `${this.#id}-${index}-${place}`;
      cell.className = isActive && place === this.#cursor.column ? "cell active" : "cell";
      cell.removeAttribute("title");
      if (row === null) cell.textContent = "";
      else this.#render(cell, row, place);
    });
    if (row !== null) this.#decorate(line, row);
  }
}
