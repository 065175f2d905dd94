import { button, h } from "../core/dom.js";
import { show, view } from "../core/address.js";
import { menu } from "../core/popover.js";
import { typeNamed } from "../net/schema.js";

export const orderOf = (sort, path) => sort.find((entry) => entry.path === path) ?? null;

/** The order after a click on a header: ascending, descending, none; `add` keeps the columns before it. */
export function nextOrder(sort, path, add) {
  const order = orderOf(sort, path);
  if (!add) {
    if (!order || sort.length > 1) return [{ path, descending: false }];
    return order.descending ? [] : [{ path, descending: true }];
  }
  if (!order) return [...sort, { path, descending: false }];
  return order.descending ? sort.filter((entry) => entry !== order)
    : sort.map((entry) => (entry === order ? { path, descending: true } : entry));
}

/** The columns of the order as chips: the name reverses, the cross removes, and `+` adds one. */
export function orderChips() {
  const { sort, type } = view.value;
  const chips = sort.map((order) => h("span", { class: "chip" },
    h("button", { type: "button", title: "Reverse",
      "aria-label": `${order.path}, ${order.descending ? "descending" : "ascending"}: reverse`,
      on: { click: () => show({ sort: sort.map((entry) => (entry === order ? { ...entry, descending: !entry.descending } : entry)) }) } },
      `${order.path} `, h("span", { class: "arrow", text: order.descending ? "↓" : "↑" })),
    button("×", () => show({ sort: sort.filter((entry) => entry !== order) }),
      { class: "icon", "aria-label": `Remove ${order.path} from the order` })));
  const add = button("+", () => {
    const rest = typeNamed(type)?.properties.filter((property) => property.sortable && !orderOf(sort, property.path)) ?? [];
    menu(add, rest.map((property) => ({ text: property.path,
      action: () => show({ sort: [...sort, { path: property.path, descending: false }] }) })), { label: "Sort by" });
  }, { class: "icon", "aria-label": "Sort by another column", title: "Sort by another column" });
  return [...chips, add];
}
