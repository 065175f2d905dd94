import { h } from "../core/dom.js";
import { counted } from "../core/numbers.js";
import { typeNamed } from "../net/schema.js";
import { cellText } from "../values/celltext.js";

const KINDS = ["inserted", "modified", "deleted"];

/** What a write would change: counts of each type, and its first 20 rows. Nothing has been stored. */
export function previewOf(answer) {
  const changed = answer.changes.filter((change) => change.many || KINDS.some((kind) => change[kind] > 0));
  if (changed.length === 0) return h("div", { class: "preview" }, h("p", { class: "sub", text: "Nothing would change." }));
  return h("div", { class: "preview", role: "region", "aria-label": "Preview" },
    changed.map((change) => typePreview(change, answer.columns[change.type] ?? [])));
}

/** `14 Dependency deleted, 2 modified`. */
export function countsOf(change) {
  if (change.many) return "many rows changed";
  return KINDS.filter((kind) => change[kind] > 0).map((kind) => `${counted(change[kind], "row")} ${kind}`).join(", ");
}

function typePreview(change, columns) {
  // Columns in which a row changes are shown first, since a type may have hundreds.
  const differs = columns.map((_, place) => change.rows.some((row) => row.before && row.after
    && JSON.stringify(row.before[place]) !== JSON.stringify(row.after[place])));
  const order = columns.map((_, place) => place).sort((a, b) => differs[b] - differs[a]).slice(0, 6);
  const properties = typeNamed(change.type)?.properties ?? [];
  const formOf = (name) => properties.find((property) => property.name === name) ?? { form: "string" };
  return h("div", { data: { type: change.type } }, h("p", {}, h("strong", { text: change.type }), `: ${countsOf(change)}`),
    change.rows.length === 0 ? null : h("div", { class: "scroll-x" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { text: "" }), order.map((place) => h("th", { text: columns[place] })))),
      h("tbody", {}, change.rows.map((row) => h("tr", {}, h("td", { text: row.change }),
        order.map((place) => difference(formOf(columns[place]), row, place))))))),
    change.many || change.rows.length < change.inserted + change.modified + change.deleted
      ? h("p", { class: "sub", text: `The first ${counted(change.rows.length, "row")} are shown.` }) : null);
}

function difference(property, { before, after }, place) {
  const text = (row) => cellText(property, row[place]);
  if (!before) return h("td", {}, after ? h("ins", { text: text(after) }) : null);
  if (!after) return h("td", {}, h("del", { text: text(before) }));
  if (text(before) === text(after)) return h("td", { text: text(after) });
  return h("td", {}, h("del", { text: text(before) }), " ", h("ins", { text: text(after) }));
}
