/**
 * Arrows, Page keys, Home and End move the active cell, with Shift they select rows; Space adds a row to the selection. Returns whether the
 * key was one of these.
 */
export function moveByKey(event, { cursor, grid, rows, columns }) {
  if (event.altKey) return false;
  const jump = event.ctrlKey || event.metaKey;
  const last = Math.max(0, rows.total - 1);
  const end = columns - 1;
  const { row, column } = cursor;
  const targets = {
    ArrowDown: [jump ? last : row + 1, column],
    ArrowUp: [jump ? 0 : row - 1, column],
    ArrowRight: [row, jump ? end : column + 1],
    ArrowLeft: [row, jump ? 0 : column - 1],
    PageDown: [row + grid.pageSize, column],
    PageUp: [row - grid.pageSize, column],
    Home: jump ? [0, 0] : [row, 0],
    End: jump ? [last, end] : [row, end],
  };
  if (event.key === " ") {
    const key = rows.row(row)?.key;
    if (key && !event.repeat) cursor.toggle(row, key, null);
    event.preventDefault();
    return true;
  }
  const target = targets[event.key];
  if (!target) return false;
  event.preventDefault();
  const clamp = (value, most) => Math.min(Math.max(0, value), Math.max(0, most));
  cursor.move(clamp(target[0], last), clamp(target[1], end),
    { extend: event.shiftKey, keyAt: (index) => rows.row(index)?.key ?? null, version: rows.version });
  return true;
}
