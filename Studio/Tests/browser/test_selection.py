"""Edits of several rows: values are read before they are replaced, and no row is left out silently."""
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase
from held import Held


class Selections(StudioCase):
    source = "kinds"

    def test_elements_of_several_rows_are_read_before_they_are_replaced(self):
        self.page.open("type=Kinds")
        self.page.turn_editing_on()
        requests = Held(self.page)
        self.page.move_to(0, "tags")
        self.page.press(Keys.DOWN, shift=True)
        self.page.press("e")
        self.page.expect(".cell-editor h2", "in 2 rows")
        shown = self.page.run("return [...document.querySelectorAll('.cell-editor .elements textarea')].map((field) => field.value)")
        self.assertEqual(shown, ["one", "two", ""])
        # An object may have other values of many megabytes.
        self.assertEqual(["property=tags" in entry["address"] for entry in requests.sent("object")], [True, True])
        self.page.click(".cell-editor .actions button", "Save")
        self.page.expect(".notice", "Changed 'tags' in 2 rows")
        body = requests.sent("edit")[0]["body"]
        self.assertIn('"old":["one","two",""]', body)
        self.assertIn('"old":[]', body)

    def test_a_link_of_several_rows_is_edited(self):
        self.page.open("type=Kinds")
        self.page.turn_editing_on()
        self.page.move_to(0, "owner")
        self.page.press(Keys.DOWN, shift=True)
        self.page.press("e")
        self.page.one(".cell-editor [role=option]")
        self.page.press(Keys.ENTER)
        self.page.click(".cell-editor .actions button", "Save")
        self.page.expect(".notice", "Changed 'owner' in 2 rows")


class UnreadRows(StudioCase):
    def test_a_selection_with_rows_that_were_not_read_is_refused(self):
        self.page.open("type=Package")
        if self.page.total < 500:
            self.skipTest("The catalog has no rows that the page has not read.")
        self.page.turn_editing_on()
        self.page.move_to(0, "summary")
        self.page.press(Keys.END, control=True, shift=True)
        self.page.wait(lambda: self.page.row(self.page.total - 1), "the last row")
        for key in (Keys.DELETE, "e"):
            self.page.press(key)
            self.page.expect(".notice.error", "have not been read")
            self.page.run("document.querySelectorAll('.notice').forEach((notice) => notice.remove())")
        self.assertEqual(self.page.all(".panel, .cell-editor"), [])

    def test_rows_that_arrive_after_their_selection_are_selected(self):
        self.page.open("type=Package")
        self.page.turn_editing_on()
        requests = Held(self.page)
        self.page.move_to(60, "name")
        # The header has 32 pixels, and a row 28.
        page = self.page.run("return Math.max(1, Math.floor((document.querySelector('.grid').clientHeight - 32) / 28) - 1)")
        last = min(60 + 2 * page, self.page.total - 1)
        requests.hold("rows")
        self.page.press(Keys.PAGE_DOWN, Keys.PAGE_DOWN, shift=True)
        requests.wait("rows", 1)
        requests.release("rows")
        self.page.wait(lambda: self.page.active[0] == last and self.page.row(last), "the last row of the selection")
        self.page.press(Keys.DELETE)
        self.page.expect(".panel h2", f"Delete {last - 60 + 1} rows of Package")
        self.page.press(Keys.ESCAPE)


class Shifted(StudioCase):
    def test_the_anchor_stays_on_its_row_when_another_row_is_inserted_before_it(self):
        self.page.open("type=Maintainer&sort=address:asc")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.move_to(1, "address")
        self.page.press(Keys.DOWN, shift=True)
        names = [self.page.row(row)[0] for row in (1, 2, 3)]
        self.server.write_elsewhere({"$type": "Maintainer", "address": "!before@example.org", "name": "Before"})
        self.page.wait(lambda: self.page.row(0)[0] == "!before@example.org", "the new row")
        self.page.wait(lambda: self.page.active[0] == 3, "the active cell is on its row")
        self.page.press(Keys.DOWN, shift=True)
        selected = "return [...document.querySelectorAll('.grid-row[aria-selected=true]')].map((row) => row.firstChild.textContent)"
        self.page.wait(lambda: self.page.active[0] == 4, "the range is longer")
        self.page.wait(lambda: self.page.run(selected) == names, "from the former anchor on")


if __name__ == "__main__":
    unittest.main()
