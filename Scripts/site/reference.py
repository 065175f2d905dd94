"""The pages of modules and types."""
import declarations
from comments import Comment
from links import Resolver
from names import Anchors, breakable, escape, relative, slug
from pages import Entry, Page
from symbols import GROUPS, TYPES


class Reference:
    """Makes the pages of one module."""

    def __init__(self, site, module, catalog):
        self.site, self.module, self.catalog = site, module, catalog

    def pages(self):
        yield self.module_page()
        for symbol in self.module.everything():
            if symbol.is_type:
                yield self.type_page(symbol)

    def render(self, text, resolver, level=0):
        return self.site.renderer.render(text, resolver, Anchors(), level).html

    def module_page(self):
        module = self.module
        page = Page(module.page, self.catalog.source(module.name) or f"Sources/{module.name}", "api")
        page.title, page.kicker, page.crumbs = module.name, "Module", [("API", "api/index.html")]
        resolver = Resolver(self.site, page.url, page.source, ())
        text = self.catalog.text(module.name)
        written = self.site.renderer.render(text, resolver, page.anchors)
        page.abstract = written.abstract
        page.body.append(f"<pre class=\"import\"><code><span class=\"k\">import</span> {escape(module.name)}</code></pre>")
        page.body.append(written.html)
        page.add_sections(written)
        self.check_topics(module)
        self.topics(page, module.name, module.symbols)
        for name in sorted(module.extensions):
            self.group(page, f"Extends {name}", "", module.extensions[name])
        return page

    def check_topics(self, module):
        """Every top-level symbol has a topic, so that a reader meets it in an order that somebody chose."""
        listed = {name for _, _, names in self.catalog.topics(module.name) for name in names}
        for symbol in module.symbols:
            if symbol.kind != "func.op" and symbol.name not in listed:
                self.site.problems.append(f"Sources/{module.name}/{module.name}.docc/{module.name}.md: no topic lists ``{symbol.name}``")

    def type_page(self, symbol):
        page = Page(symbol.page, self.catalog.source(symbol.name) or "/".join(["api", self.module.name, symbol.name]), "api")
        page.title, page.kicker, page.symbol = symbol.name, TYPES[symbol.kind], symbol
        page.crumbs = [("API", "api/index.html"), (self.module.name, self.module.page)]
        for length in range(1, len(symbol.path)):
            outer = self.site.names.by_path.get(".".join(symbol.path[:length]))
            page.crumbs.append((outer.title, outer.page))
        resolver = Resolver(self.site, page.url, symbol.order[0].rpartition("/Sources/")[2] or page.source, symbol.path)
        comment = Comment(symbol.doc)
        page.abstract = self.plain(comment.abstract)
        words = page.abstract + " " + self.plain(comment.text)
        page.entries.append(Entry(symbol.name, page.url, TYPES[symbol.kind], self.module.name, words, True))
        page.lead = self.site.renderer.inline(comment.abstract, resolver)
        page.body.append(self.declaration(symbol, page))
        page.body.append(self.render(comment.text, resolver, 1))
        page.body.append(self.render(self.catalog.text(symbol.name), resolver))
        page.body.append(self.relations(symbol, page))
        self.topics(page, symbol.name, symbol.members)
        page.body.append(self.inherited(symbol, page))
        return page

    def plain(self, text):
        tokens = self.site.renderer.parser.parseInline(text)
        return self.site.plain(tokens).replace("\n", " ")

    def declaration(self, symbol, page):
        html = declarations.render(symbol, page.url, self.site.names.by_precise)
        return f'<div class="declaration"><pre><code>{html}</code></pre></div>'

    def topics(self, page, name, symbols):
        """The groups of a catalog, then the other symbols by kind."""
        left = list(symbols)
        for title, text, names in self.catalog.topics(name):
            chosen = []
            for entry in names:
                path = entry if name == self.module.name else f"{name}.{entry.removeprefix(name + '.')}"
                found = [symbol for symbol in symbols if symbol.name == path]
                if not found and name == self.module.name and entry in self.site.names.by_path:
                    # A nested type that is as important as the others.
                    found = [self.site.names.by_path[entry]]
                    chosen += found
                if not found:
                    self.site.problems.append(f"{self.catalog.source(name)}: ``{entry}`` is not a public symbol here")
                chosen += [symbol for symbol in found if symbol in left]
                left = [symbol for symbol in left if symbol not in found]
            self.group(page, title, text, chosen)
        types = [symbol for symbol in left if symbol.is_type]
        if types:
            self.group(page, "Types", "", types)
        for title in dict.fromkeys(GROUPS.values()):
            rest = [symbol for symbol in left if not symbol.is_type and GROUPS[symbol.kind] == title]
            if rest:
                self.group(page, title, "", rest)

    def group(self, page, title, text, symbols):
        name = page.anchors.unique("group-" + slug(title))
        page.headings.append((2, title, name))
        page.body.append(f'<h2 id="{name}">{escape(title)} <a class="anchor" href="#{name}" aria-label="Link to this section">#</a></h2>')
        resolver = Resolver(self.site, page.url, page.source, page.symbol.path if page.symbol else ())
        if text:
            page.body.append(self.render(text, resolver))
        row = []
        for symbol in symbols:
            if symbol.is_type:
                row.append(self.entry(symbol, page))
                continue
            self.flush(page, row)
            self.member(page, symbol)
        self.flush(page, row)

    def flush(self, page, row):
        if row:
            page.body.append('<dl class="types">' + "".join(row) + "</dl>")
            row.clear()

    def entry(self, symbol, page):
        """A type in a list: its name and the first sentence."""
        resolver = Resolver(self.site, page.url, page.source, symbol.path)
        resolver.mention = lambda name: None
        abstract = self.site.renderer.inline(Comment(symbol.doc).abstract, resolver)
        return (
            f'<dt><a href="{escape(relative(page.url, symbol.page))}"><code>{escape(symbol.name)}</code></a>'
            f' <span class="kind">{TYPES[symbol.kind].lower()}</span></dt><dd>{abstract}</dd>')

    def member(self, page, symbol):
        resolver = Resolver(self.site, page.url, symbol.order[0].rpartition("/Sources/")[2] or page.source, symbol.path)
        comment = Comment(symbol.doc)
        where = page.symbol.name if page.symbol else self.module.name
        text = self.plain(comment.abstract) + " " + self.plain(comment.text)
        title, kind = ".".join([*symbol.path[:-1], symbol.shown]), GROUPS[symbol.kind].rstrip("s")
        page.headings.append((3, symbol.shown, symbol.fragment))
        page.entries.append(Entry(title, f"{page.url}#{symbol.fragment}", kind, where, text, True))
        notes = [f'<span class="note">{note}</span>' for note in self.notes(symbol)]
        page.body.append(
            f'<section class="member" id="{escape(symbol.fragment)}"><h3><a class="anchor" href="#{escape(symbol.fragment)}" '
            f'aria-label="Link to {escape(symbol.title)}">#</a><span class="hidden">{escape(symbol.title)}</span></h3>'
            f"{self.declaration(symbol, page)}{''.join(notes)}"
            f"{self.render(comment.abstract, resolver)}{self.render(comment.text, resolver, 3)}{self.fields(comment, resolver)}</section>")

    def notes(self, symbol):
        if symbol.is_requirement:
            yield "Required"
        if symbol.is_default:
            yield "Default implementation"
        # All elements of collections are RealmCollectionValues.
        stated = [c for c in symbol.constraints if c["lhs"] != "Self" and c["rhs"][0] != "_" and c["rhs"] != "RealmCollectionValue"]
        conditions = [f"<code>{escape(c['lhs'])}{' == ' if c['kind'] == 'sameType' else ': '}{escape(c['rhs'])}</code>" for c in stated]
        if conditions:
            yield "where " + ", ".join(dict.fromkeys(conditions))
        for entry in symbol.availability:
            if entry.get("isUnconditionallyDeprecated"):
                yield "Deprecated" + (": " + escape(entry["message"]) if entry.get("message") else "")

    def fields(self, comment, resolver):
        rows = []
        if comment.parameters:
            inner = "".join(
                f"<dt><code>{escape(name)}</code></dt><dd>{self.render(text, resolver)}</dd>" for name, text in comment.parameters)
            rows.append(f'<h4>Parameters</h4><dl class="parameters">{inner}</dl>')
        for title, text in comment.fields:
            rows.append(f"<h4>{title}</h4>{self.render(text, resolver)}")
        for kind, text in comment.asides:
            rows.append(f'<aside class="{kind.lower()}"><strong>{kind}</strong>{self.render(text, resolver)}</aside>')
        return "".join(rows)

    def relations(self, symbol, page):
        rows = []
        for title, found in (("Inherits from", symbol.parents), ("Conforms to", symbol.conformances)):
            names = []
            for name, precise, _ in found:
                target = self.site.names.by_precise.get(precise)
                text = f"<code>{escape(name)}</code>"
                names.append(f'<a href="{escape(relative(page.url, target.page))}">{text}</a>' if target else text)
            if names:
                rows.append(f"<dt>{title}</dt><dd>{', '.join(dict.fromkeys(names))}</dd>")
        return f'<dl class="relations">{"".join(rows)}</dl>' if rows else ""

    def inherited(self, symbol, page):
        """The members that a type has from its superclass, its protocols and other modules, as links."""
        shown, parts, queue = {symbol.precise}, [], list(symbol.parents) + list(symbol.conformances)
        own = {member.title for member in symbol.members}
        while queue:
            _, precise, _ = queue.pop(0)
            target = self.site.names.by_precise.get(precise)
            if target is None or precise in shown:
                continue
            shown.add(precise)
            queue += target.parents + target.conformances
            names = {}
            for member in target.members:
                if member.title not in own and not member.is_type and member.kind not in ("associatedtype", "typealias"):
                    names.setdefault(member.title, member)
            if names:
                where = f'From <a href="{escape(relative(page.url, target.page))}"><code>{escape(target.name)}</code></a>'
                parts.append(self.names(page, where, names))
        for module in self.site.modules:
            names = {member.title: member for member in module.extensions.get(symbol.name, ())}
            if names:
                parts.append(self.names(page, f'Added by <a href="{escape(relative(page.url, module.page))}">{module.name}</a>', names))
        if not parts:
            return ""
        name = page.anchors.unique("group-inherited")
        page.headings.append((2, "Members from elsewhere", name))
        return f'<h2 id="{name}">Members from elsewhere</h2>' + "".join(parts)

    def names(self, page, title, members):
        """A list of members that another page describes."""
        links = "".join(
            f'<li><a href="{escape(relative(page.url, member.address))}"><code>{breakable(member.shown)}</code></a></li>'
            for _, member in sorted(members.items()))
        return f'<h3>{title}</h3><ul class="names">{links}</ul>'
