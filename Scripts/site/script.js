"use strict";
// The pages need no script. It adds the search, the choice of a theme, the menu of narrow windows, and buttons that copy code.
const root = document.currentScript.dataset.root;
const find = (selector) => document.querySelector(selector);

// The theme: what the system has, until the reader chooses.
const themeButton = find(".theme");
themeButton.hidden = false;
themeButton.addEventListener("click", () => {
  const html = document.documentElement;
  const isDark = html.dataset.theme ? html.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  html.dataset.theme = isDark ? "light" : "dark";
  try { localStorage.setItem("theme", html.dataset.theme); } catch { /* Pages opened from a folder may have no storage. */ }
});

find(".menu").addEventListener("click", (event) => {
  const isOpen = document.body.classList.toggle("open");
  event.currentTarget.setAttribute("aria-expanded", String(isOpen));
});

for (const block of document.querySelectorAll(".code")) {
  const button = Object.assign(document.createElement("button"), { className: "copy", type: "button", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  block.append(button);
}

// The navigation shows the current page, and the contents the current section.
const current = find(".side [aria-current]");
if (current) {
  const side = find(".side");
  side.scrollTop = Math.max(0, current.offsetTop - side.clientHeight / 2);
}
const links = new Map();
for (const link of document.querySelectorAll(".toc li a")) {
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (target) { links.set(target, link.parentElement); }
}
if (links.size) {
  const mark = () => {
    let now = null;
    for (const [target, item] of links) {
      if (now && target.getBoundingClientRect().top > 120) { break; }
      now = item;
    }
    for (const item of links.values()) { item.classList.toggle("now", item === now); }
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

// The search. Its index is a script that calls searchData, because a page opened from a folder can load no other file.
let entries = null;
globalThis.searchData = (rows) => {
  entries = rows.map(([title, url, kind, where, text, isSymbol]) =>
    ({ title, url, kind, where, text, isSymbol, low: title.toLowerCase(), lowText: text.toLowerCase() }));
  show();
};

const dialog = Object.assign(document.createElement("dialog"), { className: "search" });
dialog.innerHTML = '<input type="search" placeholder="Search pages, symbols and text" aria-label="Search" autocomplete="off" spellcheck="false"><ol role="listbox"></ol>';
document.body.append(dialog);
const input = dialog.querySelector("input");
const list = dialog.querySelector("ol");

function open() {
  if (!entries && !find("#search-data")) {
    document.head.append(Object.assign(document.createElement("script"), { id: "search-data", src: root + "search-data.js" }));
  }
  dialog.showModal();
  input.select();
}

/** How well an entry matches all words, or 0. Titles count more than text, whole names more than parts. */
function score(entry, words, query) {
  let total = 0;
  const name = entry.low.split("(")[0];
  const last = name.split(".").pop();
  for (const word of words) {
    const at = entry.low.indexOf(word);
    if (at >= 0) {
      const isStart = at === 0 || !/[\p{L}\p{N}]/u.test(entry.low[at - 1]);
      total += isStart ? 60 : 30;
    } else if (entry.where.toLowerCase().includes(word)) {
      total += 12;
    } else {
      const first = entry.lowText.indexOf(word);
      if (first < 0) { return 0; }
      total += (first === 0 || !/[\p{L}\p{N}]/u.test(entry.lowText[first - 1]) ? 10 : 4) + (first < 200 ? 3 : 0);
    }
  }
  if (entry.low === query || name === query) { total += 200; } else if (last === query) { total += 120; } else if (entry.low.startsWith(query)) { total += 40; }
  if (words.length > 1 && entry.lowText.includes(query)) { total += 25; }
  const weight = { Guide: 14, Handbook: 8, API: 6, Decisions: -30, Project: -25 };
  total += weight[entry.kind] ?? (entry.isSymbol ? 2 : 0);
  return Math.max(1, total - entry.title.length / 20);
}

const escapeHTML = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

/** Text with the words marked. */
function marked(text, words) {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.split(new RegExp(`(${pattern})`, "gi")).map((part, i) => (i % 2 ? `<mark>${escapeHTML(part)}</mark>` : escapeHTML(part))).join("");
}

/** The text around the first word that is found. */
function excerpt(entry, words) {
  const at = Math.max(0, Math.min(...words.map((word) => entry.lowText.indexOf(word)).filter((i) => i >= 0), Infinity));
  const start = at === Infinity || at < 60 ? 0 : entry.text.lastIndexOf(" ", at - 40) + 1;
  return (start ? "… " : "") + entry.text.slice(start, start + 180);
}

function show() {
  const query = input.value.trim().toLowerCase();
  let words = query.split(/\s+/).filter(Boolean);
  if (!entries || !words.length) { list.innerHTML = ""; return; }
  const matches = () => entries.map((entry) => [score(entry, words, query), entry]).filter(([points]) => points);
  let found = matches();
  if (!found.length) {
    // Perhaps another form of the word: "paging" finds "page".
    words = words.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word));
    found = matches();
  }
  found.sort((a, b) => b[0] - a[0] || (a[1].title < b[1].title ? -1 : 1));
  // A reader who types a word that is also a name sees a page among the first results.
  const page = found.findIndex(([, entry]) => !entry.isSymbol);
  if (page > 3) { found.splice(3, 0, ...found.splice(page, 1)); }
  const rows = found.slice(0, 40).map(([, entry], index) => {
    const where = entry.where ? `${entry.kind} · ${entry.where}` : entry.kind;
    return `<li role="option" aria-selected="${index === 0}"><a href="${escapeHTML(root + entry.url)}"><small>${escapeHTML(where)}</small>` +
      `<b${entry.isSymbol ? ' class="code"' : ""}>${marked(entry.title, words)}</b><p>${marked(excerpt(entry, words), words)}</p></a></li>`;
  });
  list.innerHTML = rows.join("") || `<li class="none">Nothing has “${escapeHTML(input.value.trim())}”.</li>`;
  list.scrollTop = 0;
}

function move(step) {
  const rows = [...list.querySelectorAll("[aria-selected]")];
  const now = rows.findIndex((row) => row.getAttribute("aria-selected") === "true");
  const next = rows[Math.max(0, Math.min(rows.length - 1, now + step))];
  if (!next) { return; }
  rows[now].setAttribute("aria-selected", "false");
  next.setAttribute("aria-selected", "true");
  next.scrollIntoView({ block: "nearest" });
}

input.addEventListener("input", show);
input.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") { move(1); } else if (event.key === "ArrowUp") { move(-1); } else if (event.key === "Enter") {
    const link = list.querySelector('[aria-selected="true"] a');
    if (link) { dialog.close(); location.href = link.href; }
  } else { return; }
  event.preventDefault();
});
dialog.addEventListener("click", (event) => { if (event.target === dialog || event.target.closest("a")) { dialog.close(); } });
const findButton = find(".find");
findButton.hidden = false;
findButton.addEventListener("click", open);
addEventListener("keydown", (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName ?? "");
  if ((event.key === "/" && !isTyping) || (event.key === "k" && (event.metaKey || event.ctrlKey))) { event.preventDefault(); open(); }
});
