"""The pages of the site, and where each is."""
import os
import posixpath
import re

from links import Resolver
from names import Anchors

# A list of links below a heading of level 3: a group of the navigation.
LINK = re.compile(r"^- \[([^\]]+)\]\(([^)#]+)\)", re.MULTILINE)
GUIDE, HANDBOOK, DECISIONS = "docs/guide/Ashlar.md", "docs/README.md", "docs/decisions/README.md"


class Entry:
    """What the search finds: a page, a section or a symbol."""

    def __init__(self, title, url, kind, where, text, is_symbol=False):
        self.title, self.url, self.kind, self.where, self.text, self.is_symbol = title, url, kind, where, text, is_symbol


class Page:
    """A page. `body` has its HTML in parts, `part` says which of the site's parts it belongs to."""

    def __init__(self, url, source, part):
        self.url, self.source, self.part = url, source, part
        self.title, self.abstract, self.lead, self.kicker = "", "", "", ""
        self.symbol, self.crumbs, self.body, self.headings, self.entries = None, [], [], [], []
        self.anchors, self.markdown = Anchors(), ""

    def add_sections(self, rendered):
        """Takes over the headings of a rendered text, and its sections for the search."""
        self.headings += rendered.headings
        where = {"guide": "Guide", "handbook": "Handbook", "decisions": "Decisions", "api": "API", "project": "Project"}[self.part]
        for section in rendered.sections:
            text = re.sub(r"\s+", " ", " ".join(section.words)).strip()
            if section.anchor and self.source in (GUIDE, HANDBOOK):
                continue
            if section.anchor:
                self.entries.append(Entry(section.title, f"{self.url}#{section.anchor}", where, self.title, text))
            else:
                self.entries.append(Entry(self.title, self.url, where, "", text))


def address_of(source):
    """The address of a source file that is a page."""
    if source == GUIDE:
        return "index.html"
    if source == HANDBOOK:
        return "handbook.html"
    path = source.removeprefix("docs/") if source.startswith("docs/") else "project/" + source
    folder, name = posixpath.split(path)
    stem = "index" if name == "README.md" else name.removesuffix(".md")
    return posixpath.join(folder, stem + ".html")


def part_of(source):
    if source.startswith("docs/guide/"):
        return "guide"
    if source.startswith("docs/decisions/"):
        return "decisions"
    return "handbook" if source.startswith("docs/") else "project"


def groups(root, source):
    """The navigation that a start page defines: its groups as (title, sources), in order."""
    with open(os.path.join(root, source), encoding="utf-8") as file:
        text = file.read()
    found = []
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        folder = posixpath.dirname(source)
        listed = LINK.findall(re.split(r"^## ", body, flags=re.MULTILINE)[0])
        links = [posixpath.normpath(posixpath.join(folder, href)) for _, href in listed]
        if links:
            found.append((title.strip(), links))
    return found


def written(site, source):
    """A page that is written in Markdown."""
    with open(os.path.join(site.root, source), encoding="utf-8") as file:
        text = file.read()
    page = Page(address_of(source), source, part_of(source))
    resolver = Resolver(site, page.url, source)
    try:
        rendered = site.renderer.render(text, resolver, page.anchors)
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from error
    page.title, page.abstract, page.markdown = rendered.title, rendered.abstract, text
    page.body.append(rendered.html)
    page.add_sections(rendered)
    return page
