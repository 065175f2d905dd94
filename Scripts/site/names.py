"""Names in URLs and HTML: anchors, relative addresses, escapes."""
import html
import posixpath
import re

OPERATORS = {
    "=": "eq", "<": "lt", ">": "gt", "&": "and", "|": "or", "!": "not", "+": "plus", "-": "minus", "*": "times", "/": "div", "~": "tilde",
    "%": "mod", "^": "xor", ".": "dot", "?": "opt",
}


def escape(text):
    return html.escape(text, quote=True)


def slug(text):
    """The anchor of a heading, as GitHub forms it, so that links work there and here."""
    kept = re.sub(r"[^\w\- ]", "", text.strip().lower())
    return kept.replace(" ", "-")


def anchor(title):
    """The anchor of a symbol: its name with labels, and words for the characters of operators."""
    name, parenthesis, labels = title.partition("(")
    if not re.match(r"\w", name):
        name = "op-" + "-".join(OPERATORS.get(character, f"{ord(character):x}") for character in name)
    return name + parenthesis + labels


def breakable(name):
    """A long name with the points where it may be broken."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[.(:_])(?=\w)", "<wbr>", escape(name))


class Anchors:
    """The anchors of a page, each once."""

    def __init__(self):
        self.counts = {}

    def unique(self, name):
        count = self.counts.get(name, 0)
        self.counts[name] = count + 1
        return f"{name}-{count}" if count else name


def relative(url, target):
    """The address of `target` in the page `url`, both from the root of the site. The site works in any folder, and without a server."""
    path, mark, fragment = target.partition("#")
    if path == url:
        return "#" + fragment if mark else posixpath.basename(path)
    return posixpath.relpath(path, posixpath.dirname(url) or ".") + mark + fragment
