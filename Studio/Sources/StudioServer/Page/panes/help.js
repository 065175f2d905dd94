import { byId, h } from "../core/dom.js";
import { popover } from "../core/popover.js";

const KEYS = [
  ["Go to", [["/", "condition"], ["g", "types"], ["t", "table"], ["o", "object"], ["Esc", "back to the table"]]],
  ["Table", [["↑ ↓ ← →", "move"], ["Page ↑ ↓, Home, End", "move by pages and to the ends"],
    ["Ctrl Home, Ctrl End", "first and last row"],
    ["Enter", "show the object"], ["Space, Shift ↑ ↓", "select rows"],
    ["v", "menu of the value"], ["u", "unfold the value, or follow its link"], ["c, Shift C", "copy the row as JSON, as Swift"]]],
  ["Column", [["s, Shift S", "sort, add to the order"], ["i", "summary"], ["m", "menu of the column"], ["+ -", "wider, narrower"]]],
  ["Object", [["[ ]", "back, forward"], ["Tab", "links and buttons"]]],
  ["Edit", [["e", "turn editing on; edit the cell"], ["n, d, Delete", "insert, duplicate, delete"],
    ["Ctrl Z, Ctrl Shift Z", "undo, redo"]]],
  ["Condition", [["Enter", "apply"], ["Ctrl Space, ↑ ↓, Tab", "completions"]]],
  ["Page", [["l", "light and dark"], ["?", "this list"]]],
];

/** Opens the list of all keys. */
export function openHelp() {
  const content = KEYS.map(([title, keys]) => h("section", {}, h("h3", { text: title }), h("dl", { class: "keys" },
    keys.flatMap(([key, text]) => [h("dt", {}, key.split(", ").flatMap((part, index) => [index ? " " : null, h("kbd", { text: part })])),
      h("dd", { text })]))));
  popover(byId("help"), h("div", { tabindex: "-1", autofocus: true }, h("h2", { text: "All keys" }), h("div", { class: "help" }, content)),
    { label: "All keys", className: "help-panel" });
}

export function startHelp() {
  byId("help").addEventListener("click", openHelp);
}
