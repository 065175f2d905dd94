import { button } from "./dom.js";
import { failed } from "./notice.js";

/** A button whose action requests something: a failure is reported, and the button can then be pressed again. */
export function requesting(text, action, properties) {
  const element = button(text, async () => {
    element.disabled = true;
    try {
      await action();
    } catch (error) {
      failed(error);
    }
    element.disabled = false;
  }, properties);
  return element;
}
