"""Declarations as HTML: their types are links, and long ones have a line for each parameter."""
from names import escape, relative

CLASSES = {
    "keyword": "k", "attribute": "k", "number": "n", "string": "s", "typeIdentifier": "t", "genericParameter": "t", "identifier": "d",
}
WIDTH = 90


def pieces(symbol):
    """The parts of a declaration as (text, class, precise identifier)."""
    for part in symbol.fragments:
        yield part["spelling"], CLASSES.get(part["kind"]), part.get("preciseIdentifier")


def render(symbol, url, by_precise):
    """The declaration of a symbol on the page `url`."""
    found, depth, opened = [], 0, False
    breaks = len(symbol.declaration) > WIDTH and "(" in symbol.declaration
    at_attribute = True
    for text, name, precise in pieces(symbol):
        if at_attribute and name != "k" and text.strip():
            at_attribute = False
        if text == "where" and len(symbol.declaration) > WIDTH and depth == 0 and found:
            found[-1] = found[-1].rstrip() + "\n"
        if name or not breaks:
            # Attributes have a line of their own.
            if at_attribute and text == " " and found and found[-1].endswith("@discardableResult</span>"):
                text = "\n"
            target = by_precise.get(precise)
            html = escape(text)
            if target and target is not symbol:
                html = f'<a href="{escape(relative(url, target.address))}">{html}</a>'
            found.append(f'<span class="{name}">{html}</span>' if name else html)
            continue
        out = []
        for index, character in enumerate(text):
            if character in "([{":
                depth += 1
                out.append(character)
                if depth == 1 and character == "(" and not opened:
                    opened = True
                    out.append("\n  ")
                continue
            if character in ")]}":
                if depth == 1 and opened is True and character == ")":
                    out.append("\n")
                    opened = None
                depth -= 1
            elif character == "," and depth == 1 and opened is True:
                out.append(",\n ")
                continue
            out.append(character)
        found.append(escape("".join(out)))
    return "".join(found)
