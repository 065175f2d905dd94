import { Emitter, Signal } from "../core/signal.js";
import { address } from "./api.js";

/** `connecting`, `live`, or `lost` while the server cannot be reached. */
export const connection = new Signal("connecting");
/** The newest version that the server reported. */
export const newest = new Signal(null);

export const rowsChanged = new Emitter();
export const committed = new Emitter();
export const objectChanged = new Emitter();
/** The stream begins with a version, for the first time or again, and commits before it may have been missed. */
export const resumed = new Emitter();

/** How long a hidden page keeps its stream, and when a stream that was refused is opened again, in milliseconds. */
const HIDDEN = 30_000;
const RETRY = 3000;

let source = null;
let timer = 0;

/**
 * Opens the event stream while the page is visible. Browsers open six connections to a server, and a stream takes one of them: six pages in
 * tabs would otherwise leave none for requests. The page reloads what it shows when the stream begins again.
 */
export function startEvents() {
  if (!document.hidden) open();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return resume();
    // A retry of a hidden page waits until the page is visible.
    clearTimeout(timer);
    timer = setTimeout(close, HIDDEN);
  });
  addEventListener("pagehide", close);
  // A page that the browser kept, and shows again after "back", has closed its stream.
  addEventListener("pageshow", (event) => event.persisted && resume());
}

function resume() {
  clearTimeout(timer);
  if (!source || source.readyState === EventSource.CLOSED) open();
}

function close() {
  clearTimeout(timer);
  source?.close();
  source = null;
}

function open() {
  close();
  // A server that was lost stays so until it answers.
  if (connection.value === "live") connection.value = "connecting";
  const stream = new EventSource(address("events"));
  source = stream;
  const on = (name, action) => stream.addEventListener(name, (event) => action(JSON.parse(event.data)));
  on("hello", ({ version }) => {
    connection.value = "live";
    newest.value = version;
    // Also the first time: rows that were read before the stream began may have changed in between.
    resumed.emit({ version });
  });
  on("rows", (change) => rowsChanged.emit(change));
  on("commit", (commit) => {
    newest.value = commit.version;
    committed.emit(commit);
  });
  on("object", (change) => objectChanged.emit(change));
  stream.addEventListener("error", () => {
    if (stream !== source) return;
    // A stream that the server refuses, as it does after a restart with another token, is not reopened by the browser.
    connection.value = "lost";
    if (stream.readyState === EventSource.CLOSED && !document.hidden) timer = setTimeout(open, RETRY);
  });
}
