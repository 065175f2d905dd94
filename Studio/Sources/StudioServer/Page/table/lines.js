import { freshId, h } from "../core/dom.js";

/** The height of a row, in pixels. */
export const ROW = 28;

/** The elements of the rows that are in the document. An element that leaves the screen is reused for a row that enters it. */
export class Lines {
  #layer;
  #pool = [];
  #columns = 0;
  #cursor;
  #render;
  #decorate;
  #id = freshId("cell");

  constructor(layer, { cursor, render, decorate }) {
    this.#layer = layer;
    this.#cursor = cursor;
    this.#render = render;
    this.#decorate = decorate;
  }

  /** Removes all elements, before rows with other columns are drawn. */
  use(columns) {
    for (const line of this.#pool) line.remove();
    this.#pool = [];
    this.#columns = columns;
  }

  /** The element of a row, if it is in the document. */
  at(index) {
    return this.#pool.find((line) => line.index === index) ?? null;
  }

  /** Draws the rows from `start` to `end`. */
  draw(rows, start, end) {
    const isUsed = (line) => line.index >= start && line.index <= end;
    const free = this.#pool.filter((line) => !isUsed(line));
    const present = new Map(this.#pool.map((line) => [line.index, line]));
    for (let index = start; index <= end; index += 1) {
      const line = present.get(index) ?? free.pop() ?? this.#line();
      this.#fill(line, rows.row(index), index, index - start);
      // Screen readers read rows in the order of the document, and not in that of the screen.
      const place = this.#layer.children[index - start];
      if (place !== line) this.#layer.insertBefore(line, place ?? null);
    }
    for (const line of free) {
      line.remove();
      this.#pool.splice(this.#pool.indexOf(line), 1);
    }
  }

  #line() {
    const line = h("div", { class: "grid-row", role: "row" }, Array.from({ length: this.#columns }, (_, column) =>
      h("div", { class: "cell", role: "gridcell", "aria-colindex": String(column + 1) })));
    this.#pool.push(line);
    this.#layer.append(line);
    return line;
  }

  #fill(line, row, index, slot) {
    line.style.transform = `translateY(${slot * ROW}px)`;
    this.#mark(line, row, index);
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
    for (let place = 0; place < this.#columns; place += 1) this.#fillCell(line.children[place], row, index, place);
    if (row !== null) this.#decorate(line, row);
  }

  #mark(line, row, index) {
    const { row: active, column, selected } = this.#cursor;
    const isActive = index === active;
    const isSelected = row !== null && (selected.size > 0 ? selected.has(row.key) : isActive);
    line.setAttribute("aria-selected", String(isSelected));
    line.classList.toggle("active", isActive);
    for (let place = 0; place < line.children.length; place += 1) {
      line.children[place].classList.toggle("active", isActive && place === column);
    }
  }

  #fillCell(cell, row, index, place) {
    cell.id = `${this.#id}-${index}-${place}`;
    cell.className = index === this.#cursor.row && place === this.#cursor.column ? "cell active" : "cell";
    cell.removeAttribute("title");
    if (row === null) cell.textContent = "";
    else this.#render(cell, row, place);
  }
}
