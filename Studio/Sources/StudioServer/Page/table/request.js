import { sortText } from "../core/view.js";
import { get } from "../net/api.js";

/** Columns that a request may name. */
const NAMED = 500;

/**
 * Requests a range of the rows of a view. `columns` are those that the table shows. The server returns all properties if no columns are
 * named, and then they are only named if some are hidden.
 */
export async function requestRows({ type, where, sort, hidden }, columns, { from, count }, signal) {
  const paths = columns.map((column) => column.path);
  const isNamed = hidden.length > 0 && paths.length <= NAMED;
  const answer = await get("rows", { type, where, sort: sortText(sort), columns: isNamed ? paths.join(",") : null, from, count }, signal);
  return { ...answer, total: answer.count, rows: arranged(answer, paths) };
}

/** The rows with their cells in the order of the table's columns, from which a file's newer types may differ. */
function arranged({ rows, columns }, paths) {
  if (columns.length === paths.length && columns.every((name, place) => name === paths[place])) return rows;
  const places = paths.map((path) => columns.indexOf(path));
  return rows.map((row) => ({ ...row, cells: places.map((place) => row.cells[place] ?? null) }));
}
