"""The public symbols of the products, from the symbol graphs that the compiler writes."""
import glob
import json
import os
import re

from names import Anchors, anchor

# Conformances that the compiler derives for most types.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}
# Modules whose names are left out of the names of their protocols.
OTHERS = (
    "Swift.", "FoundationEssentials.", "Foundation.", "_Concurrency.", "Observation.", "Ashlar.", "SwiftUI.", "OpenCombine.", "Combine.",
    "ServiceLifecycle.",
)
TYPES = {"struct": "Structure", "class": "Class", "enum": "Enumeration", "protocol": "Protocol", "actor": "Actor"}
# The groups of members without a topic, in this order.
GROUPS = {
    "associatedtype": "Associated types", "enum.case": "Cases", "init": "Initializers", "type.property": "Type properties",
    "property": "Properties", "type.method": "Type methods", "method": "Methods", "func": "Functions", "subscript": "Subscripts",
    "type.subscript": "Subscripts", "func.op": "Operators", "typealias": "Type aliases", "macro": "Macros",
}


class Symbol:
    """A public declaration. `page` and `fragment` are its address, which `place` sets."""

    def __init__(self, module, data):
        self.module, self.precise = module, data["identifier"]["precise"]
        self.kind = data["kind"]["identifier"].removeprefix("swift.")
        self.path, self.title = data["pathComponents"], data["pathComponents"][-1]
        self.fragments = data.get("declarationFragments", [])
        if self.is_type:
            self.fragments = without_isolation(self.fragments)
        self.doc = [line["text"] for line in data.get("docComment", {}).get("lines", [])]
        self.availability = data.get("availability", [])
        location = data.get("location", {})
        self.order = (location.get("uri", ""), location.get("position", {}).get("line", 0))
        self.constraints = data.get("swiftExtension", {}).get("constraints", [])
        self.members, self.conformances, self.parents = [], [], []
        self.is_requirement = self.is_default = False
        self.page = self.fragment = ""

    @property
    def shown(self):
        """The title without the labels of parameters that callers omit: the source location, and the isolation."""
        return re.sub(r"_isolation:|_file:|_line:|_column:|fileID:line:", "", self.title)

    @property
    def name(self):
        return ".".join(self.path)

    @property
    def is_type(self):
        return self.kind in TYPES

    @property
    def address(self):
        return f"{self.page}#{self.fragment}" if self.fragment else self.page

    @property
    def declaration(self):
        return "".join(part["spelling"] for part in self.fragments)

    def everything(self):
        """The symbol and all below it."""
        yield self
        for member in self.members:
            yield from member.everything()


def without_isolation(fragments):
    """A declaration without `nonisolated`, which every type is that does not name an actor, and the space after it."""
    found = []
    for index, part in enumerate(fragments):
        is_space = part["spelling"] == " " and index > 0 and fragments[index - 1]["spelling"] == "nonisolated"
        if part["spelling"] != "nonisolated" and not is_space:
            found.append(part)
    return found


class Module:
    """A module of a product: its top-level symbols, and its extensions of other modules' types by the name of the type."""

    def __init__(self, name):
        self.name, self.symbols, self.extensions = name, [], {}

    @property
    def page(self):
        return f"api/{self.name}/index.html"

    def everything(self):
        for symbol in self.symbols + [member for members in self.extensions.values() for member in members]:
            yield from symbol.everything()


def is_hidden(data):
    """Whether a symbol is for generated code, or cannot be called."""
    unavailable = any(entry.get("isUnconditionallyUnavailable") for entry in data.get("availability", []))
    return unavailable or any(part.startswith("_") for part in data["pathComponents"])


def load(folder, name):
    """Reads the graphs of a module: NAME.symbols.json, and NAME@OTHER.symbols.json for what it adds to other modules' types."""
    module, symbols, relations = Module(name), {}, []
    first = os.path.join(folder, f"{name}.symbols.json")
    for path in [first] + sorted(glob.glob(os.path.join(folder, f"{name}@*.symbols.json"))):
        with open(path, encoding="utf-8") as file:
            graph = json.load(file)
        relations += graph["relationships"]
        for data in graph["symbols"]:
            # A module repeats members of another one for conformances that only it can see.
            documented = data.get("docComment", {}).get("module", name)
            is_repeated = path != first and "::SYNTHESIZED::" in data["identifier"]["precise"]
            if is_hidden(data) or documented != name or is_repeated:
                continue
            symbol = Symbol(name, data)
            symbols.setdefault(symbol.precise, symbol)
    relate(symbols, relations)
    assemble(module, symbols)
    return module


def relate(symbols, relations):
    for relation in relations:
        symbol, target = symbols.get(relation["source"]), relation["target"]
        kind = relation["kind"]
        if symbol is None:
            continue
        if kind == "requirementOf" or kind == "optionalRequirementOf":
            symbol.is_requirement = True
        elif kind == "defaultImplementationOf":
            symbol.is_default = True
        elif kind in ("conformsTo", "inheritsFrom"):
            name = relation.get("targetFallback") or (symbols[target].name if target in symbols else "")
            name = name.split(".", 1)[1] if name.startswith(OTHERS) else name
            if not name or name in IMPLIED or any(part.startswith("_") for part in name.split(".")):
                continue
            conditions = [
                f"{c['lhs']} {'==' if c['kind'] == 'sameType' else ':'} {c['rhs']}" for c in relation.get("swiftConstraints", [])]
            found = symbol.parents if kind == "inheritsFrom" else symbol.conformances
            if (name, target, conditions) not in found:
                found.append((name, target, conditions))


def assemble(module, symbols):
    """Makes a tree of the symbols, in the order of the sources."""
    types = {symbol.name: symbol for symbol in symbols.values() if symbol.is_type}
    for symbol in sorted(symbols.values(), key=lambda s: (s.order, s.name, s.precise)):
        outer = ".".join(symbol.path[:-1])
        if not outer:
            module.symbols.append(symbol)
        elif outer in types:
            types[outer].members.append(symbol)
        else:
            module.extensions.setdefault(outer, []).append(symbol)
    for symbol in symbols.values():
        symbol.conformances.sort()
        symbol.members = without_copies(symbol.members)


def without_copies(members):
    """A default implementation that says the same as its requirement is listed once."""
    required = {(member.title, tuple(member.doc)) for member in members if member.is_requirement}
    return [member for member in members if not (member.is_default and (member.title, tuple(member.doc)) in required)]


def place(module):
    """Gives each symbol its address: types have pages, other symbols are on the page of their type or module."""
    anchors = Anchors()
    for symbol in module.symbols + [member for name in sorted(module.extensions) for member in module.extensions[name]]:
        place_symbol(symbol, module, module.page, anchors)


def place_symbol(symbol, module, page, anchors):
    if not symbol.is_type:
        symbol.page, symbol.fragment = page, anchors.unique(anchor(symbol.title))
        return
    symbol.page = f"api/{module.name}/{symbol.name}.html"
    inner = Anchors()
    for member in symbol.members:
        place_symbol(member, module, symbol.page, inner)
