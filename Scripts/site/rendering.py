"""Markdown to HTML, with the anchors, links and text of a page. The parser is markdown-it."""
import re

from markdown_it import MarkdownIt

import coloring
from names import Anchors, escape, slug

# "See the guide, *Writing* and *Files*."
GUIDE = re.compile(r"\b([Tt]he (?:guide|handbook),\s+)(\*[^*]+\*(?:(?:,|,? and)\s+\*[^*]+\*)*)")
TITLE = re.compile(r"\*([^*]+)\*")
# A name as DocC writes it.
SYMBOL = re.compile(r"[\w./():\-+*<>=&|!~]+")
COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)


class Section:
    """A heading of a page and the text under it, for the search."""

    def __init__(self, title, anchor):
        self.title, self.anchor, self.words = title, anchor, []


class Rendered:
    """The parts of a rendered page. `headings` has (level, HTML, anchor)."""

    def __init__(self):
        self.title, self.abstract, self.html = "", "", ""
        self.headings, self.sections = [], []


def plain(tokens):
    """The text of inline tokens, without markup."""
    found = []
    for token in tokens:
        if token.children:
            found.append(plain(token.children))
        elif token.type in ("softbreak", "hardbreak"):
            found.append(" ")
        elif token.type != "html_inline":
            found.append(token.content)
    return "".join(found)


def with_links(text):
    """Comments name pages of the guide by their titles, because tools that show comments know no other address."""
    return GUIDE.sub(lambda match: match[1] + TITLE.sub(title_link, match[2]), text)


def title_link(match):
    return f"[*{match[1]}*](<guide:{' '.join(match[1].split())}>)"


class Renderer:
    """Renders pages whose links a resolver knows.

    The resolver has `link(href)`, the address of a link, `symbol(name)`, that of a name in double backquotes, which must exist, and
    `mention(name)`, that of code that may be the name of a symbol, or None.
    """

    def __init__(self):
        self.parser = MarkdownIt("commonmark", {"html": True}).enable("table")
        rules = {
            "fence": self.fence, "code_block": self.fence, "code_inline": self.code, "table_open": self.table,
            "table_close": self.end_of_table,
            "html_block": self.html, "html_inline": self.html, "heading_open": self.heading, "heading_close": self.end_of_heading,
        }
        for name, rule in rules.items():
            self.parser.renderer.rules[name] = rule

    def render(self, text, resolver, anchors=None, level=0):
        """Renders a page, or with `level` a text inside of one, whose headings are that much lower."""
        self.resolver, self.in_link = resolver, False
        text = with_links(text)
        tokens = self.parser.parse(text)
        page, anchors = Rendered(), anchors or Anchors()
        page.sections.append(Section("", ""))
        kept, index = [], 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "heading_open":
                inline = tokens[index + 1]
                title, depth = plain([inline]), int(token.tag[1]) + level
                if depth == 1:
                    page.title, index = title, index + 3
                    continue
                name = anchors.unique(slug(title))
                token.tag = tokens[index + 2].tag = f"h{min(depth, 6)}"
                token.attrSet("id", name)
                page.headings.append((depth, title, name))
                page.sections.append(Section(title, name))
            elif token.type == "inline":
                if not page.abstract and tokens[index - 1].type == "paragraph_open":
                    page.abstract = plain([token])
                if tokens[index - 1].type != "heading_open":
                    page.sections[-1].words.append(plain([token]))
                self.resolve(token.children)
            elif token.type in ("fence", "code_block"):
                page.sections[-1].words.append(token.content)
            kept.append(token)
            index += 1
        page.html = self.parser.renderer.render(kept, self.parser.options, {})
        return page

    def inline(self, text, resolver):
        """Renders one line, without a paragraph."""
        self.resolver = resolver
        tokens = self.parser.parseInline(with_links(text))
        for token in tokens:
            self.resolve(token.children)
        return self.parser.renderer.render(tokens, self.parser.options, {})

    def resolve(self, children):
        """Gives links their addresses, and code that is inside of a link no further link."""
        linked = False
        for child in children:
            if child.type == "link_open":
                linked = True
                href = self.resolver.link(child.attrGet("href"))
                child.attrSet("href", href)
                if "://" in href:
                    child.attrSet("rel", "noopener")
                    child.attrSet("class", "external")
            elif child.type == "link_close":
                linked = False
            elif child.type == "code_inline":
                child.meta = {"linked": linked}

    def code(self, tokens, index, options, environment):
        token = tokens[index]
        name, text = token.content, f"<code>{escape(token.content)}</code>"
        if token.meta.get("linked"):
            return text
        if token.markup == "``" and SYMBOL.fullmatch(name):
            address = self.resolver.symbol(name)
            text = f"<code>{escape(name.rpartition('/')[2])}</code>"
        else:
            address = self.resolver.mention(name)
        return f'<a class="symbol" href="{escape(address)}">{text}</a>' if address else text

    def fence(self, tokens, index, options, environment):
        return coloring.block(tokens[index].content, tokens[index].info.strip())

    def table(self, *_):
        return '<div class="table"><table>\n'

    def end_of_table(self, *_):
        return "</table></div>\n"

    def heading(self, tokens, index, options, environment):
        return f'<{tokens[index].tag} id="{escape(tokens[index].attrGet("id"))}">'

    def end_of_heading(self, tokens, index, options, environment):
        name = next(token.attrGet("id") for token in reversed(tokens[:index]) if token.type == "heading_open")
        return f' <a class="anchor" href="#{escape(name)}" aria-label="Link to this section">#</a></{tokens[index].tag}>\n'

    def html(self, tokens, index, options, environment):
        left = COMMENT.sub("", tokens[index].content).strip()
        if left:
            raise ValueError(f"HTML in a page: {left[:80]}")
        return ""
