import { s } from "../core/dom.js";
import { counted } from "../core/numbers.js";
import { scalarText } from "../values/scalars.js";

const WIDTH = 400;
const HEIGHT = 64;

/**
 * A histogram as SVG; a click on a bar, or Enter, calls `choose` with its condition. The bars are one stop of the tab order, and arrow keys
 * move between them.
 */
export function histogram(form, bins, choose) {
  const most = Math.max(1, ...bins.map((bin) => bin.count));
  const step = WIDTH / bins.length;
  const stop = bins.findIndex((bin) => bin.where);
  const bars = bins.flatMap((bin, index) => {
    const height = bin.count === 0 ? 0 : Math.max(2, (bin.count / most) * (HEIGHT - 2));
    const text = `${scalarText(form, bin.from)} … ${scalarText(form, bin.to)}: ${counted(bin.count, "row")}`;
    const title = s("title", { text });
    return [
      s("rect", { class: "hit", x: index * step, y: 0, width: step, height: HEIGHT, ...(bin.where ? {
        role: "button", tabindex: index === stop ? "0" : "-1", "aria-label": text,
        on: { click: () => choose(bin.where), keydown: (event) => press(event, () => choose(bin.where)) } } : {}) }, title),
      s("rect", { x: index * step + 0.5, y: HEIGHT - height, width: Math.max(1, step - 1), height, "pointer-events": "none" }),
    ];
  });
  return s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT + 1}`, role: "group",
    "aria-label": `Histogram of ${bins.length} bins, at most ${counted(most, "row")} in one`,
    preserveAspectRatio: "none" }, bars, s("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT + 0.5, y2: HEIGHT + 0.5 }));
}

function press(event, action) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step) move(event.currentTarget, step);
  else if (event.key === "Enter" || event.key === " ") action();
  else return;
  event.preventDefault();
}

function move(bar, step) {
  const bars = [...bar.parentElement.querySelectorAll("[role=button]")];
  const next = bars[bars.indexOf(bar) + step];
  if (!next) return;
  bar.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}
