"""Modules and types as Markdown."""
from symbols import TYPES


def module(reference):
    found, catalog = reference.module, reference.catalog
    lines = [f"# {found.name}", "", "```swift", f"import {found.name}", "```", "", catalog.text(found.name), ""]
    by_name = {symbol.name: symbol for symbol in found.everything()}
    for title, text, names in catalog.topics(found.name):
        lines += [f"## {title}", "", *([text, ""] if text else [])]
        for name in names:
            symbol = by_name.get(name)
            if symbol and symbol.is_type:
                lines.append(f"- [{symbol.name}]({symbol.name}.md): {first(symbol)}")
            elif symbol:
                lines += ["", *member(symbol)]
        lines.append("")
    for name in sorted(found.extensions):
        lines += [f"## Extends {name}", ""]
        for symbol in found.extensions[name]:
            lines += member(symbol)
    return "\n".join(lines).rstrip() + "\n"


def type_page(symbol, catalog):
    lines = [f"# {symbol.name}", "", f"{TYPES[symbol.kind]} of {symbol.module}", ""]
    lines += ["```swift", symbol.declaration, "```", "", *symbol.doc, ""]
    if catalog.text(symbol.name):
        lines += [catalog.text(symbol.name), ""]
    for title, found in (("Inherits from", symbol.parents), ("Conforms to", symbol.conformances)):
        if found:
            lines += [f"{title} " + ", ".join(dict.fromkeys(f"`{name}`" for name, _, _ in found)) + ".", ""]
    for inner in symbol.members:
        if inner.is_type:
            lines += [f"## {inner.name}", "", f"See [{inner.name}]({inner.name}.md): {first(inner)}", ""]
        else:
            lines += member(inner)
    return "\n".join(lines).rstrip() + "\n"


def first(symbol):
    """The first paragraph of the documentation, in one line."""
    lines = []
    for line in symbol.doc:
        if not line.strip():
            break
        lines.append(line.strip())
    return " ".join(lines)


def member(symbol):
    return [f"## {symbol.title}", "", "```swift", symbol.declaration, "```", "", *symbol.doc, ""]
