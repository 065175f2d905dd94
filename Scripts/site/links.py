"""What the links and names of a page lead to."""
import os
import posixpath
import re

from names import relative



class Names:
    """The symbols by their names."""

    def __init__(self, modules):
        self.modules = {module.name: module for module in modules}
        self.by_precise, self.by_path, self.by_base = {}, {}, {}
        for module in modules:
            for symbol in module.everything():
                self.by_precise.setdefault(symbol.precise, symbol)
                self.by_path.setdefault(symbol.name, symbol)
                base = ".".join(symbol.path[:-1] + [symbol.title.split("(")[0]])
                self.by_base.setdefault(base, symbol)

    def find(self, name, scope=()):
        """The symbol of a name as a scope sees it: `Realm.write(_:)`, `write(_:)` in Realm, or without labels."""
        scope = list(scope)
        while True:
            full = ".".join(scope + [name])
            found = self.by_path.get(full) or self.by_base.get(full)
            if found or not scope:
                return found
            scope.pop()

    def strict(self, name, module=None):
        """The address of a name in double backquotes, as in DocC: `Realm/write(_:)`, or `Ashlar/Realm/write(_:)`."""
        parts = name.split("/")
        if parts[0] in self.modules and (len(parts) == 1 or ".".join(parts) not in self.by_path):
            module = self.modules[parts[0]]
            if len(parts) == 1:
                return module.page
            parts = parts[1:]
        found = self.by_path.get(".".join(parts))
        return found.address if found else None


class Resolver:
    """Resolves the links of one page. `problems` collects those that lead nowhere."""

    def __init__(self, site, url, source, scope=()):
        self.site, self.url, self.source, self.scope = site, url, source, list(scope)
        self.seen = set()

    def problem(self, text):
        self.site.problems.append(f"{self.source}: {text}")

    def link(self, href):
        if href.startswith("guide:"):
            title = href.removeprefix("guide:").replace("%20", " ")
            target = self.site.guide_titles.get(title.lower())
            if not target:
                self.problem(f"neither the guide nor the handbook has a page '{title}'")
                return "#"
            return relative(self.url, target)
        if "://" in href or href.startswith(("mailto:", "#")):
            return href
        path, mark, fragment = href.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(self.source), path))
        if os.path.isdir(os.path.join(self.site.root, file)):
            file = posixpath.join(file, "README.md")
        target = self.site.address(file)
        if not target:
            self.problem(f"the link to {href} leads nowhere")
            return "#"
        return relative(self.url, target + mark + fragment)

    def symbol(self, name):
        address = self.site.names.strict(name)
        if not address:
            self.problem(f"no public symbol has the name ``{name}``")
            return None
        return relative(self.url, address)

    def mention(self, name):
        """The address of a symbol whose name a code span has, where the page mentions it first. In the guide, of types alone."""
        if len(name) > 60 or not re.match(r"[A-Za-z_]", name):
            return None
        found = self.site.names.by_path.get(name)
        if found is None and self.scope:
            found = self.site.names.find(name, self.scope)
        if found is None:
            found = self.site.names.by_path.get(name) or self.site.names.by_base.get(name) if "." in name else None
        if found is None or found.address in self.seen:
            return None
        if not self.scope and not found.is_type and "." not in name:
            return None
        if found.address == self.url or self.scope and found.path == self.scope:
            return None
        self.seen.add(found.address)
        return relative(self.url, found.address)
