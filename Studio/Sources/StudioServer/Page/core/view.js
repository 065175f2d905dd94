// A view is a type, a condition, an order, columns and a group, all of them spelled out in the address, so that a bookmark shows the same.

/** The view of an address without a query. */
export const EMPTY = Object.freeze({
  page: "types", type: null, where: "", sort: Object.freeze([]), hidden: Object.freeze([]), group: null, measure: null, object: null,
});

/** `name:asc,size:desc`. A property's name contains neither a colon nor a comma. */
export function sortText(sort) {
  return sort.map(({ path, descending }) => `${path}:${descending ? "desc" : "asc"}`).join(",");
}

export function parseSort(text) {
  return text.split(",").filter(Boolean).map((part) => {
    const colon = part.lastIndexOf(":");
    if (colon < 0) return { path: part, descending: false };
    return { path: part.slice(0, colon), descending: part.slice(colon + 1) === "desc" };
  });
}

/** The query of a view's address, without defaults. */
export function queryOf(view) {
  const query = new URLSearchParams();
  if (view.page !== EMPTY.page) query.set("page", view.page);
  if (view.type) query.set("type", view.type);
  if (view.where) query.set("where", view.where);
  if (view.sort.length) query.set("sort", sortText(view.sort));
  if (view.hidden.length) query.set("hide", view.hidden.join(","));
  if (view.group) query.set("group", view.group);
  if (view.group && view.measure) query.set("measure", view.measure);
  if (view.object) query.set("object", `${view.object.type}/${view.object.key}`);
  return query.toString();
}

export function viewOf(search) {
  const query = new URLSearchParams(search);
  const page = query.get("page");
  const object = query.get("object");
  const slash = object ? object.indexOf("/") : -1;
  return {
    page: ["types", "graph", "file"].includes(page) ? page : EMPTY.page,
    type: query.get("type"),
    where: query.get("where") ?? "",
    sort: parseSort(query.get("sort") ?? ""),
    hidden: (query.get("hide") ?? "").split(",").filter(Boolean),
    group: query.get("group"),
    measure: query.get("measure"),
    object: slash > 0 ? { type: object.slice(0, slash), key: object.slice(slash + 1) } : null,
  };
}

/** Whether two views show the same rows in the same order. */
export function sameRows(a, b) {
  return a.type === b.type && a.where === b.where && sortText(a.sort) === sortText(b.sort);
}

/** Whether two views show the same columns. */
export function sameColumns(a, b) {
  return a.hidden.join(",") === b.hidden.join(",");
}
