import { announce } from "./announce.js";
import { button, byId, h } from "./dom.js";

/** How long a message about success stays, in milliseconds. An error stays until it is closed: it states what was not stored. */
const STAY = 6000;

/** Shows a message at the bottom, with buttons `{ text, action }`. */
export function notice(text, { error = false, actions = [] } = {}) {
  const close = () => element.remove();
  const element = h("div", { class: error ? "notice error" : "notice" }, h("p", { text }),
    actions.map(({ text: label, action }) => button(label, () => {
      close();
      action();
    })),
    button("×", close, { class: "icon", "aria-label": "Close the message" }));
  const list = byId("notices");
  // More than four messages would cover the table; the oldest is then closed, and one about success before those about errors.
  while (list.children.length >= 4) (list.querySelector(".notice:not(.error)") ?? list.firstElementChild).remove();
  list.append(element);
  announce(text);
  if (!error) setTimeout(close, STAY);
  return close;
}

export const failed = (error) => error.name === "AbortError" ? undefined : notice(error.message, { error: true });
