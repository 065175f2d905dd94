import { freshId, h, replace } from "../core/dom.js";
import { get } from "../net/api.js";
import { Latest } from "../net/latest.js";
import { oneLine } from "../core/text.js";

/** The list of completions below a field of text. The field keeps the focus; it names the chosen option by aria-activedescendant. */
export class Completion {
  #field;
  #list;
  #items = [];
  #range = null;
  #chosen = -1;
  #latest;
  #placeAt;
  #accept;

  /** `context()` returns the type; `placeAt(offset)` the rectangle of a character; `accept(from, to, text)` replaces text of the field. */
  constructor(field, { context, placeAt, accept }) {
    this.#field = field;
    this.#placeAt = placeAt;
    this.#accept = accept;
    this.#latest = new Latest(({ text, at }, signal) => get("complete", { type: context(), where: text, at }, signal));
    this.#list = h("div", { class: "completion", role: "listbox", popover: "manual", id: freshId("completion"),
      "aria-label": "Completions" });
    field.after(this.#list);
    for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
      "aria-controls": this.#list.id })) field.setAttribute(name, value);
    field.addEventListener("blur", () => this.close());
  }

  get isOpen() {
    return this.#items.length > 0;
  }

  /** Whether a person chose an entry with the arrow keys; Enter then accepts it. */
  get isChosen() {
    return this.#chosen >= 0;
  }

  request() {
    const text = this.#field.value;
    const at = this.#field.selectionStart;
    this.#latest.send({ text, at }, (answer) => {
      if (document.activeElement === this.#field && this.#field.value === text) this.#open(answer);
    }, () => this.close());
  }

  close() {
    this.#latest.cancel();
    this.#items = [];
    this.#chosen = -1;
    if (this.#list.matches(":popover-open")) this.#list.hidePopover();
    this.#field.setAttribute("aria-expanded", "false");
    this.#field.removeAttribute("aria-activedescendant");
  }

  move(step) {
    this.#chosen = (this.#chosen + step + this.#items.length) % this.#items.length;
    this.#mark();
  }

  /** Inserts the chosen entry, or the first. */
  take() {
    const item = this.#items[Math.max(0, this.#chosen)];
    const { from, to } = this.#range;
    this.close();
    this.#accept(from, to, item.insert);
  }

  #open({ from, to, items }) {
    // An entry that is already written in full completes nothing.
    const written = this.#field.value.slice(from, to);
    if (items.length === 0 || (items.length === 1 && items[0].text === written)) return this.close();
    this.#items = items;
    this.#range = { from, to };
    this.#chosen = -1;
    replace(this.#list, items.map((item, index) => h("div", {
      role: "option", id: `${this.#list.id}-${index}`, "aria-selected": "false", data: { kind: item.kind },
      on: { mousedown: (event) => { event.preventDefault(); this.#chosen = index; this.take(); } },
    }, h("span", { class: "mono", text: oneLine(item.text) }), h("span", { class: "detail", text: item.detail || item.kind }))));
    if (!this.#list.matches(":popover-open")) this.#list.showPopover();
    const place = this.#placeAt(from);
    this.#list.style.left = `${Math.max(8, Math.min(place.left, innerWidth - this.#list.offsetWidth - 8))}px`;
    this.#list.style.top = `${place.bottom + 4}px`;
    this.#field.setAttribute("aria-expanded", "true");
    this.#mark();
  }

  #mark() {
    [...this.#list.children].forEach((option, index) => option.setAttribute("aria-selected", String(index === this.#chosen)));
    const option = this.#list.children[this.#chosen];
    if (!option) return this.#field.removeAttribute("aria-activedescendant");
    option.scrollIntoView({ block: "nearest" });
    this.#field.setAttribute("aria-activedescendant", option.id);
  }
}
