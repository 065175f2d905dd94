import { byId, h, replace } from "../core/dom.js";
import { show, view } from "../core/address.js";
import { queryOf } from "../core/view.js";

const PAGES = [["types", "Types"], ["graph", "Graph"], ["file", "File"]];

/** The tabs of the bar. */
export function startPages() {
  const draw = () => replace(byId("pages"), PAGES.map(([page, title]) => h("a", {
    href: `?${queryOf({ ...view.value, page })}`, text: title, "aria-current": view.value.page === page ? "page" : null,
    on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show({ page });
    } },
  })));
  view.watch((now, before) => {
    const focused = byId("pages").contains(document.activeElement);
    draw();
    if (focused && now.page !== before.page) byId("pages").querySelector("[aria-current]")?.focus();
  });
  draw();
}
