import { h, replace } from "../core/dom.js";
import { bytes, count, counted } from "../core/numbers.js";
import { requesting } from "../core/requesting.js";
import { lines, oneLine } from "../core/text.js";
import { address, get, getText } from "../net/api.js";
import { typeNamed } from "../net/schema.js";
import { binaryDetail } from "./binary.js";
import { pill } from "./cell.js";
import { age, localTime } from "./dates.js";
import { caseName, doubleText, stringOf } from "./scalars.js";

/** Text up to this length is requested whole; longer text is downloaded. */
const WHOLE = 2_000_000;
const STEP = 100;

/** What is shown in the place of a value that no request returns. */
const TOO_DEEP = "nested too deeply to be shown; copy the object as JSON";

const nil = () => h("span", { class: "nil", text: "nil" });

/**
 * A value in full: text of all lines, data as hex or image, collections and embedded objects unfolded. `place` is `{ type, key, property
 * }`, for requests of what the answer left out, with `element` or `entry` for one position in the property. Requests cannot name a deeper
 * position: its place is null.
 */
export function detail(form, cell, property, place) {
  if (cell === null || cell === undefined) return nil();
  switch (form) {
    case "string": return text(cell, place);
    case "date": return h("span", {}, localTime(cell), h("div",
      { class: "sub", text: `${cell.replace("T", " ").replace(/Z$/, "")} UTC · ${age(cell)}` }));
    case "data": return binaryDetail(cell, place);
    case "double": return h("span", { text: doubleText(cell) });
    case "enum": {
      const name = caseName(property, cell) ?? String(cell);
      return h("span", {}, h("span", { class: "enum", text: oneLine(name) }),
        name === String(cell) ? null : h("span", { class: "sub", text: ` ${oneLine(String(cell))}` }));
    }
    case "link": return pill(cell);
    case "embedded": return embedded(cell);
    case "list": case "set": case "map": return collection(form, cell, property, place);
    case "any": return any(cell, property, place);
    case "bool": return h("span", { class: `bool ${cell}`, text: String(cell) });
    default: return h("span", { text: String(cell) });
  }
}

function text(cell, place) {
  if (cell === "") return h("span", { class: "nil", text: "\"\"" });
  const shown = h("bdi", { class: "whole", text: lines(stringOf(cell)) });
  if (typeof cell !== "object") return shown;
  if (place === null) return h("div", {}, shown, h("div", { class: "sub", text: `… ${bytes(cell.bytes)}, ${TOO_DEEP}` }));
  const rest = cell.bytes <= WHOLE
    ? requesting(`Show all ${bytes(cell.bytes)}`, async () => {
        shown.textContent = lines(await getText("value", place));
        rest.remove();
      })
    : h("a", { href: address("value", place), download: "", text: `Download ${bytes(cell.bytes)}` });
  return h("div", {}, shown, h("div", { class: "sub" }, "… ", rest));
}

function any(cell, property, place) {
  const form = { object: "link", float: "double" }[cell.any] ?? cell.any;
  return h("div", {}, h("span", { class: "badge", text: cell.any }), detail(form, cell.value, { ...property, element: "any" }, place));
}

/** The properties of an embedded object. Deeper ones are requested when they are unfolded. */
export function embedded(cell) {
  const holder = h("div", {});
  const show = (properties) => replace(holder, h("div", { class: "tree" }, h("dl", {}, properties.flatMap(({ name, value }) => {
    const property = typeNamed(cell.type)?.properties.find((entry) => entry.name === name) ?? { form: "string", element: "string" };
    return [h("dt", { text: name }), h("dd", {}, detail(property.form, value, property,
      { type: cell.type, key: cell.key, property: name }))];
  }))));
  if (cell.properties) show(cell.properties);
  else {
    const more = requesting(`▸ ${cell.label === null ? cell.type : oneLine(cell.label)}`, async () => {
      show((await get("object", { type: cell.type, key: cell.key })).properties);
    }, { class: "unfold" });
    replace(holder, more);
  }
  return holder;
}

function collection(form, cell, property, place) {
  if (cell.count === 0) return h("span", { class: "nil", text: form === "map" ? "{}" : "[]" });
  const list = h("ul", { class: "tree" });
  const rest = h("div", { class: "sub" });
  // Parts of a property alone can be requested, and of an AnyRealmValue none.
  const hasParts = place !== null && !("element" in place) && !("entry" in place) && property.collection !== "none";
  const inner = (position) => (place === null || "element" in place || "entry" in place ? null : { ...place, ...position });
  let shown = 0;
  const add = (part) => {
    const entries = part.entries ?? part.elements.map((element, index) => [form === "set" ? "" : String(part.from + index), element]);
    for (const [at, value] of entries) {
      list.append(h("li", {}, h("span", { class: "at", text: oneLine(at) }), h("div", {},
        detail(property.element ?? "any", value, property, inner(part.entries ? { entry: at } : { element: shown })))));
      shown += 1;
    }
    replace(rest, shown >= part.count ? null : [`${count(shown)} of ${count(part.count)} `, hasParts
      ? requesting(`Show ${Math.min(STEP, part.count - shown)} more`, more, { class: "quiet" }) : TOO_DEEP]);
  };
  const more = async () => add(await get("elements", { ...place, from: shown, count: STEP }));
  const holder = h("div", {}, h("span", { class: "sub", text: counted(cell.count, form === "map" ? "entry" : "element",
    form === "map" ? "entries" : "elements") }), list, rest);
  if (cell.elements || cell.entries) add(cell);
  else if (hasParts) more().catch((error) => replace(rest, error.message));
  else replace(rest, TOO_DEEP);
  return holder;
}
