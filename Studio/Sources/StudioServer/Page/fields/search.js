import { isComposing } from "../core/composing.js";
import { freshId, h, replace } from "../core/dom.js";

/**
 * A field of text with a list of what matches it below. `find(text)` returns `[{ text, hint, value }]`; `chosen(option)` is called on Enter
 * and click, and `left()` on Escape. The field keeps the focus.
 */
export function searchField({ find, chosen, left, label, text = "" }) {
  const list = h("div", { class: "options", role: "listbox", id: freshId("options"), "aria-label": label });
  const input = h("input", { type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": list.id, "aria-label": label,
    autocomplete: "off", spellcheck: "false", value: text });
  let options = [];
  let marked = 0;
  let number = 0;
  const mark = (index) => {
    marked = index;
    [...list.querySelectorAll("[role=option]")].forEach((option, place) => option.setAttribute("aria-selected", String(place === index)));
    const option = list.children[index];
    if (option?.id) input.setAttribute("aria-activedescendant", option.id);
    option?.scrollIntoView({ block: "nearest" });
  };
  const load = async () => {
    const call = (number += 1);
    let found = [];
    let problem = null;
    try {
      found = await find(input.value);
    } catch (error) {
      problem = error.message;
    }
    if (call !== number) return;
    options = found;
    replace(list, options.map((option, index) => h("div", { role: "option", id: `${list.id}-${index}`, "aria-selected": "false",
      on: { mousedown: (event) => event.preventDefault(), click: () => chosen(options[index]) } }, h("bdi", { text: option.text }),
        option.hint ? h("span", { class: "sub", text: ` ${option.hint}` }) : null)),
      options.length ? null : h("p", { class: "sub", text: problem ?? "Nothing matches." }));
    mark(0);
  };
  input.addEventListener("input", load);
  input.addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    if (event.key === "ArrowDown" && options.length) mark((marked + 1) % options.length);
    else if (event.key === "ArrowUp" && options.length) mark((marked - 1 + options.length) % options.length);
    else if (event.key === "Enter" && options[marked]) chosen(options[marked]);
    else if (event.key === "Escape") left();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  load();
  return { element: h("div", { class: "editor" }, input, list), input };
}
