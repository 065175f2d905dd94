import { h, replace } from "../core/dom.js";
import { count } from "../core/numbers.js";
import { requesting } from "../core/requesting.js";
import { get } from "../net/api.js";
import { pill } from "../values/cell.js";

const STEP = 100;

/** The objects that link to an object, by type and property, with their counts. */
export function linkedBy(object) {
  const groups = object.linkedBy.filter((group) => group.count > 0);
  if (groups.length === 0) return h("section", { class: "section" }, h("h3", { text: "Linked by" }),
    h("p", { class: "sub", text: "No link refers to this object. Values of type AnyRealmValue are not searched." }));
  return h("section", { class: "section", "aria-label": "Linked by" }, h("h3", { text: "Linked by" }),
    groups.map((group) => links(object, group)));
}

function links(object, group) {
  const list = h("div", { class: "pills" });
  const rest = h("div", { class: "sub" });
  let shown = 0;
  const add = (found) => {
    list.append(...found.map(pill));
    shown += found.length;
    replace(rest, shown >= group.count ? null : [`${count(shown)} of ${count(group.count)} `,
      requesting("Show more", more, { class: "quiet" })]);
  };
  const more = async () => add((await get("linking", { type: object.type, key: object.key, source: group.type, property: group.property,
    from: shown, count: STEP })).objects);
  add(group.objects);
  return h("div", { data: { source: `${group.type}.${group.property}` } },
    h("div", { class: "sub", text: `${count(group.count)} ${group.type} by ${group.property}` }), list, rest);
}
