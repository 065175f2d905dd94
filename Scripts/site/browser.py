"""A headless Chromium, driven through chromedriver with the WebDriver protocol, which needs no library."""
import base64
import json
import socket
import subprocess
import time
import urllib.error
import urllib.request

KEY = "element-6066-11e4-a52e-4f735466cecf"


class Failure(Exception):
    """What the browser answers instead of a result."""


class Browser:
    def __init__(self, width=1440, height=900):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = ""
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
        arguments.append(f"--window-size={width},{height}")
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}}}}
        for attempt in range(100):
            try:
                self.session = "/session/" + self.call("POST", "/session", wanted)["sessionId"]
                return
            except urllib.error.URLError:
                time.sleep(0.2)
        self.close()
        raise Failure("chromedriver does not answer")

    def close(self):
        if self.session:
            self.call("DELETE", self.session)
        self.driver.terminate()
        self.driver.wait()

    def call(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failure(json.load(error)["value"]["message"].split("\n")[0]) from error

    def open(self, url):
        self.call("POST", self.session + "/url", {"url": url})

    @property
    def url(self):
        return self.call("GET", self.session + "/url")

    def run(self, script, *arguments):
        return self.call("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.call("POST", self.session + "/element", {"using": "css selector", "value": selector})[KEY]

    def links(self, text):
        return [found[KEY] for found in self.call("POST", self.session + "/elements", {"using": "link text", "value": text})]

    def click(self, element):
        self.call("POST", f"{self.session}/element/{element}/click")

    def type(self, element, text):
        self.call("POST", f"{self.session}/element/{element}/value", {"text": text})

    def size(self, width, height):
        """The size of the page's own area, which a window's size exceeds."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.command("Emulation.setDeviceMetricsOverride", metrics)

    def scheme(self, name):
        self.command("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def command(self, name, parameters):
        return self.call("POST", self.session + "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def screenshot(self, path):
        data = self.call("GET", self.session + "/screenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def wait(self, what, condition):
        """Waits until a condition holds. A machine may be slow: the limit is only for one that never holds."""
        for attempt in range(600):
            found = condition()
            if found:
                return found
            time.sleep(0.1)
        raise Failure(f"{what} does not happen within a minute")
