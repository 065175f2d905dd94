import { announce } from "../core/announce.js";
import { button, byId, h, replace } from "../core/dom.js";
import { failed } from "../core/notice.js";
import { oneLine } from "../core/text.js";
import { get } from "../net/api.js";
import { Latest } from "../net/latest.js";
import { objectChanged, resumed } from "../net/events.js";
import { schema, typeNamed } from "../net/schema.js";
import { detail } from "../values/detail.js";
import { describe } from "../table/head.js";
import { editing } from "../editing/mode.js";
import { editProperty } from "../editing/property.js";
import { objectMenu } from "./objectmenu.js";
import { linkedBy } from "./links.js";
import { objects } from "./selection.js";

const pane = byId("object");
// The server reports changes of the object that is watched, and other requests of objects must not replace it.
const latest = new Latest((object, signal) => get("object", { ...object, watch: 1 }, signal));
let shown = null;
/** What the pane was drawn from: the object without its version, its type's properties, and what its buttons offer. */
let drawn = "";
/** What had the focus when a person moved to a pane whose object had not arrived. */
let waitingFrom = null;

/** Starts the pane: it shows `objects.current`, and again when the object changes. `leave` receives the focus after Escape. */
export function startObject({ leave }) {
  objects.current.watch((object) => {
    byId("panes").classList.toggle("with-object", object !== null);
    pane.hidden = object === null;
    load(object);
  }, { run: true });
  schema.watch(() => load(objects.current.value));
  editing.watch(() => shown && draw(shown));
  objectChanged.watch((change) => {
    const object = objects.current.value;
    if (!object || change.type !== object.type || change.key !== object.key) return;
    if (change.change === "deleted") removed();
    else load(object);
  });
  resumed.watch(() => load(objects.current.value));
  // Links of the pane and of popovers; those of the table also move its cursor.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".pill[data-key]");
    if (!link || link.closest(".grid") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.closest("[popover]")?.hidePopover();
    objects.open({ type: link.dataset.type, key: link.dataset.key });
    focusObject();
  });
  pane.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    leave();
  });
}

/** Moves the focus to the object; if it has not arrived, when it arrives, unless the focus has moved elsewhere meanwhile. */
export function focusObject() {
  const body = pane.querySelector(".object-body");
  waitingFrom = body ? null : document.activeElement;
  body?.focus();
}

export function reloadObject() {
  load(objects.current.value);
}

function load(object) {
  latest.cancel();
  if (!object || !schema.value) return;
  // The pane keeps what it shows until the answer arrives, so that it does not flicker while a person moves through rows.
  if (!isShown(object)) pane.setAttribute("aria-busy", "true");
  latest.send(object, draw, (error) => {
    if (error.name !== "AbortError") refused(object, error);
  });
}

const isShown = (object) => shown?.type === object.type && shown?.key === object.key;

/** A value that is being edited must not disappear when another process writes the object, or when it cannot be read for a moment. */
const isEdited = (object) => isShown(object) && pane.querySelector(".property.editing") !== null;

function refused(object, error) {
  pane.removeAttribute("aria-busy");
  const isGone = error.code === "gone";
  if (!isGone && isEdited(object)) return void failed(error);
  [shown, drawn] = [null, ""];
  replace(pane, head({ label: null, ...object }), h("div", { class: "object-body", tabindex: "-1" },
    h("div", { class: isGone ? "state" : "state error" }, h("h2", { text: isGone ? "Deleted" : "Not read" }),
      h("p", { text: error.message }), isGone ? null : button("Try again", reloadObject))));
}

function removed() {
  pane.classList.add("deleted");
  pane.querySelector(".object-head h2")?.append(h("small", { class: "problem", text: "deleted" }));
  announce("The object was deleted.");
}

function draw(object) {
  pane.removeAttribute("aria-busy");
  const type = typeNamed(object.type);
  if (isEdited(object)) return redrawEdited(object, type);
  const content = JSON.stringify([{ ...object, version: null }, type?.properties ?? [], editing.value, objects.canGoBack,
    objects.canGoForward]);
  const isSame = content === drawn;
  const top = isShown(object) ? pane.querySelector(".object-body")?.scrollTop : 0;
  [shown, drawn] = [object, content];
  // Most commits are about other objects: the focus, the selection and what a person has unfolded stay.
  if (isSame) return;
  redraw(object, type, top ?? 0);
}

/** Draws the rows whose editors were closed, while another property is edited. */
function redrawEdited(object, type) {
  for (const row of pane.querySelectorAll(".property.edited")) {
    const next = rowOf(object, type, object.properties.find((entry) => entry.name === row.dataset.name));
    const hasFocus = row.contains(document.activeElement);
    row.replaceWith(next);
    if (hasFocus) next.querySelector("button[title=Edit]")?.focus();
  }
}

function redraw(object, type, top) {
  const focused = pane.contains(document.activeElement) || (waitingFrom !== null && document.activeElement === waitingFrom);
  waitingFrom = null;
  pane.classList.remove("deleted");
  const body = h("div", { class: "object-body", tabindex: "-1", "aria-label": `${object.type} ${object.label ?? object.key}` },
    h("dl", {}, object.properties.map((entry) => rowOf(object, type, entry))),
    linkedBy(object));
  replace(pane, head(object), body);
  body.scrollTop = top;
  if (focused) body.focus();
}

function head(object) {
  const title = object.label === null || object.label === "" ? `${object.type} ${object.key}` : oneLine(object.label);
  const more = button("⋯", () => objectMenu(more, object),
    { class: "icon", "aria-label": "Menu of the object", "aria-haspopup": "menu" });
  return h("div", { class: "object-head" },
    h("h2", { title }, h("bdi", { text: title }), h("small", { text: object.type })),
    button("←", () => objects.go(-1), { class: "icon", disabled: !objects.canGoBack, "aria-label": "Back", title: "Back ([)" }),
    button("→", () => objects.go(1), { class: "icon", disabled: !objects.canGoForward, "aria-label": "Forward", title: "Forward (])" }),
    more, button("×", () => objects.open(null), { class: "icon", "aria-label": "Close the object", title: "Close" }));
}

/** Draws the object again after an edit or its cancellation, since the editor is in the place of the value. */
function edited() {
  drawn = "";
  reloadObject();
}

const rowOf = (object, type, entry) => propertyRow(object, entry, type?.properties.find((property) => property.name === entry.name));

function propertyRow(object, { name, value }, property = { form: "string", element: "string", type: "string", collection: "none" }) {
  const place = { type: object.type, key: object.key, property: name };
  const content = h("dd", {}, detail(property.form, value, property, place));
  const edit = button("✎", () => editProperty(row, content, place, property, edited),
    { class: "icon", "aria-label": `Edit ${name}`, title: "Edit" });
  const row = h("div", { class: "property", data: { name } },
    h("dt", { title: [name, describe(property), property.documentation].filter(Boolean).join("\n"), text: name }), content,
    editing.value ? edit : null);
  return row;
}
