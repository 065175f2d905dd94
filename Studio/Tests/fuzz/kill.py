"""Kills the server while it performs edits: the file has each edit as a whole or not at all, every edit that was answered, and no damage."""
import json
import random
import subprocess
import threading
import time

from connection import Connection, Dropped
from server import Server, required

ROUNDS = 8


class Round:
    def __init__(self, numbers):
        self.server = Server("kinds")
        path = self.server.address.split(str(self.server.port), 1)[1]
        self.cookie = self.send(f"GET {path}").header("set-cookie").split(";")[0]
        self.answered = 0
        worker = threading.Thread(target=self.edit)
        worker.start()
        time.sleep(numbers.random() * 0.5)
        self.server.kill()
        worker.join()

    def send(self, line, headers=(), body=b""):
        lines = [f"{line} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}", "Connection: close", f"Content-Length: {len(body)}", *headers]
        return Connection(self.server.port).exchange("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def edit(self):
        """Sets a number in two rows by one edit after the other, until the server does not answer."""
        headers = [f"Cookie: {self.cookie}", "X-Ashlar-Studio: 1", "Content-Type: application/json"]
        try:
            while True:
                number = self.answered + 1
                actions = [{"do": "set", "type": "Kinds", "key": key, "property": "wide", "new": str(number)} for key in ("0", "1")]
                answer = self.send("POST /api/edit?client=00000000000000aa", headers, json.dumps({"actions": actions}).encode())
                if answer.status != 200:
                    raise RuntimeError(f"status {answer.status}: {answer.body!r}")
                self.answered = number
        except (Dropped, ConnectionError):
            return

    def check(self):
        self.server.verify()
        lines = subprocess.run([required("ASHLAR_COMMAND"), "export", self.server.file, "Kinds"], check=True, capture_output=True, text=True).stdout.splitlines()
        first, second = [json.loads(line)["wide"] for line in lines[:2]]
        if self.answered == 0 and first != second:
            return 0
        if first != second or first not in (self.answered, self.answered + 1):
            raise RuntimeError(f"the rows have {first} and {second}, and {self.answered} edits were answered")
        return first

    def end(self):
        self.server.stop()


def kill(seed):
    numbers = random.Random(seed)
    edits = []
    for _ in range(ROUNDS):
        round = Round(numbers)
        try:
            edits.append(round.check())
        finally:
            round.end()
    print(f"killed during edits {ROUNDS} times, after {', '.join(map(str, edits))} edits: every file is intact")
