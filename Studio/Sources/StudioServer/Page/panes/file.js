import { h } from "../core/dom.js";
import { bytes, count, counted } from "../core/numbers.js";
import { dateTitle, localTime } from "../values/dates.js";

const facts = (pairs) => h("dl", { class: "facts" }, pairs.filter(Boolean).flatMap(([name, value, title]) =>
  [h("dt", { text: name }), h("dd", { text: value, title: title ?? null })]));
const section = (title, ...content) => h("section", {}, h("h2", { text: title }), content);

function table(columns, rows) {
  return h("div", { class: "scroll-x" }, h("table", { class: "figures" },
    h("thead", {}, h("tr", {}, columns.map(([name, right]) => h("th", { class: right ? "right" : null, scope: "col", text: name })))),
    h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, index) =>
      h("td", { class: columns[index][1] ? "right" : null, text: cell })))))));
}

/**
 * What holds a version. The server knows its own readers, each of which is a page, or a request that has not been answered; of another
 * process it knows the number of readers alone.
 */
const HOLDERS = { realm: ["open page"], outdated: ["page with former types", "pages with former types"], frozen: ["request"],
  loop: ["request"], operation: ["request"], process: ["reader"] };

/** The readers, those of one process with one version and one purpose together. */
function readersOf(file) {
  const groups = new Map();
  for (const reader of file.readers) {
    const nouns = HOLDERS[reader.holder] ?? [reader.holder];
    const name = [reader.process, nouns[0], reader.version].join("/");
    groups.set(name, { reader, nouns, number: (groups.get(name)?.number ?? 0) + 1 });
  }
  return [...groups.values()].map(({ reader, nouns, number }) => [`${reader.process}${reader.own ? " (this server)" : ""}`,
    counted(number, ...nouns), count(reader.version), counted(reader.behind, "commit"), bytes(reader.pinnedBytes)]);
}

/** A bar of the space in use, and what its parts mean. */
function spaceOf(file, free) {
  const used = file.size - free;
  const share = file.size > 0 ? Math.round((used / file.size) * 100) : 0;
  const part = (name, size, percent) => h("li", { class: name.replace(" ", "-") }, `${name} ${bytes(size)}, ${percent} %`);
  return [
    h("div", { class: "share", role: "img", "aria-label": `${share} % of the file is in use` },
      h("span", { style: { width: `${share}%` } })),
    h("ul", { class: "legend" }, part("in use", used, share), part("free", free, 100 - share)),
  ];
}

/** The page about the file: its size and how it grew since the server opened it, free pages, and the processes that pin old versions. */
export function filePage(file) {
  const grown = file.size - file.opened.size;
  const free = file.freePages * file.pageSize;
  const commits = Number(BigInt(file.version) - BigInt(file.opened.version));
  return h("div", { class: "sheet", tabindex: "-1" },
    section("File", facts([
      ["path", file.path],
      ["format", String(file.format)],
      ["schema version", file.schemaVersion],
      ["version", count(file.version), `${count(file.version)} commits since the file was created`],
      ["features", file.features.length ? file.features.map((feature) =>
        (feature.known ? feature.name : `${feature.name} (unknown)`)).join(", ") : "none"],
    ])),
    section("Space", facts([
      ["size", `${bytes(file.size)}, ${counted(Math.round(file.size / file.pageSize), "page")} of ${count(file.pageSize)} bytes`],
      ["free", `${counted(file.freePages, "page")}, ${bytes(free)}`],
      ["since opened",
        `${grown >= 0 ? "+" : "−"}${bytes(Math.abs(grown))}, ${counted(commits, "commit")}`],
      ["opened", localTime(file.opened.time), dateTitle(file.opened.time)],
    ]), spaceOf(file, free)),
    section("Readers", h("p", { class: "sub",
      text: "While a process pins an old version, pages freed since that version cannot be reused." }),
      file.readers.length === 0 ? h("p", { class: "sub", text: "No process pins a version now." })
        : table([["process"], ["held by"], ["version", true], ["behind", true], ["keeps", true]], readersOf(file))),
    section("Tables", table([["type"], ["kind"], ["rows", true], ["clusters", true], ["size", true]],
      file.tables.map((entry) => [entry.name, entry.kind, count(entry.rows), count(entry.clusters), bytes(entry.bytes)]))),
    file.trees?.length ? section("Trees", table([["tree"], ["entries", true], ["pages", true]],
      file.trees.map((tree) => [tree.name, count(tree.entries), count(tree.pages)]))) : null);
}
