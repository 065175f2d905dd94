import { button, h } from "../core/dom.js";
import { show } from "../core/address.js";

/**
 * What is shown in the place of rows: an error, or that no row satisfies the condition. Null while there are rows, or none have arrived
 * yet.
 */
export function stateOf(rows, view, retry) {
  if (rows.error) return errorState(rows.error, retry);
  if (!rows.isReady || rows.total > 0) return null;
  if (view.where) {
    return h("div", { class: "state" }, h("h2", { text: "No row satisfies the condition" }), h("p", {}, h("code", { text: view.where })),
      button("Show every row", () => show({ where: "" })));
  }
  return h("div", { class: "state" }, h("h2", { text: `${view.type} has no rows` }),
    h("p", { text: "Rows that a program writes appear here at once." }));
}

function errorState(error, retry) {
  if (error.code === "condition") {
    return h("div", { class: "state" }, h("h2", { text: "The condition is not valid" }),
      h("p", { text: "The error is underlined above. Correct it, and press Enter." }));
  }
  return failure("The rows were not read", error, retry);
}

/** What is shown in the place of something that was not read. */
export function failure(title, error, retry) {
  return h("div", { class: "state error" }, h("h2", { text: error.code === "unreachable" ? "The server does not answer" : title }),
    h("p", { text: error.message }), button("Try again", retry));
}

export const message = (title, text) => h("div", { class: "state" }, h("h2", { text: title }), h("p", { text }));

export const loading = (text) => h("div", { class: "state loading", role: "status" }, h("p", { text }));
