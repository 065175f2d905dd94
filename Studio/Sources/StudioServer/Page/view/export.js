import { h } from "../core/dom.js";
import { view } from "../core/address.js";
import { notice } from "../core/notice.js";
import { sortText } from "../core/view.js";
import { menu } from "../core/popover.js";
import { address } from "../net/api.js";
import { columnsOf, typeNamed } from "../net/schema.js";

/** Offers the rows of the view as a file: what is shown, in its order and with its columns. */
export function openExport(anchor) {
  menu(anchor, [
    { text: "JSON lines", hint: ".jsonl", action: () => download("jsonl") },
    { text: "CSV", hint: ".csv", action: () => download("csv") },
  ], { label: "Export" });
}

function download(format) {
  const { type, where, sort, hidden } = view.value;
  // All columns without an order is an export that `ashlar import` reads back, so columns are named only if some are hidden. Embedded objects
  // cannot be imported alone, and the server exports them only by named columns.
  const isNamed = hidden.length > 0 || typeNamed(type)?.kind === "embedded";
  const columns = isNamed ? columnsOf(view.value).map((column) => column.path).join(",") : null;
  if (columns === "") {
    notice("No column is shown. Show a column to export its values.", { error: true });
    return;
  }
  const link = h("a", { href: address("export", { type, where, sort: sortText(sort), columns, format }), download: `${type}.${format}` });
  document.body.append(link);
  link.click();
  link.remove();
}
