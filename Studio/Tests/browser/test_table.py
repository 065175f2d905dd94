"""The table: rows, keys, order, columns, and the address."""
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from case import StudioCase


class Table(StudioCase):
    def rows(self, query):
        return self.page.api(f"rows?type=Package&columns=name&{query}")

    def test_the_table_shows_the_rows_of_the_server_in_their_order(self):
        self.page.open("type=Package")
        expected = [row["cells"][0] for row in self.rows("count=10")["rows"]]
        self.assertEqual([self.page.row(index)[0] for index in range(10)], expected)
        self.assertEqual(self.page.total, self.rows("count=1")["count"])

    def test_about_sixty_rows_are_in_the_document(self):
        self.page.open("type=Package")
        self.assertLessEqual(len(self.page.all(".grid-row")), 60)

    def test_the_grid_states_its_size_and_the_active_cell(self):
        self.page.open("type=Package")
        grid = self.page.one("[role=grid]")
        self.assertEqual(grid.get_attribute("aria-rowcount"), str(self.page.total + 1))
        self.assertEqual(grid.get_attribute("aria-colcount"), str(len(self.page.columns)))
        self.page.move_to(2, "section")
        active = self.page.run("return document.getElementById(document.querySelector('[role=grid]').getAttribute('aria-activedescendant')).textContent")
        self.assertEqual(active, self.page.row(2)[self.page.columns.index("section")])

    def test_keys_move_to_the_ends_and_by_pages(self):
        self.page.open("type=Package")
        total = self.page.total
        self.page.focus_table()
        self.page.press(Keys.END, control=True)
        self.page.wait(lambda: self.page.active == [total - 1, len(self.page.columns) - 1], "the last cell")
        self.page.wait(lambda: self.page.row(total - 1), "the last row is painted")
        self.page.press(Keys.HOME, control=True)
        self.page.wait(lambda: self.page.active == [0, 0], "the first cell")
        self.page.press(Keys.PAGE_DOWN)
        self.page.wait(lambda: self.page.active[0] >= min(5, total - 1), "a page below")
        self.page.press(Keys.HOME)
        self.page.press(Keys.PAGE_UP)
        self.page.wait(lambda: self.page.active == [0, 0], "a page above")

    def test_the_wheel_scrolls_rows(self):
        self.page.open("type=Package")
        if self.page.total < 60:
            self.skipTest("The catalog has fewer rows than a page shows twice.")
        ActionChains(self.page.driver).scroll_from_origin(self.page_origin(), 0, 2800).perform()
        self.page.wait(lambda: self.page.row(100), "row 100 is painted")

    def page_origin(self):
        from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
        return ScrollOrigin.from_element(self.page.one(".grid"))

    def test_a_click_on_a_header_sorts_and_with_shift_adds(self):
        self.page.open("type=Package")
        self.page.click(".head[data-path=section] .title")
        self.page.wait(lambda: self.page.query.get("sort") == "section:asc", "ascending")
        self.page.click(".head[data-path=section] .title")
        self.page.wait(lambda: self.page.query.get("sort") == "section:desc", "descending")
        title = self.page.one(".head[data-path=name] .title")
        ActionChains(self.page.driver).key_down(Keys.SHIFT).click(title).key_up(Keys.SHIFT).perform()
        self.page.wait(lambda: self.page.query.get("sort") == "section:desc,name:asc", "two columns")
        expected = [row["cells"][0] for row in self.rows("sort=section:desc,name:asc&count=8")["rows"]]
        self.page.wait(lambda: [self.page.row(index)[0] for index in range(8)] == expected, "rows in the order")
        self.assertEqual(self.page.one(".head[data-path=section]").get_attribute("aria-sort"), "descending")

    def test_keys_sort_the_active_column(self):
        self.page.open("type=Package")
        self.page.move_to(0, "installedSize")
        self.page.press("s")
        self.page.wait(lambda: self.page.query.get("sort") == "installedSize:asc", "ascending")
        self.page.press("s")
        self.page.wait(lambda: self.page.query.get("sort") == "installedSize:desc", "descending")
        self.page.press("s")
        self.page.wait(lambda: "sort" not in self.page.query, "no order")

    def test_chips_reverse_and_remove_a_column_of_the_order(self):
        self.page.open("type=Package&sort=section:asc,name:asc")
        self.page.click(".chip button", "section")
        self.page.wait(lambda: self.page.query.get("sort") == "section:desc,name:asc", "reversed")
        self.page.click(".chip button[aria-label='Remove section from the order']")
        self.page.wait(lambda: self.page.query.get("sort") == "name:asc", "removed")

    def test_a_column_is_hidden_and_shown(self):
        self.page.open("type=Package")
        self.page.move_to(0, "area")
        self.page.press("m")
        self.page.click(".menu button", "Hide")
        self.page.wait(lambda: "area" not in self.page.columns, "the column is hidden")
        self.page.click(".bar button", "1 hidden")
        self.page.wait(lambda: "area" in self.page.columns, "the column is shown")

    def test_a_column_is_widened_by_dragging(self):
        self.page.open("type=Maintainer")
        before = self.page.run("return document.querySelector('.head').offsetWidth")
        ActionChains(self.page.driver).drag_and_drop_by_offset(self.page.one(".head .resizer"), 80, 0).perform()
        self.page.wait(lambda: self.page.run("return document.querySelector('.head').offsetWidth") == before + 80, "80 pixels wider")

    def test_the_address_restores_type_condition_order_and_object(self):
        row = self.rows("where=section == \"libs\"&sort=name:desc&count=3".replace(" ", "%20").replace("\"", "%22"))["rows"][2]
        self.page.open(f"type=Package&where=section+%3D%3D+%22libs%22&sort=name:desc&object=Package/{row['key']}")
        self.page.expect(".object-head", row["cells"][0])
        self.assertEqual(self.page.one(".condition textarea").get_attribute("value"), "section == \"libs\"")
        self.page.wait(lambda: self.page.active and self.page.active[0] == 2, "the cursor is on the object's row")
        self.page.driver.refresh()
        self.page.ready()
        self.page.expect(".object-head", row["cells"][0])

    def test_rows_are_selected_by_shift_and_by_control(self):
        self.page.open("type=Package")
        self.page.move_to(1, "name")
        self.page.press(Keys.DOWN, Keys.DOWN, shift=True)
        self.page.wait(lambda: len(self.page.all(".grid-row[aria-selected=true]")) == 3, "three rows")
        ActionChains(self.page.driver).key_down(Keys.CONTROL).click(self.page.cell(6, "name")).key_up(Keys.CONTROL).perform()
        self.page.wait(lambda: len(self.page.all(".grid-row[aria-selected=true]")) == 4, "four rows")

    def test_a_type_without_rows_is_stated(self):
        self.page.open("type=Package&where=name+%3D%3D+%22no+such+package%22")
        self.page.expect(".state", "No row satisfies the condition")
        self.page.click(".state button", "Show every row")
        self.page.wait(lambda: self.page.row(0), "rows")

    def test_a_column_is_widened_and_narrowed_by_keys(self):
        self.page.open("type=Maintainer")
        self.page.move_to(0, "name")
        width = lambda: self.page.run("return document.querySelector('.head[data-path=name]').offsetWidth")
        before = width()
        self.page.press("+")
        self.page.wait(lambda: width() == before + 24, "wider")
        self.page.press("-")
        self.page.press("-")
        self.page.wait(lambda: width() == before - 24, "narrower")
        self.page.press("m")
        self.page.click(".menu button", "Restore the width")
        self.page.wait(lambda: width() == before, "as before")

    def test_keys_of_a_column_do_nothing_while_all_columns_are_hidden(self):
        self.page.open("type=Maintainer")
        columns = self.page.columns
        self.page.open(f"type=Maintainer&hide={','.join(columns)}")
        self.page.wait(lambda: self.page.texts(".bar button") and self.page.columns == [], "no column")
        self.page.focus_table()
        for key in ("s", "S", "i", "m", "v", "u", "+", "e", "e"):
            self.page.press(key)
        self.page.expect(".notice.error", "No column is shown")
        self.page.click(".bar button", f"{len(columns)} hidden")
        self.page.wait(lambda: self.page.columns == columns and self.page.row(0), "the columns")


if __name__ == "__main__":
    unittest.main()
