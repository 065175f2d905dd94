"""More rows than the scrollbar has pixels: its position is scaled, and keys and the wheel move by rows. Studio/Tests/measure has the times."""
import os
import tempfile
import unittest

import rows
from case import StudioCase
from page import Page
from selenium.webdriver.common.keys import Keys
from server import Server

# The scrollbar is scaled above 8,000,000 pixels, which are 285,714 rows.
COUNT = 300_000


class Scale(StudioCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="studio-scale-")
        file = os.path.join(cls.folder.name, "scale.ashlar")
        rows.make(file, COUNT)
        cls.server = Server(file, write=False, copies=False)
        cls.page = Page()
        cls.page.size(1280, 800)
        cls.page.enter(cls.server, "type=Big")

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def test_keys_move_to_the_last_row_and_back(self):
        self.page.open("type=Big")
        self.assertEqual(self.page.total, COUNT)
        self.page.focus_table()
        self.page.press(Keys.END, control=True)
        self.page.wait(lambda: self.page.row(COUNT - 1), "the last row")
        self.assertEqual(self.page.row(COUNT - 1)[0], str(COUNT - 1))
        self.assertLessEqual(len(self.page.all(".grid-row")), 60)
        self.page.press(Keys.HOME, control=True)
        self.page.wait(lambda: self.page.row(0), "the first row")

    def test_the_scrollbar_is_the_position_in_the_rows(self):
        self.page.open("type=Big")
        self.page.run("const grid = document.querySelector('.grid'); grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2")
        script = "const row = document.querySelector('.grid-row:not(.waiting)'); const index = row && Number(row.getAttribute('aria-rowindex')); return index > 1000 ? index : null"
        middle = self.page.wait(lambda: self.page.run(script), "rows in the middle")
        self.assertLess(abs(middle - COUNT / 2), COUNT * 0.001)

    def test_a_notch_of_the_wheel_moves_by_rows(self):
        self.page.open("type=Big")
        self.page.run("document.querySelector('.grid').dispatchEvent(new WheelEvent('wheel', { deltaY: 280, bubbles: true, cancelable: true }))")
        script = """const layer = document.querySelector('.grid').getBoundingClientRect()
          const row = document.elementFromPoint(layer.left + 40, layer.top + 46)?.closest('.grid-row'); return row && row.getAttribute('aria-rowindex')"""
        self.page.wait(lambda: self.page.run(script) == "12", "ten rows below")

    def test_an_order_of_all_rows_reaches_its_ends(self):
        self.page.open("type=Big&sort=id:desc")
        self.page.wait(lambda: self.page.row(0) and self.page.row(0)[0] == str(COUNT - 1), "the greatest number first")
        self.page.focus_table()
        self.page.press(Keys.END, control=True)
        self.page.wait(lambda: self.page.row(COUNT - 1) and self.page.row(COUNT - 1)[0] == "0", "the least number last")


if __name__ == "__main__":
    unittest.main()
