"""The columns in a narrow window: the order and the first column stay in view, and what is cut fades."""
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase

LIBS = "type=Package&where=section+%3D%3D+%22libs%22"
DISPLAYED = "return getComputedStyle(document.querySelector(arguments[0])).display !== 'none'"


class Columns(StudioCase):
    def tearDown(self):
        super().tearDown()
        self.page.size(1280, 800)

    def open(self, query, width=900):
        self.page.size(width, 800)
        self.page.open(query)
        self.page.wait(lambda: self.page.row(0), "rows")

    def is_in_view(self, path):
        """Whether a header and its arrow are neither outside of the table, nor below the first column or a fade."""
        grid, head, arrow = self.page.frame(".grid"), self.page.frame(f".head[data-path={path}]"), self.page.box(f".head[data-path={path}] .title")
        left = grid["left"]
        if path != self.page.columns[0]:
            if self.page.all(".grid.frozen"):
                left = self.page.frame(".head")["right"]
            if self.page.run(DISPLAYED, ".edge.left"):
                left = self.page.frame(".edge.left")["right"]
        right = self.page.frame(".edge.right")["left"] if self.page.run(DISPLAYED, ".edge.right") else grid["right"]
        return left <= head["left"] and head["right"] <= right and arrow["right"] <= right

    def scroll(self, position):
        self.page.run("document.querySelector('.grid').scrollLeft = arguments[0]", position)
        self.page.settle()

    def test_the_column_of_the_order_is_in_view(self):
        self.open(f"{LIBS}&sort=installedSize:desc")
        self.page.wait(lambda: self.is_in_view("installedSize"), "the column is in view")
        self.page.press("s")
        self.page.wait(lambda: self.page.query["sort"] == "name:asc" and self.is_in_view("name"), "the first column is in view")

    def test_a_sorted_column_that_a_person_scrolls_away_stays_away_until_the_order_changes(self):
        self.open("type=Package&sort=installedSize:desc")
        self.page.wait(lambda: self.is_in_view("installedSize"), "the column is in view")
        self.scroll(0)
        self.page.click(".head[data-path=area] .title")
        self.page.wait(lambda: self.page.query["sort"] == "area:asc" and self.page.row(0), "another order")
        self.page.wait(lambda: self.is_in_view("area"), "its column is in view")
        self.scroll(10_000)
        self.assertFalse(self.is_in_view("area"))
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.server.write_elsewhere({"$type": "Maintainer", "address": "scrolled@example.org", "name": "Scrolled"})
        self.page.wait(lambda: self.page.text("#commits").endswith("+1"), "a commit")
        self.page.settle()
        self.assertFalse(self.is_in_view("area"))
        self.page.click(".chip button", "area")
        self.page.wait(lambda: self.page.query["sort"] == "area:desc" and self.is_in_view("area"), "reversed and in view")

    def test_the_pane_of_an_object_does_not_cover_the_column_of_the_order(self):
        self.open(f"{LIBS}&sort=installedSize:desc", width=1280)
        self.page.move_to(1, "name")
        self.assertTrue(self.is_in_view("installedSize"))
        self.page.press(Keys.ENTER)
        self.page.wait(lambda: self.page.texts(".object-head h2"), "the object")
        self.page.wait(lambda: self.is_in_view("installedSize"), "the column is in view")
        self.assertEqual(self.page.active, [1, 0])

    def test_the_first_column_stays_in_view(self):
        self.open("type=Package")
        self.scroll(10_000)
        grid = self.page.frame(".grid")
        for element in (".head", ".grid-row .cell"):
            self.assertEqual(self.page.frame(element)["left"], grid["left"])
        self.page.click(".grid-row .cell")
        self.page.wait(lambda: self.page.active and self.page.active[1] == 0, "the first cell is hit")

    def test_a_first_column_that_is_wide_scrolls_with_the_others(self):
        self.open("type=Package", width=480)
        self.scroll(10_000)
        self.assertLess(self.page.frame(".head")["right"], 0)

    def test_keys_move_columns_beside_the_first_one_and_the_fades(self):
        self.open("type=Package")
        columns = self.page.columns
        for key, places in ((Keys.RIGHT, range(1, len(columns))), (Keys.LEFT, range(len(columns) - 2, 0, -1))):
            self.page.focus_table()
            for place in places:
                self.page.press(key)
                self.page.wait(lambda: self.page.active == [0, place], columns[place])
                self.assertTrue(self.is_in_view(columns[place]), columns[place])

    def test_a_table_fades_where_it_continues(self):
        self.open("type=Package")
        grid, fade = self.page.frame(".grid"), self.page.frame(".edge.right")
        self.assertEqual([self.page.run(DISPLAYED, f".edge.{side}") for side in ("left", "right")], [False, True])
        self.assertEqual((fade["right"], fade["top"], fade["bottom"]), (grid["right"], grid["top"], grid["bottom"]))
        self.scroll(10_000)
        self.assertEqual([self.page.run(DISPLAYED, f".edge.{side}") for side in ("left", "right")], [True, False])
        self.assertEqual(self.page.frame(".edge.left")["left"], self.page.frame(".head")["right"] + 1)
        self.open("type=Maintainer", width=1280)
        self.assertEqual([self.page.run(DISPLAYED, f".edge.{side}") for side in ("left", "right")], [False, False])

    def test_the_first_of_the_columns_that_scroll_is_a_whole_one(self):
        self.open("type=Package&sort=installedSize:desc")
        self.page.wait(lambda: self.is_in_view("installedSize"), "the column is in view")
        self.assertGreater(self.page.run("return document.querySelector('.grid').scrollLeft"), 0)
        self.assertFalse(self.page.run(DISPLAYED, ".edge.left"))
        lefts = self.page.run("return [...document.querySelectorAll('.head')].map((head) => head.getBoundingClientRect().left)")
        self.assertIn(self.page.frame(".head")["right"] + 1, lefts)

    def test_a_fade_covers_no_other_column_than_the_one_that_is_cut(self):
        self.open("type=Package")
        start = self.page.run("return document.querySelector('.head').offsetWidth + document.querySelectorAll('.head')[1].offsetWidth")
        frozen = self.page.run("return document.querySelector('.head').offsetWidth")
        for cut in (4, 12, 40):
            self.scroll(start - frozen - cut)
            fade = self.page.frame(".edge.left")
            self.assertEqual(fade["right"] - fade["left"], min(24, cut))

    def test_a_fade_does_not_take_clicks(self):
        self.open("type=Package")
        fade = self.page.frame(".edge.right")
        hit = self.page.run("return document.elementFromPoint(arguments[0], arguments[1]).closest('.cell') !== null", fade["right"] - 4, fade["top"] + 46)
        self.assertTrue(hit)


if __name__ == "__main__":
    unittest.main()
