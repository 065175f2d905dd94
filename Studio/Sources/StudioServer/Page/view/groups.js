import { button, h, replace } from "../core/dom.js";
import { show, view } from "../core/address.js";
import { count, counted, milliseconds } from "../core/numbers.js";
import { gathered } from "../core/gathered.js";
import { oneLine } from "../core/text.js";
import { get } from "../net/api.js";
import { committed, resumed } from "../net/events.js";
import { Latest } from "../net/latest.js";
import { typeNamed } from "../net/schema.js";
import { doubleText, isNumeric, scalarText } from "../values/scalars.js";
import { addCondition } from "./valuemenu.js";

const FIGURES = ["sum", "average", "minimum", "maximum"];

/** The groups of a view as a bar chart; a click on a bar restricts the view to its group. */
export class Groups {
  element = h("section", { class: "groups", hidden: true, "aria-label": "Groups" });
  #facts = h("span", { class: "sub" });
  #body = h("div", { class: "groups-body" });
  #latest = new Latest((request, signal) => get("groups", request, signal));
  /** The request whose answer is shown, as JSON. */
  #shown = "null";

  constructor() {
    // All rows are read for the groups, so they are not read for each of many commits.
    const later = gathered(() => this.reload());
    this.#body.addEventListener("scroll", () => this.#fade(), { passive: true });
    new ResizeObserver(() => this.#fade()).observe(this.#body);
    committed.watch((commit) => this.#dependsOn(commit) && later());
    resumed.watch(later);
  }

  /** Shows the groups of the view, or nothing if it has no group. */
  update() {
    const { type, where, group, measure } = view.value;
    this.element.hidden = !group;
    const request = group ? { type, where, by: group, measure: measure ?? "count" } : null;
    const text = JSON.stringify(request);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#latest.cancel();
    if (!request) return;
    this.#facts.textContent = "";
    replace(this.#body, h("p", { class: "sub", text: "Reading all rows …" }));
    replace(this.element, this.#header(), this.#body);
    this.#send(request);
  }

  /** Computes the groups again, after an edit or a commit. The former ones stay until the answer arrives. */
  reload() {
    const request = JSON.parse(this.#shown);
    if (request) this.#send(request);
  }

  /** Whether a commit may have changed the groups. A condition and a path may read objects of other types. */
  #dependsOn({ many, types }) {
    const request = JSON.parse(this.#shown);
    if (!request) return false;
    return many || request.where !== "" || request.by.includes(".") || types.some(({ type }) => type === request.type);
  }

  #send(request) {
    this.#latest.send(request, (answer) => this.#show(answer), (error) => {
      if (error.name !== "AbortError") replace(this.#body, h("p", { class: "problem", text: error.message }));
    });
  }

  #header() {
    const { type, group, measure } = view.value;
    const numbers = typeNamed(type)?.properties.filter((property) => isNumeric(property.form)) ?? [];
    const select = h("select", { "aria-label": "Measure",
      on: { change: () => show({ measure: select.value === "count" ? null : select.value }) } },
      h("option", { value: "count", text: "count" }),
      FIGURES.flatMap((figure) => numbers.map((property) =>
        h("option", { value: `${figure}:${property.path}`, text: `${figure} of ${property.path}` }))));
    select.value = measure ?? "count";
    return h("header", {}, h("h2", { text: `Groups by ${group}` }), select, this.#facts,
      button("×", () => show({ group: null, measure: null }), { class: "icon", "aria-label": "Close the groups", title: "Close" }));
  }

  #show(answer) {
    const most = Math.max(0, ...answer.groups.map((group) => Math.abs(group.figure ?? 0))) || 1;
    const bars = answer.groups.map((group) => {
      const label = group.label === null ? "nil" : group.label === "" ? "\"\"" : oneLine(group.label);
      return h("button", { type: "button", class: "group", disabled: !group.where, title: group.where ?? "",
        on: { click: () => addCondition(group.where, { group: null, measure: null }) } },
        h("bdi", { class: group.label === null ? "value nil" : "value", text: label }),
        h("span", { class: "stripe" }, h("span", { style: { width: `${shareOf(group, most) * 100}%` } })),
        h("span", { class: "figure", text: figure(group) }));
    });
    this.#facts.textContent = [counted(answer.groups.length + answer.more, "group"),
      answer.milliseconds === undefined ? null : milliseconds(answer.milliseconds)].filter(Boolean).join(" · ");
    // The header stays, so that a list of measures that a person has opened does not close, and the focus stays on its group.
    const focused = this.#body.contains(document.activeElement) ? document.activeElement.title : null;
    replace(this.#body, bars.length ? h("div", { class: "groups-list" }, bars) : h("p", { class: "sub", text: "There are no rows to group." }),
      answer.more > 0 ? h("p", { class: "sub", text: `and ${counted(answer.more, "group")} more` }) : null);
    if (focused) bars.find((bar) => bar.title === focused)?.focus();
    this.#fade();
  }

  /** Lets the last groups that are shown fade while there are others below. */
  #fade() {
    const { scrollTop, clientHeight, scrollHeight } = this.#body;
    this.element.classList.toggle("cut-below", scrollTop + clientHeight < scrollHeight - 1);
  }
}

const isInfinite = ({ text }) => text === "Infinity" || text === "-Infinity";

const shareOf = (group, most) => (isInfinite(group) ? 1 : Math.abs(group.figure ?? 0) / most);

/** The figure from its text, which is exact: a JavaScript number rounds integers above 2^53, and JSON has no infinity. */
function figure(group) {
  const { text } = group;
  if (isInfinite(group) || text === "NaN") return doubleText(text);
  // The least and the greatest of dates are no numbers.
  if (group.figure === null) return text === "null" ? "nil" : scalarText("date", text);
  if (Number.isSafeInteger(group.figure)) return count(group.figure);
  return /^-?\d+$/.test(text) ? count(text) : text;
}
