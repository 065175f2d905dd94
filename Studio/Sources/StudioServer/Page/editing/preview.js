import { button, h, replace } from "../core/dom.js";
import { counted } from "../core/numbers.js";
import { typeNamed } from "../net/schema.js";
import { cellText } from "../values/celltext.js";
import { isNumeric } from "../values/scalars.js";

const KINDS = ["inserted", "modified", "deleted"];
/** Columns that are shown at first, unless more of them change: a type may have hundreds. */
const SHOWN = 6;
/** The width of a column in letters, at most. */
const WIDEST = 36;

/** What a write would change: counts of each type, and its first 20 rows. Nothing has been stored. */
export function previewOf(answer) {
  const changed = answer.changes.filter((change) => change.many || KINDS.some((kind) => change[kind] > 0));
  if (changed.length === 0) return h("div", { class: "preview" }, h("p", { class: "sub", text: "Nothing would change." }));
  const element = h("div", { class: "preview", role: "region", "aria-label": "Preview" });
  /** The types of which a person has unfolded all columns. */
  const unfolded = new Set();
  const draw = () => {
    const parts = changed.map((change) => partOf(change, answer.columns[change.type] ?? [], unfolded.has(change.type)));
    // The tables have the same widths, so that their columns are below each other.
    const widths = widthsOf(parts);
    replace(element, parts.map((part) => typePreview(part, widths, unfolded.has(part.change.type), () => toggle(part.change.type))));
  };
  const toggle = (type) => {
    if (!unfolded.delete(type)) unfolded.add(type);
    draw();
    element.querySelector(`[data-type="${CSS.escape(type)}"] button`)?.focus();
  };
  draw();
  return element;
}

/** `14 Dependency deleted, 2 modified`. */
export function countsOf(change) {
  if (change.many) return "many rows changed";
  return KINDS.filter((kind) => change[kind] > 0).map((kind) => `${counted(change[kind], "row")} ${kind}`).join(", ");
}

/** The columns of a type's table, with the texts of their cells before and after the write, and the names of the columns left out. */
function partOf(change, names, isUnfolded) {
  const label = typeNamed(change.type)?.label;
  // The column that names a row is first, then those in which a row changes, of which none is left out.
  const rank = names.map((name, place) => (name === label ? 2 : differs(change, place) ? 1 : 0));
  const order = names.map((_, place) => place).sort((a, b) => rank[b] - rank[a]);
  const shown = Math.max(SHOWN, rank.filter((entry) => entry > 0).length);
  const columns = order.slice(0, isUnfolded ? order.length : shown).map((place) => columnOf(change, names, place));
  return { change, columns, left: order.slice(shown).map((place) => names[place]) };
}

const differs = (change, place) => change.rows.some((row) => row.before && row.after
  && JSON.stringify(row.before[place]) !== JSON.stringify(row.after[place]));

function columnOf(change, names, place) {
  const name = names[place];
  const property = typeNamed(change.type)?.properties.find((entry) => entry.name === name) ?? { form: "string" };
  const text = (row) => (row ? cellText(property, row[place]) : null);
  return { name, isRight: isNumeric(property.form), cells: change.rows.map((row) => [text(row.before), text(row.after)]) };
}

/** The texts of a cell: one that is removed, one that stays, one that is added; each may be null. */
const textsOf = ([before, after]) => (before === after ? [null, after, null] : [before, null, after]);

const present = (cell) => textsOf(cell).filter((text) => text !== null);

/** The width of each place in letters of the values' font. */
function widthsOf(parts) {
  const most = Math.max(...parts.map((part) => part.columns.length));
  return Array.from({ length: most }, (_, place) => Math.min(WIDEST, Math.max(...parts.flatMap(({ columns }) => {
    const column = columns[place];
    if (!column) return [0];
    // Names are bold letters of the interface's font, which are wider.
    return [Math.ceil(column.name.length * 1.2), ...column.cells.map((cell) => present(cell).join(" ").length)];
  }))));
}

function typePreview({ change, columns, left }, widths, isUnfolded, toggle) {
  const isCut = change.many || change.rows.length < change.inserted + change.modified + change.deleted;
  return h("div", { data: { type: change.type } },
    h("p", {}, h("span", {}, h("strong", { text: change.type }), `: ${countsOf(change)}`),
      left.length === 0 || change.rows.length === 0 ? null : button(isUnfolded ? "fewer columns" : `+${counted(left.length, "column")}`,
        toggle, { class: "quiet", "aria-expanded": String(isUnfolded), title: left.join(", ") })),
    change.rows.length === 0 ? null : h("div", { class: "scroll-x" }, table(change, columns, widths)),
    isCut ? h("p", { class: "sub", text: `The first ${counted(change.rows.length, "row")} are shown.` }) : null);
}

function table(change, columns, widths) {
  // Widths of letters are rounded, so a text that fits exactly would be cut.
  const tracks = ["8ch", ...columns.map((_, place) => `${widths[place]}ch`)].map((width) => `calc(${width} + 18px)`);
  return h("table", { style: { width: `calc(${tracks.join(" + ")})` } },
    h("colgroup", {}, tracks.map((width) => h("col", { style: { width } }))),
    h("thead", {}, h("tr", {}, h("th", { text: "" }), columns.map(({ name, isRight }) =>
      h("th", { class: isRight ? "right" : null, scope: "col", text: name, title: name })))),
    h("tbody", {}, change.rows.map((row, index) => h("tr", {}, h("td", { text: row.change }),
      columns.map(({ isRight, cells }) => cellOf(cells[index], isRight))))));
}

function cellOf(cell, isRight) {
  const [removed, stays, added] = textsOf(cell);
  const parts = [removed === null ? null : h("del", { text: removed }), stays, added === null ? null : h("ins", { text: added })]
    .filter((part) => part !== null);
  const isLong = present(cell).join(" ").length > WIDEST;
  return h("td", { class: isRight ? "right" : null, title: isLong ? present(cell).join(" → ") : null },
    parts.flatMap((part, index) => (index ? [" ", part] : [part])));
}
