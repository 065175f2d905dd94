import { button, h } from "../core/dom.js";
import { address } from "../net/api.js";

/** The page of the schema's graph, an SVG of the server, which can be enlarged. */
export function graphPage() {
  const image = h("img", { alt: "The types of the file and the links between them", src: address("graph") });
  let scale = 1;
  const label = h("span", { class: "sub", "aria-live": "polite", text: "100 %" });
  const zoom = (factor) => {
    scale = factor === null ? 1 : Math.min(4, Math.max(0.25, scale * factor));
    image.style.width = `${Math.round(image.naturalWidth * scale)}px`;
    label.textContent = `${Math.round(scale * 100)} %`;
  };
  const holder = h("div", { class: "graph", tabindex: "0", "aria-label": "Graph of the schema" }, image);
  image.addEventListener("error", () => holder.replaceChildren(h("div", { class: "state error" }, h("h2", { text: "No graph" }),
    h("p", { text: "The server did not draw the graph." }))));
  return [h("div", { class: "graph-tools" }, button("−", () => zoom(0.8), { class: "icon", "aria-label": "Smaller" }),
    button("+", () => zoom(1.25), { class: "icon", "aria-label": "Larger" }),
    button("100 %", () => zoom(null)), label, h("a", { href: address("graph"), download: "schema.svg", text: "Download" })),
      holder];
}
