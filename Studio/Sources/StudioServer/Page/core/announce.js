import { byId } from "./dom.js";

let timer = 0;

/**
 * Has screen readers say a text: counts, errors and results of actions. The region is emptied first, because a text that repeats is
 * otherwise not read again, and texts that follow each other within a tenth of a second are joined by the last: only it is true.
 */
export function announce(text) {
  const region = byId("announcements");
  region.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(() => (region.textContent = text), 100);
}
