"""The site: its pages, their navigation, and the files that are written."""
import os
import posixpath
import re
import shutil

import layout
import search
import symboltext
import topics
from coloring import block
from links import Names, Resolver
from names import breakable, escape, relative
from pages import DECISIONS, GUIDE, HANDBOOK, Page, address_of, groups, part_of, written
from reference import Reference
from rendering import Renderer, plain
from symbols import load, place

# The modules of the products, in the order of reading.
MODULES = ["Ashlar", "RealmSwift", "Realm", "AshlarSwiftUI", "AshlarCombine", "AshlarIngest", "AshlarIngestService"]
PROJECT = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Benchmarks/RESULTS.md", "Benchmarks/README.md"]
PLUGINS = """The other products have no declarations of their own: [A first schema](guide/FirstSchema.md) describes the plugins
`AshlarGenerate`, `AshlarGenerateInstalled` and `AshlarGenerateCommand`, and [the command](command.md) `ashlar`."""
LANGUAGES = {".swift": "swift", ".yaml": "yaml", ".yml": "yaml", ".h": "c", ".c": "c", ".json": "json"}
ITEM = re.compile(r'<li>(?:<p>)?<a ([^>]*?)href="([^"#]+)"([^>]*)>((?:(?!</a>).)*)</a>(?:</p>)?\s*</li>')
ASSETS = ["style.css", "script.js", "icon.svg"]


class Site:
    def __init__(self, root, graphs):
        self.root, self.problems, self.pages = root, [], {}
        self.renderer, self.plain = Renderer(), plain
        self.modules = [load(graphs, name) for name in MODULES]
        for module in self.modules:
            place(module)
        self.names = Names(self.modules)
        self.catalogs = {name: topics.read(root, name) for name in MODULES}
        self.queue, self.known = [], {}
        self.guide, self.handbook = groups(root, GUIDE), groups(root, HANDBOOK)
        self.guide_titles = self.titles()

    def titles(self):
        """The pages of the guide and the handbook by the names in comments: titles, their first words, and files."""
        found, short = {}, {}
        for _, sources in self.guide + self.handbook:
            for source in sources:
                with open(os.path.join(self.root, source), encoding="utf-8") as file:
                    title = file.readline()[2:].strip()
                stem = posixpath.basename(source).removesuffix(".md")
                found[title.lower()] = found[stem.lower()] = address_of(source)
                short.setdefault(title.split()[0].rstrip(",").lower(), address_of(source))
        return {**short, **found}

    def address(self, file):
        """The address of a file of the repository, which becomes a page if it is not one yet."""
        if file in self.known:
            return self.known[file]
        if file.startswith("..") or not os.path.isfile(os.path.join(self.root, file)):
            return None
        self.known[file] = address_of(file) if file.endswith(".md") else f"project/{file}.html"
        self.queue.append(file)
        return self.known[file]

    def build(self):
        for _, sources in self.guide + self.handbook:
            for source in sources:
                self.address(source)
        for source in [GUIDE, HANDBOOK, DECISIONS, *PROJECT]:
            self.address(source)
        for folder in ("docs", "docs/guide", "docs/decisions"):
            for name in sorted(os.listdir(os.path.join(self.root, folder))):
                if name.endswith(".md"):
                    self.address(f"{folder}/{name}")
        self.check_listed()
        while self.queue:
            source = self.queue.pop(0)
            self.add(written(self, source) if source.endswith(".md") else self.listing(source))
        for module in self.modules:
            reference = Reference(self, module, self.catalogs[module.name])
            for page in reference.pages():
                page.markdown = symboltext.type_page(page.symbol, reference.catalog) if page.symbol else symboltext.module(reference)
                self.add(page)
        self.add(self.overview())

    def add(self, page):
        if page.url.lower() in {other.lower() for other in self.pages}:
            self.problems.append(f"{page.source}: another page has the address {page.url}")
        self.pages[page.url] = page

    def check_listed(self):
        listed = {source for _, sources in self.guide + self.handbook for source in sources} | {GUIDE, HANDBOOK, DECISIONS}
        for source in self.known:
            if part_of(source) in ("guide", "handbook") and source not in listed:
                self.problems.append(f"{GUIDE if part_of(source) == 'guide' else HANDBOOK}: no list of a heading '###' has {source}")

    def listing(self, source):
        """A file that pages link to, such as one of the sources."""
        page = Page(f"project/{source}.html", source, "project")
        page.title, page.kicker = posixpath.basename(source), posixpath.dirname(source)
        with open(os.path.join(self.root, source), encoding="utf-8") as file:
            text = file.read()
        language = LANGUAGES.get(posixpath.splitext(source)[1], "")
        page.body.append(block(text, language))
        page.markdown = f"# {source}\n\n```{language}\n{text}```\n"
        return page

    def overview(self):
        """The first page of the reference: the products, and what is in them."""
        page = Page("api/index.html", "Package.swift", "api")
        page.title, page.abstract = "API reference", "The modules of Ashlar, with all public declarations."
        page.lead = "The modules of the products. Names that begin with an underscore are for generated code, and are not listed."
        lines = ["# API reference", ""]
        for module in self.modules:
            home = self.pages[module.page]
            page.headings.append((2, module.name, module.name))
            address = relative(page.url, module.page)
            page.body.append(f'<h2 id="{module.name}"><a href="{address}">{module.name}</a></h2><p>{escape(home.abstract)}</p>')
            lines += [f"- [{module.name}]({module.name}/index.md): {home.abstract}"]
            topics = []
            for title, symbols in self.topics(module):
                links = "".join(
                    f'<li><a href="{escape(relative(page.url, symbol.address))}"><code>{breakable(symbol.name)}</code></a></li>'
                    for symbol in symbols)
                topics.append(f"<section><h3>{escape(title)}</h3><ul>{links}</ul></section>")
            page.body.append(f'<div class="topics">{"".join(topics)}</div>')
        page.headings.append((2, "Plugins and the command", "plugins"))
        plugins = self.renderer.render(PLUGINS, Resolver(self, page.url, HANDBOOK)).html
        page.body.append(f'<h2 id="plugins">Plugins and the command</h2>{plugins}')
        page.markdown = "\n".join(lines) + "\n"
        self.check_products()
        return page

    def check_products(self):
        with open(os.path.join(self.root, "Package.swift"), encoding="utf-8") as file:
            text = file.read()
        for name, targets in re.findall(r'\.library\(name: "([^"]+)", targets: \[([^\]]+)\]', text):
            for target in re.findall(r'"([^"]+)"', targets):
                if not name.startswith("_") and target not in MODULES:
                    self.problems.append(f"Package.swift: {name} has the module {target}, which Scripts/site/building.py does not list")

    def navigation(self, page):
        """The groups beside a page: (title, links)."""
        if page.part == "guide":
            return [("", [("Overview", "index.html")])] + self.titled(self.guide)
        if page.part == "handbook":
            return [("", [("Overview", "handbook.html")])] + self.titled(self.handbook)
        if page.part == "decisions":
            records = sorted(url for url in self.pages if url.startswith("decisions/0"))
            return [("", [("All decisions", "decisions/index.html")]), ("Records", [(self.pages[url].title, url) for url in records])]
        if page.part == "project":
            own = [page.source] if page.source not in PROJECT else []
            return [("", [(self.pages[self.known[source]].title, self.known[source]) for source in PROJECT + own])]
        return self.reference_navigation(page)

    def reference_navigation(self, page):
        found = [("", [("API reference", "api/index.html")] + [(module.name, module.page) for module in self.modules])]
        for module in self.modules:
            if not page.url.startswith(f"api/{module.name}/"):
                continue
            topics = self.topics(module)
            listed = {symbol.name for _, symbols in topics for symbol in symbols}
            for title, symbols in topics:
                rows = []
                for symbol in symbols:
                    rows.append((symbol.name, symbol.address))
                    if page.symbol and page.symbol.path[0] == symbol.name:
                        rows += [(inner.name, inner.page) for inner in symbol.everything() if inner.is_type and inner.name not in listed]
                if rows:
                    found.append((title, rows))
        return found

    def topics(self, module):
        """The topics of a module, with the symbols that they list."""
        own = {symbol.name: symbol for symbol in module.everything()}
        found = []
        for title, _, names in self.catalogs[module.name].topics(module.name):
            found.append((title, [own[name] for name in dict.fromkeys(names) if name in own]))
        return found

    def titled(self, parts):
        return [(title, [(self.pages[self.known[source]].title, self.known[source]) for source in sources]) for title, sources in parts]

    def neighbors(self, page):
        """The pages before and after one of the guide or the handbook."""
        if page.part not in ("guide", "handbook", "decisions"):
            return None, None
        order = [link for _, links in self.navigation(page) for link in links]
        index = next((index for index, link in enumerate(order) if link[1] == page.url), None)
        if index is None:
            return None, None
        return (order[index - 1] if index else None), (order[index + 1] if index + 1 < len(order) else None)

    def described(self, page, body):
        """On start pages, lists of pages say what each is about; lists of questions, whose links lead into pages, are left as they are."""
        if page.source not in (GUIDE, HANDBOOK):
            return body

        def describe(match):
            target = self.pages.get(posixpath.normpath(posixpath.join(posixpath.dirname(page.url), match[2])))
            if not target:
                return match[0]
            return f'<li class="card"><a {match[1]}href="{match[2]}"{match[3]}>{match[4]}</a><span>{escape(target.abstract)}</span></li>'

        def list_of(match):
            if re.search(r'href="[^"]*#', match[1]):
                return f'<ul class="questions">{match[1]}</ul>'
            return f'<ul class="cards">{ITEM.sub(describe, match[1])}</ul>'

        return re.sub(r"<ul>(.*?)</ul>", list_of, body, flags=re.DOTALL)

    def write(self, folder):
        if os.path.exists(folder):
            shutil.rmtree(folder)
        for url in sorted(self.pages):
            page = self.pages[url]
            self.save(folder, url, layout.document(self, page))
            self.save(folder, url.removesuffix(".html") + ".md", search.markdown(self, page))
        here = os.path.dirname(os.path.abspath(__file__))
        for name in ASSETS:
            shutil.copyfile(os.path.join(here, name), os.path.join(folder, name))
        ordered = [self.pages[url] for url in sorted(self.pages)]
        self.save(folder, "search-data.js", search.index(ordered))
        self.save(folder, "llms.txt", search.llms(self, self.parts()))

    def parts(self):
        """The pages by part, in the order of the navigation."""
        found = []
        for part, title, _ in layout.PARTS:
            pages = [page for page in self.pages.values() if page.part == part]
            order = [url for _, links in self.navigation(pages[0]) for _, url in links]
            pages.sort(key=lambda page: (order.index(page.url) if page.url in order else len(order), page.url))
            found.append((title, pages))
        return found

    def save(self, folder, name, text):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
