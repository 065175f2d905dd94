"""Ten million rows: from a request to painted rows. STUDIO_BIG names a file whose type `Big` has them, with an `id` that is the position."""
import os
import unittest

from page import Page
from selenium.webdriver.common.keys import Keys
from server import Server

# Milliseconds from a change until the row at a position is painted, measured in the page.
MEASURE = """
const [position, key, done] = arguments
const painted = () => { const row = document.querySelector(`.grid-row[aria-rowindex='${position + 2}']:not(.waiting)`); return row && row.textContent }
const start = performance.now()
const look = () => painted() ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look)
document.querySelector('.grid').dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }))
look()
"""


@unittest.skipUnless(os.environ.get("STUDIO_BIG"), "STUDIO_BIG names no file.")
class Scale(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(os.environ["STUDIO_BIG"], write=False)
        cls.page = Page()
        cls.page.size(1280, 800)
        cls.page.enter(cls.server, "type=Big")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def measure(self, position, key):
        return self.page.driver.execute_async_script(MEASURE, position, key)

    def test_a_jump_to_the_end_and_back_takes_at_most_300_milliseconds(self):
        self.page.open("type=Big")
        total = self.page.total
        self.assertGreaterEqual(total, 10_000_000)
        self.assertLessEqual(self.measure(total - 1, "End"), 300)
        self.assertEqual(self.page.row(total - 1)[0], str(total - 1))
        self.page.focus_table()
        self.page.press(Keys.HOME, control=True)
        self.page.wait(lambda: self.page.row(0), "the first row")

    def test_the_scrollbar_is_the_position_in_the_rows(self):
        self.page.open("type=Big")
        total = self.page.total
        self.page.run("const grid = document.querySelector('.grid'); grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2")
        middle = self.page.wait(lambda: self.page.run("const row = document.querySelector('.grid-row:not(.waiting)'); const index = row && Number(row.getAttribute('aria-rowindex')); return index > 1000 ? index : null"), "rows in the middle")
        self.assertLess(abs(middle - total / 2), total * 0.001)

    def test_a_notch_of_the_wheel_moves_by_rows(self):
        self.page.open("type=Big")
        self.page.run("document.querySelector('.grid').dispatchEvent(new WheelEvent('wheel', { deltaY: 280, bubbles: true, cancelable: true }))")
        self.page.wait(lambda: self.page.run("const layer = document.querySelector('.grid').getBoundingClientRect(); const row = document.elementFromPoint(layer.left + 40, layer.top + 46)?.closest('.grid-row'); return row && row.getAttribute('aria-rowindex')") == "12", "ten rows below")


if __name__ == "__main__":
    unittest.main()
