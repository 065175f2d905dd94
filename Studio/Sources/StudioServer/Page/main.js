// The page of Ashlar Studio: reads the file's schema, connects the panes, and shows the view that the address spells out.

import { byId, h, replace } from "./core/dom.js";
import { show, view } from "./core/address.js";
import { gathered } from "./core/gathered.js";
import { failed } from "./core/notice.js";
import { shortcuts } from "./core/shortcuts.js";
import { startTheme } from "./core/theme.js";
import { committed, resumed, startEvents } from "./net/events.js";
import { capabilities, file, loadFile, loadSchema, schema, typeNamed } from "./net/schema.js";
import { closePanel, panelHost } from "./editing/panel.js";
import { editing, startMode, toggleEditing } from "./editing/mode.js";
import { redo, undo, written } from "./editing/writer.js";
import { startImport } from "./editing/import.js";
import { startCommits } from "./panes/commits.js";
import { filePage } from "./panes/file.js";
import { graphPage } from "./panes/graph.js";
import { openHelp, startHelp } from "./panes/help.js";
import { focusObject, reloadObject, startObject } from "./panes/object.js";
import { startPages } from "./panes/pages.js";
import { objects } from "./panes/selection.js";
import { closeTypes, focusTypes, startTypes } from "./panes/types.js";
import { Actions } from "./table/actions.js";
import { listen } from "./table/input.js";
import { failure, loading, message } from "./table/states.js";
import { Table } from "./table/table.js";
import { Bar } from "./view/bar.js";
import { Groups } from "./view/groups.js";

const main = byId("main");
const table = new Table();
const groups = new Groups();
const bar = new Bar({ leave: () => table.grid.focus() });
const rowsPage = [bar.element, panelHost, groups.element, table.element];

/** Shows the page that the view names. The table stays the same element, so that its scroll position survives. */
function showPage() {
  const { page, type } = view.value;
  document.title = [page === "types" ? type : page === "graph" ? "Graph" : "File", file.value?.name,
    "Ashlar Studio"].filter(Boolean).join(" – ");
  if (!schema.value) replace(main, loading("Reading the file …"));
  else if (page === "graph") replace(main, graphPage());
  else if (page === "file") showFile();
  else if (schema.value.length === 0) replace(main, message("The file has no types",
    "A program that opens the file with a schema creates them."));
  else if (!typeNamed(type)) replace(main, panelHost, message(`There is no type '${type}'`, "Choose a type at the left."));
  else if (main.firstElementChild !== bar.element) replace(main, rowsPage);
}

async function showFile() {
  replace(main, loading("Reading the file …"));
  try {
    await loadFile();
    // The server has read all pages, and the sizes of types are those of the file as it is now.
    loadSchema().catch(failed);
    if (view.value.page === "file") replace(main, filePage(file.value));
  } catch (error) {
    if (view.value.page === "file") replace(main, failure("The file was not read", error, showFile));
  }
}

function viewChanged(now, before) {
  const isOther = now.page !== before.page || now.type !== before.type;
  if (isOther) showPage();
  if (now.page !== "types" || !typeNamed(now.type)) return;
  if (now.type !== table.type) closePanel();
  // The table has the rows that it opened last, while the view may have changed several times on the pages of the graph and of the file.
  if (!table.shows(now)) table.open();
  else if (isOther) table.redraw();
  bar.update(table.rows);
  groups.update();
}

function startKeys() {
  shortcuts({
    "/": () => bar.condition.focus(),
    "?": openHelp,
    g: focusTypes,
    t: () => table.grid.focus(),
    o: focusObject,
    l: () => byId("theme").click(),
    e: toggleEditing,
    "[": () => objects.go(-1),
    "]": () => objects.go(1),
    "Ctrl+z": undo,
    "Ctrl+Shift+z": redo,
    "Ctrl+y": redo,
    Escape: () => {
      closeTypes();
      table.grid.focus();
    },
  });
}

const signatureOf = (type) => JSON.stringify(typeNamed(type)?.properties.map(({ name, form, element }) => [name, form, element]));

/** A program that opens the file with a newer schema may add properties while the page is open; the table then has other columns. */
function watchProperties() {
  let type = view.value.type;
  let signature = signatureOf(type);
  schema.watch(() => {
    const now = signatureOf(view.value.type);
    const isOther = type === view.value.type && now !== signature;
    [type, signature] = [view.value.type, now];
    if (!isOther || view.value.page !== "types") return;
    showPage();
    if (typeNamed(type)) table.open();
  });
}

/** Counts of types change with commits; they are read again at most once a second. */
function startCounts() {
  const reload = gathered(() => loadSchema().catch(failed));
  committed.watch(reload);
  resumed.watch(reload);
  written.watch(() => {
    reload();
    table.rows?.reload();
    reloadObject();
    groups.reload();
  });
}

async function start() {
  startTheme(byId("theme"));
  startTypes();
  startPages();
  startHelp();
  startMode();
  startCommits();
  startKeys();
  startImport();
  listen(table, new Actions(table));
  table.onRows = () => bar.arrived(table.rows);
  showPage();
  try {
    startEvents();
    await Promise.all([loadFile({ brief: true }), loadSchema()]);
  } catch (error) {
    replace(main, h("div", { class: "state error" }, h("h2", { text: "The file was not read" }), h("p", { text: error.message })));
    return;
  }
  byId("file-name").textContent = file.value.name;
  byId("file-name").title = file.value.path;
  const types = schema.value;
  if (!view.value.type && types.length) show({ type: (types.find((type) => type.kind === "object") ?? types[0]).name }, { quietly: true });
  startObject({ leave: () => table.grid.focus() });
  view.watch(viewChanged);
  capabilities.watch(() => bar.update(table.rows));
  editing.watch(() => bar.update(table.rows));
  showPage();
  if (view.value.page === "types" && typeNamed(view.value.type)) {
    table.open();
    bar.update(table.rows);
    groups.update();
    table.grid.focus();
    if (view.value.object) table.find(view.value.object);
  }
  startCounts();
  watchProperties();
}

start();
