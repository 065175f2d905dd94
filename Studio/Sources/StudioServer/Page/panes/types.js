import { isComposing } from "../core/composing.js";
import { byId, h, replace } from "../core/dom.js";
import { show, view } from "../core/address.js";
import { bytes, count, counted, short } from "../core/numbers.js";
import { queryOf, EMPTY } from "../core/view.js";
import { schema } from "../net/schema.js";
import { describe } from "../table/head.js";

const pane = byId("types");
const list = h("div", { class: "types-list", role: "navigation", "aria-label": "Types" });
/** Whether the list of properties is unfolded; the pane is drawn again with each new count. */
let isUnfolded = false;
const filter = h("input", { type: "search", placeholder: "Filter types", "aria-label": "Filter types", spellcheck: "false" });

/** Starts the list of types, with their counts; the chosen type's size, indexes and rules are below its name. */
export function startTypes() {
  replace(pane, list, h("div", { class: "types-find" }, filter));
  filter.addEventListener("input", draw);
  filter.addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    if (event.key === "Enter") list.querySelector("a")?.click();
    if (event.key === "ArrowDown") list.querySelector("a")?.focus();
  });
  list.addEventListener("keydown", (event) => move(event));
  byId("types-toggle").addEventListener("click", () => toggle(!pane.classList.contains("open")));
  schema.watch(draw, { run: true });
  view.watch((now, before) => {
    if (now.type !== before?.type || now.page !== before?.page) draw();
  });
}

/** Focuses the list; in a narrow window it is opened first. */
export function focusTypes() {
  toggle(true);
  (list.querySelector("[aria-current=true]") ?? list.querySelector("a"))?.focus();
}

export function closeTypes() {
  toggle(false);
}

function toggle(isOpen) {
  pane.classList.toggle("open", isOpen);
  byId("types-toggle").setAttribute("aria-expanded", String(isOpen));
}

function move(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const links = [...list.querySelectorAll("a")];
  links[Math.min(Math.max(0, links.indexOf(document.activeElement) + step), links.length - 1)]?.focus();
}

function draw() {
  if (!schema.value) return replace(list, h("p", { class: "state loading", text: "Reading the types …" }));
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.name : null;
  const wanted = filter.value.trim().toLowerCase();
  const found = schema.value.filter((type) => type.name.toLowerCase().includes(wanted));
  const part = (kind) => found.filter((type) => type.kind === kind);
  const entries = (types) => h("ul", {}, types.map((type) => h("li", {}, entry(type), isShown(type) ? facts(type) : null)));
  const embedded = part("embedded");
  replace(list, entries(part("object")), embedded.length ? [h("h3", { text: "Embedded" }), entries(embedded)] : null,
    found.length ? null : h("p", { class: "type-facts", text: "No type has this name." }));
  if (focused) list.querySelector(`a[data-name="${CSS.escape(focused)}"]`)?.focus();
}

const isShown = (type) => view.value.page === "types" && view.value.type === type.name;

function entry(type) {
  return h("div", { class: "entry" }, h("a", {
    href: `?${queryOf({ ...EMPTY, type: type.name })}`, data: { name: type.name }, "aria-current": isShown(type) ? "true" : null,
    title: [counted(type.count, "row"), type.documentation].filter(Boolean).join("\n"),
    on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      // The object of the pane stays, which is another one than when the list was drawn.
      show({ ...EMPTY, type: type.name, object: view.value.object });
      toggle(false);
    } },
  }, h("bdi", { class: "name", text: type.name }), h("span",
    { class: "count", text: short(type.count), "aria-label": counted(type.count, "row") })));
}

/** Size, indexes, rules and links of the chosen type. */
function facts(type) {
  const lines = (name, values) => (values.length ? [h("dt", { text: name }),
    values.map((value) => h("dd", {}, h("code", { text: value })))] : null);
  return h("div", { class: "type-facts" }, type.documentation ? h("p", { text: type.documentation }) : null, h("dl", {},
    lines("size", [type.bytes === null ? counted(type.count, "row") : `${bytes(type.bytes)}, ${counted(type.count, "row")}`]),
    lines("primary key", type.key?.length ? [type.key.join(", ")] : []),
    lines("indexes", type.indexes.map((index) =>
      `${index.properties.join(", ")}${index.bytes === null ? "" : ` (${bytes(index.bytes)})`}`)),
    lines("rules", type.rules),
    lines("linked by", type.linkedBy.map((link) => `${link.type}.${link.property}`)),
    h("dt", {}, h("details", { open: isUnfolded, on: { toggle: (event) => (isUnfolded = event.target.open) } },
      h("summary", { text: `${count(type.properties.length)} properties` }),
      type.properties.map((property) => h("code", { text: `${property.name}: ${describe(property)}` }))))));
}
