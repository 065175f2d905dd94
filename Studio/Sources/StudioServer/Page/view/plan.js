import { h } from "../core/dom.js";
import { milliseconds } from "../core/numbers.js";
import { popover } from "../core/popover.js";

/** Shows how the rows were found, in the words of `ashlar query --explain`, and how long it took. */
export function openPlan(anchor, info) {
  const { plan } = info;
  const content = h("div", {},
    h("h2", { text: "Plan" }),
    h("pre", { class: "mono", tabindex: "0", text: plan ? plan.text : "Rows are read by their position: there is no condition and no order." }),
    h("dl", { class: "facts" },
      plan ? [h("dt", { text: plan.first ? "query" : "query, before" }), h("dd", { text: milliseconds(plan.milliseconds) })] : null,
      info.milliseconds === undefined ? null : [h("dt", { text: "request" }), h("dd", { text: milliseconds(info.milliseconds) })],
      h("dt", { text: "version" }), h("dd", { text: info.version })));
  popover(anchor, content, { label: "Plan", className: "plan" });
}
