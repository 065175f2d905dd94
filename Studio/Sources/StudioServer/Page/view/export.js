import { h } from "../core/dom.js";
import { view } from "../core/address.js";
import { sortText } from "../core/view.js";
import { menu } from "../core/popover.js";
import { address } from "../net/api.js";
import { columnsOf } from "../net/schema.js";

/** Offers the rows of the view as a file: what is shown, in its order and with its columns. */
export function openExport(anchor) {
  menu(anchor, [
    { text: "JSON lines", hint: ".jsonl", action: () => download("jsonl") },
    { text: "CSV", hint: ".csv", action: () => download("csv") },
  ], { label: "Export" });
}

function download(format) {
  const { type, where, sort, hidden } = view.value;
  // All columns without an order is an export that `ashlar import` reads back, so columns are named only if some are hidden.
  const columns = hidden.length ? columnsOf(view.value).map((column) => column.path).join(",") : null;
  const link = h("a", { href: address("export", { type, where, sort: sortText(sort), columns, format }), download: `${type}.${format}` });
  document.body.append(link);
  link.click();
  link.remove();
}
