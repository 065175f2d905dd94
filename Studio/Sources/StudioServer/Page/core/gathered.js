/** Milliseconds between a call and the action. */
const PAUSE = 1000;

/** Returns a function that performs an action a second later, once for all calls until then. A hidden page waits until it is shown. */
export function gathered(action) {
  let isPlanned = false;
  const perform = () => {
    if (document.hidden) return document.addEventListener("visibilitychange", perform, { once: true });
    isPlanned = false;
    return action();
  };
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(perform, PAUSE);
  };
}
