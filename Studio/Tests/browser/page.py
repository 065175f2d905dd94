"""The page in a headless Chromium. Every wait is for a condition, so no outcome depends on the speed of the machine."""
import atexit
import os
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# Seconds that a condition may take, on any machine; a longer wait fails a test, and a shorter one only reports failures sooner.
PATIENCE = int(os.environ.get("STUDIO_PATIENCE", "30"))

# Messages about success disappear after six seconds, in which a slow test may not have read them: here they stay.
KEEP = """
if (!window.keepsNotices) {
  window.keepsNotices = true;
  const real = window.setTimeout;
  window.setTimeout = (action, time, ...rest) => (time === 6000 ? 0 : real(action, time, ...rest));
}
"""

_driver = None


def driver():
    """One browser for all tests: starting one takes seconds."""
    global _driver
    if _driver is None:
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,800"):
            options.add_argument(argument)
        # Without a screen the browser has no pointer, and styles the page as for a screen that is touched: 2 is a pointer that hovers, 4 a fine one.
        options.add_argument("--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        _driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    return _driver


@atexit.register
def quit_driver():
    global _driver
    if _driver is not None:
        _driver.quit()
        _driver = None


class Page:
    def __init__(self):
        self.driver = driver()

    # Opening

    def enter(self, server, query=""):
        """Opens the first address, which has the token, and waits for rows."""
        self.server = server
        self.driver.delete_all_cookies()
        self.driver.get(server.address + ("&" + query if query else ""))
        self.ready()

    def open(self, query, script=None):
        """Opens a view; a script runs before those of the page."""
        added = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script}) if script else None
        self.driver.get(f"http://127.0.0.1:{self.server.port}/?{query}")
        if added:
            self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": added["identifier"]})
        self.ready()

    def ready(self):
        self.run(KEEP)
        self.wait(lambda: self.run("return document.querySelector('.grid:not([aria-busy=true]), .state:not(.loading), .sheet, .graph') !== null"), "the page shows something")
        self.wait(lambda: self.run("return document.querySelectorAll('.grid:not([hidden]) .grid-row.waiting').length === 0"), "rows have arrived")

    def size(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def prefer(self, **features):
        """`prefers_color_scheme="dark"`, `prefers_reduced_motion="reduce"`."""
        values = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": values})

    # Reading

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition, what):
        """Waits until a condition holds, and returns its value."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                value = condition()
            except (StaleElementReferenceException, TypeError):
                # An element was replaced, or a row that is not in the document has no cells.
                value = None
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"waited {PATIENCE} s: {what}; notices: {self.texts('.notice')}")
            time.sleep(0.05)

    def settle(self):
        """Waits until what was released has run: an answer, its promises and a frame."""
        self.driver.execute_async_script("const done = arguments[0]; setTimeout(() => requestAnimationFrame(() => setTimeout(done, 50)), 50)")

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.wait(lambda: next(iter(self.all(selector)), None), f"there is '{selector}'")

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map((element) => element.textContent)", selector)

    def text(self, selector):
        return self.wait(lambda: self.texts(selector), f"there is '{selector}'")[0]

    def expect(self, selector, part):
        """Waits until an element's text contains a part."""
        return self.wait(lambda: next((text for text in self.texts(selector) if part in text), None), f"'{selector}' contains '{part}', not {self.texts(selector)}")

    def api(self, path):
        """What the server answers to a GET request, as the page would send it."""
        script = "const done = arguments[1]; fetch(arguments[0]).then((answer) => answer.json()).then(done, (error) => done({ failure: String(error) }))"
        return self.driver.execute_async_script(script, f"/api/{path}{'&' if '?' in path else '?'}client=00000000000000ff")

    def box(self, selector):
        """The rectangle around the content of an element, which for a text is that of its letters."""
        script = """const element = document.querySelector(arguments[0]); if (!element) return null
          const range = document.createRange(); range.selectNodeContents(element)
          const { left, right, top, bottom } = (element.childNodes.length ? range : element).getBoundingClientRect(); return { left, right, top, bottom }"""
        return self.wait(lambda: self.run(script, selector), f"there is '{selector}'")

    def frame(self, selector):
        """The rectangle of an element with its border, in the part of it that scrolls: `right` and `bottom` are without scrollbars."""
        script = """const element = document.querySelector(arguments[0]); if (!element) return null; const box = element.getBoundingClientRect()
          return { left: box.left, right: box.left + element.clientLeft + element.clientWidth, top: box.top, bottom: box.top + element.clientTop + element.clientHeight }"""
        return self.wait(lambda: self.run(script, selector), f"there is '{selector}'")

    @property
    def query(self):
        return self.run("return Object.fromEntries(new URLSearchParams(location.search))")

    @property
    def total(self):
        """The number of rows that the bar states."""
        return int(self.text(".counted strong").replace(",", ""))

    def row(self, index):
        """The texts of a row's cells, by the position of the row; None if it is not in the document."""
        script = "const row = document.querySelector(`.grid-row[aria-rowindex='${arguments[0] + 2}']:not(.waiting)`); return row && [...row.children].map((cell) => cell.textContent)"
        return self.run(script, index)

    def cells(self, column):
        """The texts of a column in the rows of the document, from the first on."""
        script = "return [...document.querySelectorAll('.grid-row:not(.waiting)')].map((row) => row.children[arguments[0]].textContent)"
        return self.run(script, self.columns.index(column))

    @property
    def columns(self):
        return self.run("return [...document.querySelectorAll('.head')].map((head) => head.dataset.path)")

    @property
    def active(self):
        """The row and the column of the active cell."""
        return self.run("const cell = document.querySelector('.cell.active'); return cell && [Number(cell.parentElement.getAttribute('aria-rowindex')) - 2, Number(cell.getAttribute('aria-colindex')) - 1]")

    def errors(self):
        """What the browser logged as errors since the last call: refused content, exceptions."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    # Acting

    def press(self, *keys, control=False, shift=False):
        chain = ActionChains(self.driver)
        held = ([Keys.CONTROL] if control else []) + ([Keys.SHIFT] if shift else [])
        for key in held:
            chain.key_down(key)
        chain.send_keys(*keys)
        for key in held:
            chain.key_up(key)
        chain.perform()

    def click(self, selector, text=None):
        """Clicks the first element that a selector finds, or the first with a text."""
        def element():
            return next((entry for entry in self.all(selector) if text is None or entry.text.strip().startswith(text)), None)
        self.wait(element, f"there is '{selector}' with '{text}'").click()

    def cell(self, row, column):
        return self.one(f".grid-row[aria-rowindex='{row + 2}'] .cell[aria-colindex='{self.columns.index(column) + 1}']")

    def move_to(self, row, column):
        """Moves the active cell by keys, from the first row."""
        self.focus_table()
        self.press(Keys.HOME, control=True)
        for _ in range(row):
            self.press(Keys.DOWN)
        for _ in range(self.columns.index(column)):
            self.press(Keys.RIGHT)
        self.wait(lambda: self.active == [row, self.columns.index(column)], "the cursor has moved")

    def focus_table(self):
        self.run("document.querySelector('.grid').focus({ preventScroll: true })")

    def condition(self, text):
        """Applies a condition by the keyboard, from the table."""
        self.focus_table()
        self.press("/")
        self.wait(lambda: self.run("return document.activeElement.tagName") == "TEXTAREA", "the condition has the focus")
        self.press("a", control=True)
        self.press(Keys.DELETE)
        self.press(text)
        self.press(Keys.ENTER)

    def fill(self, selector, text):
        """Replaces the text of a field."""
        field = self.one(selector)
        field.click()
        self.press("a", control=True)
        self.press(Keys.DELETE)
        self.press(text)

    def turn_editing_on(self):
        if self.one("#edit-switch").get_attribute("aria-pressed") != "true":
            self.click("#edit-switch")
            self.wait(lambda: self.one("#edit-switch").get_attribute("aria-pressed") == "true", "editing is on")
