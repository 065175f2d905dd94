import { button, h, replace } from "../core/dom.js";
import { bytes } from "../core/numbers.js";
import { lines } from "../core/text.js";
import { address } from "../net/api.js";

const PER_LINE = 16;

/** Hex digits as lines of offset, bytes and printable ASCII. */
export function hexdump(hex) {
  const all = hex.match(/../g) ?? [];
  const rows = [];
  for (let from = 0; from < all.length; from += PER_LINE) {
    const part = all.slice(from, from + PER_LINE);
    const ascii = part.map((pair) => { const code = parseInt(pair, 16); return code >= 0x20 && code < 0x7f ? String.fromCharCode(code)
      : "·"; }).join("");
    rows.push(`${from.toString(16).padStart(4, "0")}  ${part.join(" ").padEnd(PER_LINE * 3 - 1)}  ${ascii}`);
  }
  return rows.join("\n");
}

/** The text of hex digits if they are UTF-8; null otherwise. A character that the end cuts is left out. */
export function decoded(hex) {
  const data = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data, { stream: true });
  } catch {
    return null;
  }
}

/**
 * Data as hex, as text where it is UTF-8, or as an image, with a switch between them. Without a place, the whole data cannot be requested.
 */
export function binaryDetail(cell, place) {
  const view = h("div", {});
  const text = decoded(cell.hex);
  const more = cell.hex.length / 2 < cell.bytes ? ` The first ${cell.hex.length / 2} bytes are shown.` : "";
  const forms = [
    cell.image && place ? ["image", () => picture(cell, place)] : null,
    ["hex", () => h("code", { class: "hexdump", tabindex: "0", text: hexdump(cell.hex) })],
    text === null ? null : ["text", () => h("bdi", { class: "whole", text: lines(text) })],
  ].filter(Boolean);
  const buttons = forms.map(([name, show]) => button(name, () => choose(name, show), { class: "toggle", "aria-pressed": "false" }));
  function choose(name, show) {
    for (const entry of buttons) entry.setAttribute("aria-pressed", String(entry.textContent === name));
    replace(view, show());
  }
  choose(...forms[0]);
  return h("div", {}, h("div", { class: "editor" }, h("span", { class: "sub", text: `${bytes(cell.bytes)}.${more}` }), buttons,
    place ? h("a", { href: address("value", place), download: "", text: "download" }) : null), view);
}

function picture(cell, place) {
  const image = h("img", { class: "picture", alt: `Image, ${cell.image}, ${bytes(cell.bytes)}`, src: address("value", place) });
  const holder = h("div", {}, image);
  image.addEventListener("error", () => replace(holder, h("p",
    { class: "problem", text: `The data begins as ${cell.image} does, but is not a valid image.` })));
  return holder;
}
