"""Random requests: those of the page with values that do not fit, those without access, and bytes that are no requests."""
import json
from urllib.parse import quote

READS = ["types", "rows", "plan", "position", "object", "elements", "linking", "value", "find", "summary", "groups", "complete", "export", "graph", "file", "events"]
WRITES = ["edit", "preview", "import"]
PARAMETERS = ["type", "where", "sort", "columns", "from", "count", "key", "property", "source", "text", "column", "by", "measure", "at", "format", "element", "entry",
              "edit", "json", "watch", "brief", "update", "preview", "client", "token"]
PROPERTIES = ["title", "text", "small", "wide", "ratio", "amount", "born", "photo", "id", "oid", "flag", "tags", "marks", "stock", "extra", "owner", "versions"]
WORDS = PROPERTIES + ["Kinds", "Keeper", "==", "!=", "<", ">=", "AND", "OR", "NOT", "ANY", "ALL", "NONE", "IN", "BETWEEN", "CONTAINS[c]", "LIKE", "MATCHES", "SUBQUERY(",
                      "@count", "@sum", "@max", "(", ")", "{", "}", "[", "]", ",", ".", "'", '"', "\\", "nil", "true", "0", "-1", "1e400", "nan", "9" * 25, "$x", "#", "%@",
                      "\0", "\u202e", "😀", "é", "SORT(", "LIMIT(", "DISTINCT(", "uuid(", "oid(", "B64\"", "T1:2", "count", "sum:wide", "average:ratio", "asc", ":desc",
                      "csv", "jsonl", "owner.name", "versions.number", "TRUEPREDICATE"]
VALUES = [None, True, 5, 1.5, 1e308, "x", "", "7", "-9223372036854775808", [], {}, {"$row": "0"}, {"$row": "#0"}, {"$int": "5"}, {"$date": "x"}, {"$type": "Keeper", "$row": "0"},
          [None], ["a", "b"], [{"$int": "1"}], {"k": "1"}, {"a.b": 1}, {"number": "1", "title": "t"}, "2024-02-29T12:00:00Z", "AAEC", "\0\u202e", "x" * 5000]
PATHS = ["/", "/index.html", "/main.js", "/../Package.swift", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/.", "/./index.html", "/core/../index.html", "/core/dom.js", "/a" * 50,
         "/%00", "/index.html%00", "/api", "/api/", "/api//types", "/API/types", "http://127.0.0.1/", "*", "/\\..\\x", "/core%2fdom.js", "/%", "/%zz", "/?token=", "/?token=0", "/open", "/open?token=", "/open?token=0"]
JSON = "application/json"


class Request:
    def __init__(self, data, is_valid=False, refusals=(), writes=False, parts=1, leaves=False):
        self.bytes, self.is_valid, self.refusals, self.writes = data, is_valid, refusals, writes
        self.parts, self.leaves = parts, leaves


class Requests:
    def __init__(self, numbers, port, cookie):
        self.numbers, self.port, self.cookie = numbers, port, cookie

    def next(self):
        kind = self.numbers.random()
        if kind < 0.5:
            return self.read()
        if kind < 0.7:
            return self.write()
        if kind < 0.8:
            return self.refused()
        if kind < 0.85:
            return self.request("GET", self.numbers.choice(PATHS))
        return self.damaged()

    # Requests

    def request(self, method, target, body=b"", headers=(), without=(), **properties):
        lines = [f"{method} {target} HTTP/1.1"]
        fields = {"Host": f"127.0.0.1:{self.port}", "Cookie": self.cookie, "Connection": "close", **dict(headers)}
        if body:
            fields["Content-Length"] = str(len(body))
        lines += [f"{name}: {value}" for name, value in fields.items() if name not in without]
        data = "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body
        parts = self.numbers.choice([1, 1, 1, 2, 5])
        leaves = self.numbers.random() < 0.03
        return Request(data, **{"is_valid": not leaves, "parts": parts, "leaves": leaves, **properties})

    def client(self):
        # Few names: the server admits 32 pages.
        return "%016x" % self.numbers.randrange(8)

    def text(self):
        words = [self.numbers.choice(WORDS) for _ in range(self.numbers.randrange(9))]
        if self.numbers.random() < 0.05:
            words *= self.numbers.randrange(200)
        return self.numbers.choice([" ", " ", ""]).join(words)

    def target(self, name):
        found = {"client": self.client()}
        if self.numbers.random() < 0.8:
            found["type"] = self.numbers.choice(["Kinds", "Kinds", "Keeper", "Edition"])
        if self.numbers.random() < 0.5:
            found["key"] = str(self.numbers.randrange(12))
        if self.numbers.random() < 0.5:
            found[self.numbers.choice(["property", "column", "by", "sort", "columns"])] = self.numbers.choice(PROPERTIES)
        for _ in range(self.numbers.randrange(4)):
            found[self.numbers.choice(PARAMETERS)] = self.text()
        query = "&".join(f"{key}={quote(value)}" for key, value in found.items())
        return f"/api/{name}?{query}"

    def read(self):
        return self.request("GET", self.target(self.numbers.choice(READS)))

    def action(self):
        action = {"do": self.numbers.choice(["set", "set", "insert", "delete", "duplicate", "update", "fly"]),
                  "type": self.numbers.choice(["Kinds", "Kinds", "Keeper", "Edition", ""]), "key": str(self.numbers.randrange(30)),
                  "property": self.numbers.choice(PROPERTIES + ["name"]), "new": self.numbers.choice(VALUES)}
        if action["do"] == "delete" and self.numbers.random() < 0.9:
            action["key"] = str(self.numbers.randrange(30, 10_000))
        if self.numbers.random() < 0.8:
            names = ["title"] if self.numbers.random() < 0.5 else [self.numbers.choice(PROPERTIES + ["name", "number"]) for _ in range(3)]
            action["values"] = {name: self.numbers.choice(VALUES) for name in names}
        for name, value in [("where", self.text()), ("old", self.numbers.choice(VALUES)), ("count", self.numbers.choice(VALUES + [0, 1])), ("restore", True),
                            ("alone", self.numbers.choice([True, True, *VALUES]))]:
            if self.numbers.random() < 0.4:
                action[name] = value
        if self.numbers.random() < 0.2:
            action[self.numbers.choice(list(action))] = self.numbers.choice(VALUES)
        return action

    def write(self):
        name = self.numbers.choice(WRITES)
        headers = {"X-Ashlar-Studio": "1", "Content-Type": JSON}
        if name == "import":
            headers["Content-Type"] = self.numbers.choice(["application/x-ndjson", "text/csv"])
            rows = [self.row(headers["Content-Type"]) for _ in range(self.numbers.randrange(6))]
            body = "\n".join(rows).encode()
        else:
            edit = {"actions": [self.action() for _ in range(self.numbers.randrange(5))]}
            if self.numbers.random() < 0.3:
                edit["expect"] = self.numbers.choice([{"Kinds": 1}, {"Kinds": 0, "Keeper": 1}, {"Kinds": "1"}, *VALUES])
            body = json.dumps(edit).encode()
        if self.numbers.random() < 0.2:
            body = self.flipped(body)
        if self.numbers.random() < 0.02:
            body = b"[" * self.numbers.choice([100, 100_000, 2_000_000])
        return self.request("POST", self.target(name), body, headers, writes=True)

    def row(self, type):
        if type == "text/csv":
            return ",".join(self.numbers.choice(PROPERTIES + ["name", '"', "a,b", "1", "\0"]) for _ in range(self.numbers.randrange(6)))
        return json.dumps({"$type": self.numbers.choice(["Kinds", "Keeper", "Nothing"]), **{self.numbers.choice(PROPERTIES + ["name"]): self.numbers.choice(VALUES) for _ in range(4)}})

    def refused(self):
        """A request without access: one of the properties that give access is missing or wrong."""
        target = self.target(self.numbers.choice(READS))
        target = target.replace("token=", "text=")
        headers = [
            (("Cookie",), {}, (403,)), ((), {"Cookie": self.cookie[:-1] + "x"}, (403,)), ((), {"Cookie": "a=b; " + self.cookie.split("=")[0] + "="}, (403,)),
            ((), {"Host": "evil.example"}, (421,)), ((), {"Host": f"127.0.0.1.evil.example:{self.port}"}, (421,)), ((), {"Host": "127.0.0.1"}, (421,)),
            (("Host",), {}, (400, 421)), ((), {"Origin": "http://evil.example"}, (403,)), ((), {"Origin": "null"}, (403,)), ((), {"Sec-Fetch-Site": "cross-site"}, (403,)),
        ]
        without, changed, refusals = self.numbers.choice(headers)
        if self.numbers.random() < 0.5:
            return self.request("GET", target, b"", changed, without, refusals=refusals)
        fields = {"X-Ashlar-Studio": "1", "Content-Type": JSON, **changed}
        body = json.dumps({"actions": [self.action()]}).encode()
        if self.numbers.random() < 0.3:
            without, refusals = ("X-Ashlar-Studio",) + without, refusals if changed or without else (403,)
        return self.request("POST", self.target("edit").replace("token=", "text="), body, fields, without, refusals=refusals + (403,), writes=True)

    def damaged(self):
        base = (self.read() if self.numbers.random() < 0.5 else self.write()).bytes
        choice = self.numbers.randrange(6)
        if choice == 0:
            data = self.flipped(base)
        elif choice == 1:
            data = base[:self.numbers.randrange(len(base))]
            return Request(data, leaves=True)
        elif choice == 2:
            data = base.replace(b"\r\n", b"\r\nX-Long: " + b"y" * self.numbers.choice([100, 10_000, 100_000]) + b"\r\n", 1)
        elif choice == 3:
            data = base.replace(b"Content-Length: ", self.numbers.choice([b"Content-Length: 9", b"Content-Length: -", b"Transfer-Encoding: chunked\r\nContent-Length: "]), 1)
            return Request(data, leaves=True)
        elif choice == 4:
            data = base.replace(b"GET ", self.numbers.choice([b"HEAD ", b"PUT ", b"DELETE ", b"OPTIONS ", b"TRACE ", b"X" * 300 + b" "]), 1)
        else:
            data = bytes(self.numbers.randrange(256) for _ in range(self.numbers.randrange(300))) + b"\r\n\r\n"
        return Request(data, leaves=self.numbers.random() < 0.5)

    def flipped(self, data):
        data = bytearray(data)
        for _ in range(self.numbers.randrange(1, 6)):
            if data:
                data[self.numbers.randrange(len(data))] = self.numbers.randrange(256)
        return bytes(data)
