import { isComposing } from "./composing.js";

/** Whether a key belongs to what has the focus: a field of text, a selection, or an open popover. */
export function isTyping(event) {
  const target = event.target;
  return target.closest?.("input:not([type=checkbox]), textarea, select, [popover]") !== null && target !== document.body;
}

/** Calls `actions[key]` for keys of the whole page. Names: the key, with `Ctrl+` for Control or Command, and `Shift+` with these. */
export function shortcuts(actions) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isComposing(event)) return;
    const control = event.ctrlKey || event.metaKey;
    const name = control ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}` : event.key;
    const action = actions[name];
    // Control-Z in a field of text undoes the typing.
    if (!action || isTyping(event)) return;
    event.preventDefault();
    // A key that is held is one command: it would otherwise undo more edits than a person sees.
    if (!event.repeat) action();
  });
}
