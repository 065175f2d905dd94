"""Requests of the page whose answers a test holds back, so that a slow server needs no time."""

SCRIPT = """
if (!window.held) {
  const real = window.fetch;
  window.held = {};
  window.refused = new Set();
  window.sent = [];
  window.unread = {};
  const counted = (path, call) => {
    window.unread[path] = (window.unread[path] ?? 0) + 1;
    const done = () => (window.unread[path] -= 1);
    return call.then((answer) => {
      for (const name of ['json', 'text']) {
        const read = answer[name].bind(answer);
        answer[name] = () => read().finally(done);
      }
      return answer;
    }, (error) => {
      done();
      throw error;
    });
  };
  window.fetch = (address, options) => {
    const path = String(address).match(/^\\/api\\/(\\w+)/)?.[1];
    window.sent.push({ path, address: String(address), body: typeof options?.body === 'string' ? options.body : null });
    if (window.refused.has(path)) return Promise.reject(new TypeError('refused by the test'));
    const answer = counted(path, real(address, options));
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

    @classmethod
    def opening(cls, page, query, script=""):
        """Opens a view whose requests are recorded from the first on, after another script."""
        page.open(query, SCRIPT + script)
        return cls(page)

    def quiet(self, path):
        """Waits until the page has read all answers to its requests; a request that waits for an answer is then sent, too."""
        self.page.wait(lambda: self.page.run("return (unread[arguments[0]] ?? 0) === 0", path), f"all answers of '{path}' have been read")

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
