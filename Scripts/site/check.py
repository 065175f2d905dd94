"""Follows every link of the site: each leads to a file that exists, and to an anchor of it."""
import os
import posixpath
import urllib.parse
from html.parser import HTMLParser


class Reader(HTMLParser):
    """The anchors and addresses of a page."""

    def __init__(self):
        super().__init__()
        self.anchors, self.links, self.repeated = set(), [], set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                if value in self.anchors:
                    self.repeated.add(value)
                self.anchors.add(value)
            elif name in ("href", "src") and value is not None:
                self.links.append(value)


def check(folder):
    """The problems of a site: (page, text). Returns the number of links too."""
    pages, problems, count = {}, [], 0
    for parent, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(parent, name)
                reader = Reader()
                with open(path, encoding="utf-8") as file:
                    reader.feed(file.read())
                pages[os.path.relpath(path, folder).replace(os.sep, "/")] = reader
    for url, reader in sorted(pages.items()):
        problems += [(url, f"two elements have the anchor '{name}'") for name in sorted(reader.repeated)]
        for link in reader.links:
            count += 1
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ("http", "https", "mailto"):
                continue
            path = urllib.parse.unquote(parts.path)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(url), path)) if path else url
            if not os.path.isfile(os.path.join(folder, target)):
                problems.append((url, f"'{link}' leads to no file"))
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                problems.append((url, f"'{link}': the page has no such anchor"))
    return problems, len(pages), count
