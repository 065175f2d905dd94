import { announce } from "../core/announce.js";
import { h, replace } from "../core/dom.js";
import { view } from "../core/address.js";
import { counted } from "../core/numbers.js";
import { failed } from "../core/notice.js";
import { sameColumns, sameRows, sortText } from "../core/view.js";
import { get } from "../net/api.js";
import { committed, resumed, rowsChanged } from "../net/events.js";
import { columnsOf } from "../net/schema.js";
import { fillCell } from "../values/cell.js";
import { fit } from "./columns.js";
import { Cursor } from "./cursor.js";
import { Grid } from "./grid.js";
import { columnHead } from "./head.js";
import { Highlight } from "./highlight.js";
import { requestRows } from "./request.js";
import { Rows } from "./rows.js";
import { stateOf } from "./states.js";

/**
 * How long after an answer, in milliseconds, the server surely keeps the rows of a condition. It releases them after a minute without
 * requests, and then reports no changes of them.
 */
const KEPT = 45_000;

/** The table of a view: it loads the rows, keeps the cursor on its row while others are inserted before it, and marks what changed. */
export class Table {
  element;
  cursor = new Cursor();
  grid;
  rows = null;
  columns = [];
  /** The view whose rows the table has, which may be another one than the address names while the graph or the file is shown. */
  opened = null;
  /** Called after each answer. */
  onRows = () => {};
  #highlight = new Highlight();
  #state = h("div", { class: "states" });
  #activeKey = null;
  #announced = "";
  /** The row to move to when the first rows have arrived. */
  #pending = null;
  /** Whether rows changed while the page was hidden. */
  #isStale = false;
  #answered = 0;

  constructor() {
    this.grid = new Grid({
      cursor: this.cursor,
      label: "Rows",
      render: (cell, row, place) => this.#fill(cell, row, place),
      renderHead: (column, place) => columnHead(column, place, { changed: () => this.grid.layout() }),
      decorate: (line, row) => this.#highlight.decorate(line, row.key),
    });
    this.element = h("div", { class: "area" }, this.grid.element, this.#state);
    this.cursor.moved.watch(() => (this.#activeKey = this.rows?.row(this.cursor.row)?.key ?? null));
    rowsChanged.watch((change) => this.#changed(change));
    resumed.watch(() => this.#reload());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#isStale && this.#reload());
    committed.watch((commit) => this.#committed(commit));
  }

  get type() {
    return this.opened?.type ?? null;
  }

  /** Whether the table has the rows and the columns of a view. */
  shows(other) {
    return this.opened !== null && sameRows(this.opened, other) && sameColumns(this.opened, other);
  }

  /** Shows the rows of the present view from the first on. The column stays, so that a second key reverses the order of the first. */
  open() {
    const opened = view.value;
    const { type } = opened;
    const isResorted = this.opened === null || !sameRows(this.opened, opened);
    const column = type === this.type ? this.cursor.column : 0;
    this.opened = opened;
    this.rows?.close();
    const rows = new Rows((range, signal) => requestRows(opened, columnsOf(opened), range, signal));
    this.rows = rows;
    this.#activeKey = null;
    this.#announced = "";
    this.#pending = null;
    rows.changed.watch(() => rows === this.rows && this.#arrived());
    this.cursor.move(0, Math.min(column, Math.max(0, columnsOf(opened).length - 1)));
    this.#use(false, isResorted);
  }

  /** Draws headers again, after a change of the order or of the columns. */
  redraw() {
    this.#use(true);
  }

  key(row = this.cursor.row) {
    return this.rows?.row(row)?.key ?? null;
  }

  /** The keys of the selected rows, or of the active one. */
  get chosen() {
    if (this.cursor.selected.size > 0) return [...this.cursor.selected];
    return this.key() === null ? [] : [this.key()];
  }

  cell(column = this.cursor.column, row = this.cursor.row) {
    return this.rows?.row(row)?.cells[column];
  }

  /** The element of the active cell, which popovers are placed beside. */
  get anchor() {
    return this.grid.cellAt(this.cursor.row, this.cursor.column) ?? this.grid.element;
  }

  /** Moves to an object's row, if the view has it. */
  async find(object) {
    const { type, where, sort } = this.opened;
    if (object.type !== type) return;
    try {
      const answer = await get("position", { type, where, sort: sortText(sort), key: object.key });
      const position = answer?.position ?? null;
      if (position === null) return;
      if (this.rows.isReady) this.cursor.move(position, this.cursor.column);
      else this.#pending = position;
    } catch (error) {
      failed(error);
    }
  }

  #use(keep, isResorted = false) {
    this.columns = columnsOf(this.opened);
    const sorted = this.columns.findIndex(({ path }) => path === this.opened.sort[0]?.path);
    this.grid.use({ rows: this.rows, columns: this.columns, type: this.type, sorted, isResorted, keep });
    this.grid.element.setAttribute("aria-busy", String(!this.rows.isReady));
    this.#showState();
  }

  #fill(cell, row, place) {
    const column = this.columns[place];
    fillCell(cell, column, row.cells[place], { type: this.type, key: row.key, property: column.path });
  }

  #arrived() {
    const { rows } = this;
    this.#answered = Date.now();
    this.cursor.complete(rows.version, (index) => this.key(index));
    if (this.#activeKey !== null && this.key() !== this.#activeKey) {
      const now = rows.indexOf(this.#activeKey);
      if (now >= 0) this.cursor.row = now;
    }
    if (this.cursor.row >= rows.total) this.cursor.row = Math.max(0, rows.total - 1);
    this.#activeKey = this.key() ?? this.#activeKey;
    this.cursor.keepAnchor(rows.version, (key) => rows.indexOf(key));
    if (rows.info) fit(this.type, this.columns, rows.info.rows);
    this.grid.element.setAttribute("aria-busy", "false");
    this.grid.layout();
    this.#showState();
    if (this.#pending !== null && !rows.error) this.cursor.move(this.#pending, this.cursor.column);
    this.#pending = null;
    const text = rows.error ? rows.error.message : counted(rows.total, "row");
    if (text !== this.#announced) announce(text);
    this.#announced = text;
    this.onRows();
  }

  #showState() {
    const state = stateOf(this.rows, this.opened, () => this.rows.reload());
    replace(this.#state, state);
    this.#state.hidden = state === null;
    this.grid.element.hidden = state !== null;
  }

  get #mayBeReleased() {
    const { where, sort } = this.opened ?? { where: "", sort: [] };
    return (where !== "" || sort.length > 0) && Date.now() - this.#answered > KEPT;
  }

  #committed({ version, many, types }) {
    if (!this.rows) return;
    const { where, sort } = this.opened;
    // A condition and an order may read objects of other types.
    const mayMove = many || where !== "" || sort.length > 0 || types.some(({ type }) => type === this.type);
    const isExpired = mayMove && this.rows.expire(version);
    // Cells show the display properties of linked objects, whose changes are not changes of these rows. Any value may be a link.
    const isLinked = this.columns.some((column) => column.form === "any" || types.some(({ type }) => column.target === type));
    if (isExpired || isLinked || this.#mayBeReleased) this.#reload();
  }

  #changed(change) {
    if (!this.rows || change.view !== this.rows.info?.view) return;
    if (!change.many) this.#highlight.add([...change.inserted, ...change.modified]);
    this.#reload();
  }

  // A page in a hidden tab requests nothing until it is shown again.
  #reload() {
    this.#isStale = document.hidden;
    if (!document.hidden) this.rows?.reload();
  }
}
