import { h, replace } from "../core/dom.js";
import { view } from "../core/address.js";
import { count, counted, milliseconds } from "../core/numbers.js";
import { popover } from "../core/popover.js";
import { oneLine } from "../core/text.js";
import { get } from "../net/api.js";
import { cellText } from "../values/celltext.js";
import { isNumeric, scalarText, stringOf } from "../values/scalars.js";
import { histogram } from "./histogram.js";
import { addCondition } from "./valuemenu.js";

/** Opens the summary of a column. It is computed now, since it reads all rows of the view. */
export function openSummary(anchor, column) {
  const body = h("div", { class: "summary", tabindex: "-1", autofocus: true, "aria-busy": "true" },
    h("p", { class: "sub", text: "Reading all rows …" }));
  const opened = popover(anchor, [h("h2", { text: column.path }), body],
    { label: `Summary of ${column.path}`, className: "summary-panel" });
  const choose = (where) => {
    opened.close();
    addCondition(where);
  };
  const { type, where } = view.value;
  get("summary", { type, where, column: column.path }).then(
    (answer) => replace(body, ...content(column, answer, choose)),
    (error) => replace(body, h("p", { class: "problem", text: error.message })),
  ).finally(() => body.removeAttribute("aria-busy"));
}

function content(column, answer, choose) {
  const form = column.element;
  const rows = answer.count;
  const filled = rows - answer.nil;
  return [
    share(filled, rows),
    h("dl", { class: "facts" }, facts(form, answer, filled).flatMap(([name, value]) =>
      [h("dt", { text: name }), h("dd", { text: value, title: value })])),
    answer.histogram?.length ? h("div", {}, histogram(form, answer.histogram, choose),
      h("div", { class: "ends" }, h("span", { text: endText(form, answer.min) }), h("span", { text: endText(form, answer.max) }))) : null,
    answer.top?.length ? h("div", {}, h("h3", { text: "Most frequent" }), frequent(column, form, answer.top, choose)) : null,
  ];
}

function facts(form, answer, filled) {
  const found = [["rows", count(answer.count)], ["nil", count(answer.nil)], ["not nil", count(filled)]];
  // The server stops counting at 10,000 values, and at a value that it does not compare with others, such as a long text.
  if (answer.distinct) found.push(["distinct", `${answer.distinct.exact ? "" : "more than "}${count(answer.distinct.count)}`]);
  if (answer.elements !== undefined && answer.elements !== null) found.push(["elements", count(answer.elements)],
    ["empty", count(answer.empty)]);
  if (answer.lengths) found.push(["lengths", `${count(answer.lengths.min)} … ${count(answer.lengths.max)}`]);
  if (answer.min !== null && answer.min !== undefined) found.push(["min", endText(form, answer.min)],
    ["max", endText(form, answer.max)]);
  if (answer.milliseconds !== undefined) found.push(["computed in", milliseconds(answer.milliseconds)]);
  return found;
}

/** The least or the greatest value. Those of an AnyRealmValue are numbers, dates or texts, without their types. */
const endText = (form, cell) => (form === "any" ? oneLine(String(stringOf(cell))) : scalarText(form, cell));

/** A bar of nil and not nil. */
function share(filled, rows) {
  const part = h("span", { style: { width: `${rows ? (filled / rows) * 100 : 0}%` } });
  return h("div", { class: "share", role: "img", "aria-label": `${counted(filled, "row")} of ${count(rows)} are not nil`,
    title: "not nil" }, part);
}

function frequent(column, form, top, choose) {
  const most = Math.max(...top.map((entry) => entry.count));
  return h("div", { class: isNumeric(form) ? "top-values numbers" : "top-values" }, top.map((entry) =>
    h("button", { type: "button", disabled: !entry.where, title: entry.where ?? "", on: { click: () => choose(entry.where) } },
    h("bdi", { class: entry.value === null ? "value nil" : "value", text: cellText({ ...column, form }, entry.value) }),
    h("span", { class: "stripe" }, h("span", { style: { width: `${(entry.count / most) * 100}%` } })),
      h("span", { class: "figure", text: count(entry.count) }))));
}
