"""The server under test and the second process, which are real programs named by the environment.

ASHLAR_STUDIO    the program ashlar-studio
ASHLAR_COMMAND   the command ashlar, which creates files and is the process that writes beside the server
STUDIO_CATALOG   the database of the example catalog, of which each test class gets a copy
"""
import atexit
import json
import os
import re
import shutil
import subprocess
import tempfile

import kinds

HERE = os.path.dirname(os.path.abspath(__file__))


def required(name):
    value = os.environ.get(name)
    if not value:
        raise RuntimeError(f"{name} is not set: run these tests by `make test-studio`.")
    return value


class Server:
    """A server on a copy of a file, in a folder of its own, or on the file itself. `address` is its first address, with the token."""

    def __init__(self, source, write=True, copies=True):
        self.folder = tempfile.mkdtemp(prefix="studio-")
        self.file = os.path.join(self.folder, "catalog.ashlar") if copies else source
        self.process = None
        if source == "kinds":
            self.create_kinds()
        elif copies:
            shutil.copy(source, self.file)
        self.write = write
        # Also when a run is interrupted: a server that stays would keep its port and its file.
        atexit.register(self.stop)
        self.start()

    def create_kinds(self):
        lines = os.path.join(self.folder, "kinds.jsonl")
        kinds.write(lines)
        command = [required("ASHLAR_COMMAND"), "import", self.file, lines, "--schema", os.path.join(HERE, "kinds.yaml")]
        subprocess.run(command, check=True, capture_output=True)

    def start(self, *arguments):
        self.process = subprocess.Popen([required("ASHLAR_STUDIO"), self.file, *(["--write"] if self.write else []), *arguments], stdout=subprocess.PIPE, text=True)
        # The program prints its address in a line of its own once it accepts requests.
        for line in self.process.stdout:
            found = re.search(r"http://[^\s]+", line)
            if found:
                self.address = found.group()
                return
        raise RuntimeError("The server ended without printing its address.")

    @property
    def port(self):
        return int(re.search(r":(\d+)/", self.address).group(1))

    def kill(self):
        """Ends the process as a crash does: it cannot finish what it writes."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        atexit.unregister(self.stop)
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
            self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def write_elsewhere(self, *objects):
        """Stores objects by another process. An object whose primary key exists is updated."""
        path = os.path.join(self.folder, "elsewhere.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(entry) + "\n" for entry in objects)
        subprocess.run([required("ASHLAR_COMMAND"), "import", self.file, path, "--update"], check=True, capture_output=True)

    def count(self, type, condition=None):
        """The number of objects that the file has, read by another process."""
        command = [required("ASHLAR_COMMAND"), "query", self.file, type, *([condition] if condition else []), "--count"]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return int(re.search(r"\d+", text).group())

    def verify(self):
        """Fails if the file is damaged."""
        subprocess.run([required("ASHLAR_COMMAND"), "verify", self.file], check=True, capture_output=True)
