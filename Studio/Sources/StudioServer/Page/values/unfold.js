import { h, replace } from "../core/dom.js";
import { popover } from "../core/popover.js";
import { get } from "../net/api.js";
import { detail } from "./detail.js";

/** Unfolds the value of a cell below it: the elements of a collection, or the properties of an embedded object. */
export function unfold(anchor, type, key, column) {
  const body = h("div", { class: "mono", tabindex: "-1", autofocus: true, "aria-busy": "true" },
    h("p", { class: "sub", text: "Reading …" }));
  popover(anchor, [h("h2", { text: column.path }), body], { label: `Value of ${column.path}`, className: "unfolded" });
  const place = { type, key, property: column.path };
  get("object", place).then((object) => {
    replace(body, detail(column.form, object.properties[0].value, column, place));
  }, (error) => replace(body, h("p", { class: "problem", text: error.message }))).finally(() => body.removeAttribute("aria-busy"));
}
