"""The catalogs of the targets, Sources/MODULE/MODULE.docc: what is said about a module, and the order of its symbols."""
import os
import re

ENTRY = re.compile(r"- ``([^`]+)``$")


class Catalog:
    """The pages of a catalog by the name of their symbol: a text, and topics as (title, text, names)."""

    def __init__(self):
        self.pages = {}

    def text(self, name):
        return self.pages[name][0] if name in self.pages else ""

    def topics(self, name):
        return self.pages[name][1] if name in self.pages else []

    def source(self, name):
        return self.pages[name][2] if name in self.pages else ""


def read(root, module):
    """The catalog of a module. A page begins with `# ``MODULE/SYMBOL```, as in DocC."""
    catalog, folder = Catalog(), os.path.join("Sources", module, f"{module}.docc")
    for name in sorted(os.listdir(os.path.join(root, folder))):
        if not name.endswith(".md"):
            continue
        source = f"{folder}/{name}"
        with open(os.path.join(root, source), encoding="utf-8") as file:
            text = file.read()
        first, _, rest = text.partition("\n")
        title = re.fullmatch(r"# ``(?:(\w+)/)?([^`]+)``", first)
        if not title:
            raise ValueError(f"{source}: the first line is '# ``{module}``' or '# ``{module}/SYMBOL``'")
        body, _, topics = rest.partition("\n## Topics\n")
        catalog.pages[title[2].replace("/", ".")] = (body.strip(), parse(topics, source), source)
    return catalog


def parse(text, source):
    """The topics of a page: a heading of level 3, perhaps a text, and a list of symbols in double backquotes."""
    found = []
    for line in text.splitlines():
        if line.startswith("### "):
            found.append((line[4:].strip(), [], []))
        elif match := ENTRY.match(line):
            found[-1][2].append(match[1].replace("/", "."))
        elif line.startswith("- "):
            raise ValueError(f"{source}: a topic lists symbols in double backquotes, not '{line}'")
        elif line.strip():
            found[-1][1].append(line)
    return [(title, "\n".join(lines), names) for title, lines, names in found]
