"""Requests of the page whose answers a test holds back, so that a slow server needs no time."""

SCRIPT = """
if (!window.held) {
  const real = window.fetch;
  window.held = {};
  window.refused = new Set();
  window.sent = [];
  window.fetch = (address, options) => {
    const path = String(address).match(/^\\/api\\/(\\w+)/)?.[1];
    window.sent.push({ path, address: String(address), body: typeof options?.body === 'string' ? options.body : null });
    if (window.refused.has(path)) return Promise.reject(new TypeError('refused by the test'));
    const answer = real(address, options);
    if (!window.held[path]) return answer;
    return new Promise((resolve, reject) => window.held[path].push(() => answer.then(resolve, reject)));
  };
}
"""


class Held:
    """Holds the answers of a page's requests until they are released, and records what was sent."""

    def __init__(self, page):
        self.page = page
        page.run(SCRIPT)

    def hold(self, path):
        self.page.run("held[arguments[0]] = []", path)

    def count(self, path):
        """The number of answers that wait."""
        return self.page.run("return held[arguments[0]].length", path)

    def wait(self, path, count):
        self.page.wait(lambda: self.count(path) == count, f"{count} requests of '{path}'")

    def release(self, path, position=None):
        """Releases one answer, or all of them and those of further requests."""
        if position is None:
            self.page.run("const waiting = held[arguments[0]]; delete held[arguments[0]]; waiting.forEach((answer) => answer())", path)
        else:
            self.page.run("held[arguments[0]][arguments[1]]()", path, position)

    def refuse(self, path):
        self.page.run("refused.add(arguments[0])", path)

    def accept(self, path):
        self.page.run("refused.delete(arguments[0])", path)

    def sent(self, path):
        """The addresses and the bodies of the requests that were sent."""
        return self.page.run("return sent.filter((entry) => entry.path === arguments[0])", path)
