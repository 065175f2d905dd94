import { h } from "../core/dom.js";
import { milliseconds } from "../core/numbers.js";
import { view } from "../core/address.js";
import { popover } from "../core/popover.js";
import { sortText } from "../core/view.js";
import { get } from "../net/api.js";

/** Shows how the rows were found, in the words of `ashlar query --explain`, and how long it took. */
export function openPlan(anchor, info) {
  const { plan } = info;
  const text = h("pre", { class: "mono", tabindex: "0", text: plan ? (plan.text ?? "…")
    : "Rows are read by their position: there is no condition and no order." });
  if (plan && plan.text === null) explain(text);
  const content = h("div", {},
    h("h2", { text: "Plan" }),
    text,
    h("dl", { class: "facts" },
      plan ? [h("dt", { text: plan.first ? "query" : "query, before" }), h("dd", { text: milliseconds(plan.milliseconds) })] : null,
      info.milliseconds === undefined ? null : [h("dt", { text: "request" }), h("dd", { text: milliseconds(info.milliseconds) })],
      h("dt", { text: "version" }), h("dd", { text: info.version })));
  popover(anchor, content, { label: "Plan", className: "plan" });
}

// The server explains a query only when it runs one that is quick, since explaining runs it several times.
async function explain(element) {
  const { type, where, sort } = view.value;
  try {
    element.textContent = (await get("plan", { type, where, sort: sortText(sort) })).text;
  } catch (error) {
    element.textContent = error.message;
  }
}
