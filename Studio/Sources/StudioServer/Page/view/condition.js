import { isComposing } from "../core/composing.js";
import { freshId, h, replace } from "../core/dom.js";
import { Completion } from "./completion.js";

/**
 * The editor of a condition: a field of text over a layer with the same text, in which the part that an error names is underlined. Enter
 * applies, Shift-Enter breaks the line, Control-Space lists completions.
 */
export class Condition {
  element;
  #field;
  #underlay;
  #message;
  #completion;
  #apply;
  #leave;
  #timer = 0;
  #error = null;

  /** `type()` is the type that the condition is about, `apply(text)` uses it, `leave()` receives the focus after Escape. */
  constructor({ type, apply, leave = () => {}, label = "Condition", placeholder = "every row" }) {
    this.#apply = apply;
    this.#leave = leave;
    const id = freshId("condition-message");
    this.#field = h("textarea", { rows: "1", spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": label,
      "aria-describedby": id, placeholder });
    this.#underlay = h("div", { class: "underlay", "aria-hidden": "true" });
    this.#message = h("div", { class: "message", id, role: "alert", hidden: true });
    this.element = h("div", { class: "field" }, this.#underlay, this.#field);
    this.message = this.#message;
    this.#completion = new Completion(this.#field, { context: type, placeAt: (offset) => this.#placeOf(offset),
      accept: (from, to, text) => this.#insert(from, to, text) });
    this.#field.addEventListener("input", () => this.#edited());
    this.#field.addEventListener("scroll", () => (this.#underlay.scrollTop = this.#field.scrollTop));
    this.#field.addEventListener("keydown", (event) => this.#key(event));
  }

  get text() {
    return this.#field.value;
  }

  set text(text) {
    if (text === this.#field.value) return;
    this.#field.value = text;
    this.showError(null);
  }

  get hasFocus() {
    return document.activeElement === this.#field;
  }

  focus() {
    this.#field.focus();
    this.#field.select();
  }

  /** Underlines the part that a refusal names and shows its message; null removes both. */
  showError(error) {
    this.#error = error;
    this.#message.hidden = !error;
    this.#message.textContent = error?.message ?? "";
    if (error) this.#field.setAttribute("aria-invalid", "true");
    else this.#field.removeAttribute("aria-invalid");
    this.#draw();
  }

  #draw() {
    const text = this.#field.value;
    const { offset, length } = this.#error ?? {};
    if (offset === undefined) replace(this.#underlay, text);
    else replace(this.#underlay, text.slice(0, offset),
      h("span", { class: length ? "wrong" : "wrong end", text: text.slice(offset, offset + length) || "\u00a0" }),
        text.slice(offset + length));
    this.#field.style.height = "auto";
    this.#field.style.height = `${Math.max(28, this.#field.scrollHeight + 2)}px`;
  }

  #edited() {
    if (this.#error) this.showError(null);
    else this.#draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#completion.request(), 60);
  }

  #insert(from, to, text) {
    this.#field.setRangeText(text, from, to, "end");
    this.#edited();
  }

  #placeOf(offset) {
    const range = document.createRange();
    replace(this.#underlay, this.#field.value, "\u200b");
    const node = this.#underlay.firstChild;
    range.setStart(node, Math.min(offset, node.length));
    range.setEnd(node, Math.min(offset + 1, node.length));
    const place = range.getClientRects()[0] ?? this.#field.getBoundingClientRect();
    this.#draw();
    return place;
  }

  #key(event) {
    if (isComposing(event)) return;
    const list = this.#completion;
    if (event.key === " " && event.ctrlKey) list.request();
    else if (list.isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) list.move(event.key === "ArrowDown" ? 1 : -1);
    else if (list.isOpen && ((event.key === "Tab" && !event.shiftKey) || (event.key === "Enter" && list.isChosen))) list.take();
    else if (event.key === "Escape" && list.isOpen) list.close();
    else if (event.key === "Escape") this.#leave();
    else if (event.key === "Enter" && !event.shiftKey) {
      clearTimeout(this.#timer);
      list.close();
      this.#apply(this.text.trim());
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
