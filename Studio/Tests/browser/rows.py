"""Makes a file with many rows of a type `Big`, whose `id` is the position of the row, and a type `Small` without rows."""
import os
import subprocess

from server import required

HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = """ashlar: 1

schema:
  version: 1

objects:
  Big:
    properties:
      id:      Int
      name:    String
      size:    Int
      section: String
      note:    String?
  Small:
    properties:
      note: String
"""


def make(file, count):
    """Imports JSON lines as they are made: no file has all of them."""
    schema = f"{file}.yaml"
    with open(schema, "w", encoding="utf-8") as text:
        text.write(SCHEMA)
    command = [required("ASHLAR_COMMAND"), "import", file, "-", "--type", "Big", "--schema", schema]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        for start in range(0, count, 10_000):
            process.stdin.write("".join(map(line, range(start, min(start + 10_000, count)))).encode())
        process.stdin.close()
        if process.wait() != 0:
            raise RuntimeError("ashlar import has failed")
    os.unlink(schema)


def line(number):
    # A permutation of the numbers, so that the order of sizes is not that of the rows.
    mixed = number * 2654435761 % 4294967296
    note = "null" if number % 3 else f'"note {number % 1000}"'
    return f'{{"id":{number},"name":"item {mixed:010d}","size":{mixed % 1000003},"section":"s{number % 40}","note":{note}}}\n'
