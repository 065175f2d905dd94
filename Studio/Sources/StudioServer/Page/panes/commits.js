import { byId, h } from "../core/dom.js";
import { count } from "../core/numbers.js";
import { popover } from "../core/popover.js";
import { committed, connection, newest } from "../net/events.js";
import { localTime } from "../values/dates.js";

/** Commits that are listed; older ones are only counted, so that a page left open overnight does not grow. */
const KEPT = 200;

const commits = [];
let total = 0;

/** Starts the state of the connection and the list of what commits changed since the page was opened. */
export function startCommits() {
  const state = byId("connection");
  const open = byId("commits");
  const draw = () => {
    state.dataset.state = connection.value;
    const text = { connecting: "connecting", live: "live", lost: "server lost" }[connection.value];
    if (state.textContent !== text) state.textContent = text;
    open.hidden = newest.value === null;
    open.textContent = `v${newest.value}${total ? ` +${count(total)}` : ""}`;
    open.title = "Commits since the page was opened";
    open.setAttribute("aria-label", `Version ${newest.value}, ${count(total)} changes since the page was opened`);
  };
  connection.watch(draw, { run: true });
  newest.watch(draw);
  committed.watch((commit) => {
    total += 1;
    commits.unshift(commit);
    commits.length = Math.min(commits.length, KEPT);
    draw();
  });
  open.addEventListener("click", () => popover(open, list(), { label: "Commits", className: "commits-panel" }));
}

function list() {
  if (commits.length === 0) return h("div", {}, h("h2", { text: "Commits" }),
    h("p", { class: "sub", text: "Nothing was committed since the page was opened." }));
  return h("div", { tabindex: "-1", autofocus: true }, h("h2", { text: "Commits since the page was opened" }),
    h("ul", { class: "commit-list", tabindex: "0", "aria-label": "Commits" }, commits.map((commit) => h("li", {},
    h("span", { class: "mono", text: `v${commit.version}` }), h("span", { class: "sub", text: localTime(commit.time).slice(11, 19) }),
    h("span", { text: commit.types.map(changes).join("; ") || "no rows" })))));
}

function changes({ type, inserted, modified, deleted, many }) {
  if (many) return `${type}: many rows`;
  const parts = [["+", inserted], ["~", modified], ["−", deleted]].filter(([, number]) => number > 0);
  return [type, ...parts.map(([sign, number]) => sign + count(number))].join(" ");
}
