import { byId, h } from "../core/dom.js";
import { count, counted } from "../core/numbers.js";
import { popover } from "../core/popover.js";
import { committed, connection, newest, resumed } from "../net/events.js";
import { localTime } from "../values/dates.js";

/** Commits that are listed; older ones are only counted, so that a page left open overnight does not grow. */
const KEPT = 200;

/** Reports of commits, each `{ from, version, time, many, types }`, and ranges of versions without reports, `{ from, version }`. */
const commits = [];
/** The version when the page was opened. */
let first = null;
/** The version of the last report, or of the beginning of the stream after it. */
let last = null;

/** Starts the state of the connection and the list of what commits changed since the page was opened. */
export function startCommits() {
  const state = byId("connection");
  const open = byId("commits");
  const draw = () => {
    state.dataset.state = connection.value;
    const text = { connecting: "connecting", live: "live", lost: "server lost" }[connection.value];
    if (state.textContent !== text) state.textContent = text;
    open.hidden = newest.value === null;
    const total = first === null ? 0n : last - first;
    open.textContent = `v${newest.value}${total ? ` +${count(total)}` : ""}`;
    open.title = "Commits since the page was opened";
    open.setAttribute("aria-label", `Version ${newest.value}, ${counted(total, "commit")} since the page was opened`);
  };
  connection.watch(draw, { run: true });
  newest.watch(draw);
  committed.watch((commit) => {
    add(commit);
    draw();
  });
  resumed.watch(({ version }) => {
    const now = BigInt(version);
    // Another file in the place of the former one has versions of its own.
    if (first === null || now < last) [first, last, commits.length] = [now, now, 0];
    else if (now > last) add({ version });
    draw();
  });
  open.addEventListener("click", () => popover(open, list(), { label: "Commits", className: "commits-panel" }));
}

/** Adds what a report, or the end of a range without reports, states about the versions since the last one. */
function add(report) {
  const version = BigInt(report.version);
  if (version <= last) return;
  commits.unshift({ ...report, from: last + 1n });
  commits.length = Math.min(commits.length, KEPT);
  last = version;
}

function list() {
  if (commits.length === 0) return h("div", {}, h("h2", { text: "Commits" }),
    h("p", { class: "sub", text: "Nothing was committed since the page was opened." }));
  return h("div", { tabindex: "-1", autofocus: true }, h("h2", { text: "Commits since the page was opened" }),
    h("ul", { class: "commit-list", tabindex: "0", "aria-label": "Commits" }, commits.map((commit) => h("li", {},
    h("span", { class: "mono", text: versions(commit) }),
    h("span", { class: "sub", text: commit.time ? localTime(commit.time).slice(11, 19) : "" }),
    h("span", { text: contents(commit) })))));
}

function contents({ types, many }) {
  if (!types) return UNREPORTED;
  // Types may be missing if there are too many changes to list.
  return many ? "many rows" : types.map(changes).join("; ") || "no rows";
}

const UNREPORTED = "not reported: the page was hidden, or not connected";

/** Several commits may have one report. */
const versions = ({ from, version }) => (from < BigInt(version) ? `v${from} – v${version}` : `v${version}`);

function changes({ type, inserted, modified, deleted, many }) {
  if (many) return `${type}: many rows`;
  const parts = [["+", inserted], ["~", modified], ["−", deleted]].filter(([, number]) => number > 0);
  return [type, ...parts.map(([sign, number]) => sign + count(number))].join(" ");
}
