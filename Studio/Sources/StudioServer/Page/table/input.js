import { isComposing } from "../core/composing.js";
import { editing } from "../editing/mode.js";
import { objects } from "../panes/selection.js";
import { focusObject } from "../panes/object.js";
import { moveByKey } from "./keys.js";

/** How long a second click on the active cell may become a double click, in milliseconds. */
const DOUBLE = 250;
/** The pane follows the cursor after a pause, so that a held arrow key does not request each object. */
const PAUSE = 120;

/** Connects mouse and keys of the table to its actions. */
export function listen(table, actions) {
  const { grid, cursor } = table;
  let timer = 0;
  let pending = 0;
  let clicked = null;
  const follow = () => {
    clearTimeout(timer);
    // The objects that a held key passes do not become entries of the pane's history.
    if (objects.current.value) timer = setTimeout(() => actions.open({ replacing: true }), PAUSE);
  };
  grid.element.addEventListener("click", (event) => {
    const place = placeOf(event);
    if (!place) return;
    const key = table.key(place.row);
    const isSecond = clicked === `${key}/${place.column}` && cursor.row === place.row && cursor.column === place.column;
    clicked = `${key}/${place.column}`;
    if (event.target.closest("a.pill") && (event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if ((event.ctrlKey || event.metaKey) && key) return void cursor.toggle(place.row, key, table.key());
    cursor.move(place.row, place.column,
      { extend: event.shiftKey, keyAt: (index) => table.key(index), version: table.rows.version });
    if (event.shiftKey) return;
    clearTimeout(timer);
    clearTimeout(pending);
    if (event.target.closest("a.pill, .unfold")) actions.follow();
    // While editing, a click does not open the pane: it would move the cell away from the second click of a double click.
    else if (!isSecond && editing.value && !objects.current.value) return;
    else if (!isSecond) actions.open();
    else if (!editing.value) actions.valueMenu();
    else pending = setTimeout(() => actions.valueMenu(), DOUBLE);
  });
  grid.element.addEventListener("dblclick", (event) => {
    clearTimeout(pending);
    if (editing.value && placeOf(event)) actions.edit();
  });
  grid.element.addEventListener("contextmenu", (event) => {
    const place = placeOf(event);
    if (!place) return;
    event.preventDefault();
    if (!cursor.selected.has(table.key(place.row))) cursor.move(place.row, place.column);
    actions.valueMenu();
  });
  grid.element.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.target !== grid.element || !table.rows || isComposing(event)) return;
    if (moveByKey(event, { cursor, grid, rows: table.rows, columns: table.columns.length })) follow();
    else if (performs(event, actions)) event.preventDefault();
  });
}

const COMMANDS = {
  Enter: (actions) => {
    actions.open();
    focusObject();
  },
  ContextMenu: (actions) => actions.valueMenu(), v: (actions) => actions.valueMenu(),
  u: (actions) => actions.follow(),
  m: (actions) => actions.columnMenu(),
  i: (actions) => actions.summary(),
  "+": (actions) => actions.widen(1), "-": (actions) => actions.widen(-1),
  s: (actions) => actions.sort(false), S: (actions) => actions.sort(true),
  e: (actions) => actions.edit(), F2: (actions) => actions.edit(),
  n: (actions) => actions.insert(),
  d: (actions) => actions.duplicate(),
  Delete: (actions) => actions.remove(),
  c: (actions) => actions.copy(false), C: (actions) => actions.copy(true),
};

function performs(event, actions) {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(COMMANDS, event.key)) return false;
  // A key that is held is one command: `d` would otherwise duplicate the row many times.
  if (!event.repeat) COMMANDS[event.key](actions);
  return true;
}

function placeOf(event) {
  const cell = event.target.closest(".cell");
  if (!cell) return null;
  return { row: Number(cell.parentElement.getAttribute("aria-rowindex")) - 2, column: Number(cell.getAttribute("aria-colindex")) - 1 };
}
