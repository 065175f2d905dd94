// Elements without markup: every text reaches the document through textContent, so that content can never become an element or a script.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns an element. `properties` are attributes, except `class`, `text`, `data`, `on` (listeners) and `style` (single properties, which
 * the Content-Security-Policy allows from script only). Children are nodes, texts, or arrays of both; null and false are left out.
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** As `h`, for SVG. */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.setAttribute("class", value);
    else if (name === "text") element.textContent = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "style") for (const [key, entry] of Object.entries(value)) element.style.setProperty(key, entry);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child);
  }
}

/** Replaces what an element contains. */
export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

export const byId = (id) => document.getElementById(id);

/** A button with a text, or with a symbol and a label for screen readers. */
export function button(text, action, properties = {}) {
  return h("button", { type: "button", ...properties, on: { click: action } }, text);
}

let count = 0;
/** An id that no other element has. */
export const freshId = (prefix) => `${prefix}-${(count += 1)}`;
