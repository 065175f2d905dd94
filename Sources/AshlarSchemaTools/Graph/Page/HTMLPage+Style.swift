extension HTMLPage {
  static let style = """
    :root { color-scheme: light dark; --page: #f6f7fa; --card: #ffffff; --ink: #1c2330; --quiet: #5d6778; --edge: #dde2ea;
      --accent: #2b5fc4; --c-object: #dbe7fd; --c-embedded: #d6f2e0; --c-enum: #fcebc6; --c-asymmetric: #e6e6ea; --c-projection: #eee0fa; --hit: #fff3bf; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #0f1217; --card: #191e27; --ink: #e6eaf1; --quiet: #98a3b5; --edge: #2e3644; --accent: #8db1f8;
        --c-object: #26426f; --c-embedded: #1d4f38; --c-enum: #5a4618; --c-asymmetric: #42454d; --c-projection: #4a3268; --hit: #4b4013; }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 5rem; }
    body { margin: 0 auto; padding: 2rem 1.25rem 6rem; max-width: 72rem; background: var(--page); color: var(--ink);
      font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    h1 { margin: 0; font-size: 2.1rem; letter-spacing: -0.02em; }
    h2 { margin: 0 0 .4rem; font-size: 1.25rem; display: flex; align-items: center; gap: .6rem; }
    h2 a { color: inherit; }
    p { margin: 0 0 .5rem; }
    a { color: var(--accent); text-decoration: none; }
    a:hover { text-decoration: underline; }
    code { font: .875em ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    header { margin-bottom: 1.25rem; }
    .facts, .note, .users { color: var(--quiet); font-size: .9rem; }
    figure { margin: 0 0 1.25rem 50%; transform: translateX(-50%); width: max-content; min-width: 100%; max-width: calc(100vw - 2.5rem);
      position: relative; border: 1px solid var(--edge); border-radius: 12px; overflow: hidden; background: var(--card); }
    .view { overflow: auto; max-height: 85vh; cursor: grab; touch-action: pan-x pan-y; }
    .view.moved { cursor: grabbing; user-select: none; }
    .tools { position: absolute; top: .6rem; right: .6rem; display: flex; gap: .3rem; align-items: center; font-size: .85rem;
      color: var(--quiet); background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: .25rem .4rem; }
    .tools button { min-width: 2rem; padding: .15rem .5rem; font: inherit; color: var(--ink); background: var(--page);
      border: 1px solid var(--edge); border-radius: 7px; cursor: pointer; }
    .tools button:hover { border-color: var(--accent); }
    .tools output { min-width: 3.2rem; text-align: right; }
    figure svg { display: block; margin: 0 auto; --back: var(--card); }
    figure .dim { opacity: .18; }
    .search { position: sticky; top: 0; z-index: 1; display: flex; gap: 1rem; align-items: center; padding: .75rem 0;
      background: var(--page); }
    .search input { flex: 1; padding: .6rem .9rem; font: inherit; color: inherit; background: var(--card);
      border: 1px solid var(--edge); border-radius: 10px; }
    .search input:focus { outline: 2px solid var(--accent); outline-offset: -1px; }
    #page-found { color: var(--quiet); font-size: .9rem; white-space: nowrap; }
    nav { margin-bottom: 1.25rem; font-size: .9rem; }
    nav p { display: flex; flex-wrap: wrap; gap: .35rem; align-items: baseline; }
    nav b { min-width: 6rem; color: var(--quiet); font-weight: 500; }
    .chip, .badge { padding: .08rem .6rem; border-radius: 99px; color: var(--ink); }
    .badge { font-size: .75rem; font-weight: 500; }
    .object { background: var(--c-object); }
    .embedded { background: var(--c-embedded); }
    .enum { background: var(--c-enum); }
    .asymmetric { background: var(--c-asymmetric); }
    .projection { background: var(--c-projection); }
    section { margin-bottom: 1rem; padding: 1.1rem 1.25rem; background: var(--card); border: 1px solid var(--edge); border-radius: 12px;
      overflow-x: auto; }
    section:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
    table { width: 100%; margin: .5rem 0; border-collapse: collapse; }
    tr { border-top: 1px solid var(--edge); }
    tr:target, tr.hit { background: var(--hit); }
    th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; }
    th { width: 22%; font-weight: 600; }
    td.type { width: 28%; }
    td p { margin: 0 0 .15rem; }
    .mark { display: inline-block; margin-right: .5rem; color: var(--quiet); font-size: .85rem; }
    .mark.key { color: var(--accent); font-weight: 600; }
    .users { margin: .6rem 0 0; }
    #page-found:empty, [hidden] { display: none !important; }
    @media (max-width: 40rem) { th, td, td.type { display: block; width: auto; padding: .1rem 0; }
      tr { display: block; padding: .4rem 0; } }
    @media print { .search, .tools { display: none; } .view { max-height: none; } section { break-inside: avoid; } }
    """

  /// The script of the search field and of the diagram's zoom. The search hides sections that do not match every word, and dims their boxes
  /// and arrows in the diagram. `/` focuses the field, and Escape clears it.
  static let script = """
    "use strict";
    const search = document.getElementById("page-search");
    const found = document.getElementById("page-found");
    const sections = Array.from(document.querySelectorAll("main section"));
    const texts = new Map(sections.map(section => [section, section.textContent.toLowerCase()]));
    function filter() {
      const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
      const shown = new Set();
      for (const section of sections) {
        const matches = words.every(word => texts.get(section).includes(word));
        section.hidden = !matches;
        if (matches) shown.add(section.dataset.name);
        for (const row of section.querySelectorAll("tr")) {
          const text = row.textContent.toLowerCase();
          row.classList.toggle("hit", words.length > 0 && words.every(word => text.includes(word)));
        }
      }
      for (const box of document.querySelectorAll(".g-box")) box.classList.toggle("dim", !shown.has(box.dataset.type));
      for (const arrow of document.querySelectorAll(".g-arrow, .g-many")) {
        arrow.classList.toggle("dim", !shown.has(arrow.dataset.from) || !shown.has(arrow.dataset.to));
      }
      for (const chip of document.querySelectorAll(".chip")) chip.hidden = !shown.has(chip.textContent);
      found.textContent = words.length === 0 ? "" : shown.size === 0 ? "nothing found" : shown.size + " of " + sections.length;
    }
    search.addEventListener("input", filter);
    document.addEventListener("keydown", event => {
      if (event.key === "/" && document.activeElement !== search) {
        event.preventDefault();
        search.focus();
      } else if (event.key === "Escape" && document.activeElement === search) {
        search.value = "";
        filter();
      }
    });
    // Following a link to an element that the search hides clears the search.
    const reveal = hash => {
      const target = document.getElementById(decodeURIComponent(hash.slice(1)));
      if (target && target.closest("[hidden]")) {
        search.value = "";
        filter();
        target.scrollIntoView();
      }
    };
    window.addEventListener("hashchange", () => reveal(location.hash));
    // No such event follows if the address already names the element.
    document.addEventListener("click", event => {
      const link = event.target.closest("a[href^='#']");
      if (link) reveal(link.getAttribute("href"));
    });
    filter();

    // The picture: large ones are shown whole at first.
    const view = document.querySelector(".view");
    const picture = view.querySelector("svg");
    const size = picture.viewBox.baseVal;
    let scale = 1;
    let isFitted = true;
    function zoom(to, x = view.clientWidth / 2, y = view.clientHeight / 2) {
      const [left, top] = [(view.scrollLeft + x) / scale, (view.scrollTop + y) / scale];
      scale = Math.min(4, Math.max(0.05, to));
      picture.setAttribute("width", size.width * scale);
      picture.setAttribute("height", size.height * scale);
      view.scrollTo(left * scale - x, top * scale - y);
      document.getElementById("page-scale").textContent = Math.round(scale * 100) + " %";
    }
    function fit() {
      isFitted = true;
      zoom(Math.min(1, (document.documentElement.clientWidth - 48) / size.width, window.innerHeight * 0.84 / size.height));
    }
    function step(factor, x, y) {
      isFitted = false;
      zoom(scale * factor, x, y);
    }
    document.getElementById("page-fit").addEventListener("click", fit);
    document.getElementById("page-full").addEventListener("click", () => step(1 / scale));
    document.getElementById("page-closer").addEventListener("click", () => step(1.25));
    document.getElementById("page-farther").addEventListener("click", () => step(0.8));
    window.addEventListener("resize", () => { if (isFitted) fit(); });
    // The wheel alone scrolls; with the control or command key it zooms at the pointer.
    view.addEventListener("wheel", event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const frame = view.getBoundingClientRect();
      step(Math.exp(-event.deltaY / 400), event.clientX - frame.left, event.clientY - frame.top);
    }, { passive: false });
    view.addEventListener("keydown", event => {
      const act = { "+": () => step(1.25), "=": () => step(1.25), "-": () => step(0.8), "0": fit }[event.key];
      if (!act || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    });
    // The picture follows a pressed pointer; a box is a link only where the pointer stays.
    let start = null;
    let hasMoved = false;
    view.addEventListener("pointerdown", event => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      hasMoved = false;
      start = { x: event.clientX + view.scrollLeft, y: event.clientY + view.scrollTop, at: [event.clientX, event.clientY] };
    });
    window.addEventListener("pointermove", event => {
      if (!start) return;
      hasMoved = hasMoved || Math.hypot(event.clientX - start.at[0], event.clientY - start.at[1]) > 4;
      view.classList.toggle("moved", hasMoved);
      if (hasMoved) view.scrollTo(start.x - event.clientX, start.y - event.clientY);
    });
    window.addEventListener("pointerup", () => {
      start = null;
      view.classList.remove("moved");
    });
    view.addEventListener("dragstart", event => event.preventDefault());
    view.addEventListener("click", event => { if (hasMoved) event.preventDefault(); }, true);
    document.querySelector(".tools").hidden = false;
    fit();
    """
}
