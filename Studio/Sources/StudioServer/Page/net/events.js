import { Emitter, Signal } from "../core/signal.js";
import { address } from "./api.js";

/** `connecting`, `live`, or `lost` while the server cannot be reached. */
export const connection = new Signal("connecting");
/** The newest version that the server reported. */
export const newest = new Signal(null);

export const rowsChanged = new Emitter();
export const committed = new Emitter();
export const objectChanged = new Emitter();
/** The stream begins, for the first time or again, and commits before it may have been missed. */
export const resumed = new Emitter();

/** Opens the event stream. The browser reconnects by itself; the page then reloads if the version has changed. */
export function startEvents() {
  const source = new EventSource(address("events"));
  const on = (name, action) => source.addEventListener(name, (event) => action(JSON.parse(event.data)));
  on("hello", ({ version }) => {
    connection.value = "live";
    newest.value = version;
    // Also the first time: rows that were read before the stream began may have changed in between.
    resumed.emit();
  });
  on("rows", (change) => rowsChanged.emit(change));
  on("commit", (commit) => {
    newest.value = commit.version;
    committed.emit(commit);
  });
  on("object", (change) => objectChanged.emit(change));
  source.addEventListener("error", () => {
    // A stream that the server refuses, as it does after a restart with another token, is not reopened by the browser.
    connection.value = "lost";
    if (source.readyState === EventSource.CLOSED) setTimeout(startEvents, 3000);
  });
  addEventListener("pagehide", () => source.close(), { once: true });
}
