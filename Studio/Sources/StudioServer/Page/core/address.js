import { Signal } from "./signal.js";
import { queryOf, viewOf } from "./view.js";

/** The view shown. Changes write the address, and the browser's back and forward change the view. */
export const view = new Signal(viewOf(location.search));

addEventListener("popstate", () => (view.value = viewOf(location.search)));

/**
 * Changes parts of the view. A change of what is shown becomes an entry of the browser's history; `quietly` replaces the entry, for the
 * object that is selected, since each arrow key would otherwise add one.
 */
export function show(changes, { quietly = false } = {}) {
  const next = { ...view.value, ...changes };
  const query = queryOf(next);
  const address = query ? `?${query}` : location.pathname;
  if (query !== queryOf(view.value)) history[quietly ? "replaceState" : "pushState"](null, "", address);
  view.value = next;
}
