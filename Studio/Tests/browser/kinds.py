"""Objects with every kind of value, and with content that an attacker would store: written as JSON lines for `ashlar import`."""
import base64
import json
import struct
import zlib


def png(red, green, blue, side=8):
    """A valid image of one color."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    line = b"\0" + bytes((red, green, blue)) * side
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(line * side)) + chunk(b"IEND", b"")


def encoded(data):
    return base64.b64encode(data).decode()


SCRIPT = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
PLAIN = {
    "text": "plain", "small": 1, "wide": 9007199254740993, "ratio": 1.5, "amount": "1.50", "born": "2024-02-29T12:00:00Z",
    "photo": encoded(png(176, 74, 34)), "id": "00112233-4455-6677-8899-AABBCCDDEEFF", "oid": "0123456789abcdef01234567", "flag": True,
    "tags": ["one", "two", ""], "marks": [1, 2], "stock": {"Vienna": 3, "Graz": 0}, "extra": 5, "nested": [], "owner": "Ada",
    "versions": [{"number": 1, "title": "first"}],
}
KINDS = [
    {"title": "plain"},
    {"title": "empty and nil", "text": "", "wide": None, "born": None, "photo": None, "flag": None, "tags": [], "marks": [], "stock": {},
     "extra": None, "owner": None, "versions": []},
    {"title": SCRIPT, "text": "<b>bold</b> & \"quotes\" </textarea>" + SCRIPT, "tags": ["<i>x</i>"], "stock": {"<b>k</b>": 2}, "extra": SCRIPT},
    {"title": "one megabyte", "text": "x" * 500_000 + "ü" * 250_000 + "end"},
    {"title": "right to left \u202eevil\u202c שלום", "text": "\u202eabc\u2066 nul:\0 bell:\a esc:\x1b[31m del:\x7f \u200b zero"},
    {"title": "not an image", "photo": encoded(b"\x89PNG\r\n\x1a\n<script>alert(1)</script>"), "extra": {"$data": encoded(b"GIF89a\0\0")}},
    {"title": "long line " + "word " * 200, "text": "line one\nline two\n\ttabbed\r\nline three", "photo": encoded(bytes(range(256)) * 8)},
    {"title": "numbers", "small": -128, "wide": -9223372036854775808, "ratio": "-Infinity", "amount": "1E+6144", "born": "+12345-01-01T00:00:00Z",
     "extra": {"$double": "NaN"}},
    {"title": "nested any", "extra": ["text", 1, {"k": [True, None, {"$date": "1969-07-20T20:17:40Z"}]}], "tags": [f"tag {i}" for i in range(250)]},
    {"title": "three deep", "nested": [[[["too deep"]], "inner " * 400], [f"inner {i}" for i in range(150)], "outer " * 400]},
]
KEEPERS = [{"name": "Ada"}, {"name": SCRIPT}]


def write(path):
    with open(path, "w", encoding="utf-8") as file:
        for keeper in KEEPERS:
            file.write(json.dumps({"$type": "Keeper", **keeper}) + "\n")
        for record in KINDS:
            file.write(json.dumps({"$type": "Kinds", **PLAIN, **record}) + "\n")
