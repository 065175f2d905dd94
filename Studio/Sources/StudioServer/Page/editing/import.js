import { button, byId, h, replace } from "../core/dom.js";
import { view } from "../core/address.js";
import { bytes, counted } from "../core/numbers.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { post } from "../net/api.js";
import { Latest } from "../net/latest.js";
import { capabilities, schema } from "../net/schema.js";
import { editing } from "./mode.js";
import { closeIfOpen, focusWithin, openPanel } from "./panel.js";
import { previewOf } from "./preview.js";
import { inTurn, isPermitted, refusal, undoHistory, written } from "./writer.js";

const TYPES = { jsonl: "application/x-ndjson", csv: "text/csv" };

/**
 * Previews, one at a time: each sends the whole file, and the server performs two imports of all pages at the same time. The latest one waits
 * for the one before it.
 */
const previews = new Latest((send) => send());

/** Accepts files that are dropped on the page, while editing is on. */
export function startImport() {
  const sign = h("div", { class: "drop", hidden: true, text: "Drop JSON lines or CSV to import" });
  byId("panes").append(sign);
  const accepts = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (event) => {
    if (!accepts(event)) return;
    // Without this the browser would leave the page and show the file.
    event.preventDefault();
    sign.textContent = canImport() ? "Drop JSON lines or CSV to import" : "Read-only: turn on editing to import";
    sign.hidden = false;
  });
  addEventListener("dragleave", (event) => (sign.hidden = event.relatedTarget === null || sign.hidden));
  addEventListener("drop", (event) => {
    if (!accepts(event)) return;
    event.preventDefault();
    sign.hidden = true;
    if (canImport()) openImport(event.dataTransfer.files[0]);
    else notice("Read-only: turn on editing to import.", { error: true });
  });
}

const canImport = () => editing.value && capabilities.value.import === true;

/** Opens the file picker, for those who cannot drop. */
export function chooseImport() {
  const input = h("input", { type: "file", accept: ".jsonl,.ndjson,.json,.csv",
    on: { change: () => input.files[0] && openImport(input.files[0]) } });
  input.click();
}

/** Prepares an import: the type and the format, what it would store, and then the write. */
export function openImport(file) {
  const format = h("select", { "aria-label": "Format" }, h("option", { value: "jsonl", text: "JSON lines" }),
    h("option", { value: "csv", text: "CSV" }));
  format.value = /\.csv$/i.test(file.name) ? "csv" : "jsonl";
  const type = h("select", { "aria-label": "Type" }, schema.value.filter(({ kind }) => kind === "object").map(({ name }) =>
    h("option", { value: name, text: name })));
  type.value = schema.value.some(({ name }) => name === file.name.replace(/\.\w+$/, "")) ? file.name.replace(/\.\w+$/, "")
    : view.value.type;
  const update = h("input", { type: "checkbox", id: "import-update" });
  const shown = h("div", {});
  const apply = button("Import", once(() => store()), { class: "main", disabled: true });
  const cancel = button("Cancel", () => closeIfOpen(panel));
  /** The format and the parameters that were previewed, which alone are used for the import. */
  let prepared = null;
  /** The number of the preview: a change of the form makes those before it stale. */
  let number = 0;
  const chosen = () => ({ format: format.value, parameters: { type: type.value, update: update.checked ? 1 : 0 } });
  const send = ({ format: name, parameters }, preview) => post("import", file, { type: TYPES[name],
    parameters: { ...parameters, preview: preview ? 1 : 0 } });
  const check = () => {
    const own = (number += 1);
    const checking = chosen();
    prepared = null;
    apply.disabled = true;
    replace(shown, h("p", { class: "sub", text: "Reading the file …" }));
    const finish = (content, isAccepted) => {
      if (own !== number) return;
      replace(shown, content);
      prepared = isAccepted ? checking : null;
      apply.disabled = !isAccepted;
      // An import cannot be undone, so Enter must not perform it unread.
      if (own === 1) focusWithin(panel, cancel);
    };
    previews.send(() => send(checking, true), (answer) => finish(previewOf(answer), true),
      (error) => finish(h("p", { class: "problem", role: "alert", text: error.message }), false));
  };
  const store = async () => {
    if (!isPermitted()) return;
    apply.disabled = true;
    const [own, checked] = [number, prepared];
    try {
      const answer = await inTurn(() => send(checked, false));
      // The server returns no inverse of an import, and rows that earlier edits expect may have changed.
      undoHistory.clear();
      notice(`Imported ${counted(answer.stored, "row")} from ${file.name}. This cannot be undone.`);
      written.emit({ actions: [], answer });
      closeIfOpen(panel);
    } catch (error) {
      notice(refusal(error, `Imported ${file.name}`), { error: true });
      if (own === number) apply.disabled = false;
    }
  };
  for (const input of [format, type, update]) input.addEventListener("change", check);
  const panel = openPanel(`Import ${file.name}`, [
    h("div", { class: "form" }, h("label", { text: "file" }), h("span", { text: `${file.name}, ${bytes(file.size)}` }),
      h("label", { text: "format" }), format,
      h("label", { text: "type" }), type, h("label", { for: "import-update", text: "existing keys" }),
        h("label", {}, update, " update objects whose primary key exists")),
    shown, h("div", { class: "actions" }, apply, cancel),
  ]);
  check();
}
