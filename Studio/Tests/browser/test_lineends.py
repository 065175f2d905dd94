"""Line ends, which fields of a browser change: texts and the keys of maps keep those that nobody edited."""
import unittest

from selenium.webdriver.common.keys import Keys

import kinds
from case import StudioCase
from held import Held


class LineEnds(StudioCase):
    source = "kinds"

    def start(self, title, **values):
        self.server.write_elsewhere({"$type": "Kinds", **kinds.PLAIN, "title": title, **values})
        self.page.open(f"type=Kinds&where=title+%3D%3D+%22{title}%22")
        self.page.turn_editing_on()
        self.requests = Held(self.page)

    def edit_text(self, letters):
        self.page.move_to(0, "text")
        self.page.press("e")
        self.page.one(".cell-editor textarea").click()
        self.page.press(Keys.END, control=True)
        self.page.press(letters)

    def saved(self):
        self.page.press(Keys.ENTER, control=True)
        self.page.expect(".notice", "Changed")
        return self.requests.sent("edit")[-1]["body"]

    def test_an_edit_of_one_letter_keeps_line_ends_of_one_kind(self):
        self.start("windows", text="one\r\ntwo\r\nthree")
        self.edit_text("!")
        self.assertIn('"new":"one\\r\\ntwo\\r\\nthree!"', self.saved())

    def test_line_ends_of_several_kinds_become_one_and_the_page_says_so(self):
        self.start("mixed", text="one\r\ntwo\nthree")
        self.page.move_to(0, "text")
        self.page.press("e")
        self.page.one(".cell-editor textarea")
        self.assertFalse(self.page.one(".cell-editor .remark").is_displayed())
        self.page.press(Keys.END, control=True)
        self.page.press("!")
        self.page.wait(lambda: self.page.one(".cell-editor .remark").is_displayed(), "the remark")
        self.assertIn('"new":"one\\ntwo\\nthree!"', self.saved())

    def test_a_frequent_value_is_used_as_it_is_stored(self):
        for number, name in ((1, "only lf\nhere"), (2, "first\r\nsecond")):
            self.server.write_elsewhere({"$type": "Node", "id": number, "name": name, "next": None, "extra": None})
        self.page.open("type=Node&where=id+%3D%3D+1")
        self.page.turn_editing_on()
        self.requests = Held(self.page)
        self.page.move_to(0, "name")
        self.page.press("e")
        self.page.click(".cell-editor button[aria-label='Most frequent values']")
        self.page.click(".menu button", "first")
        self.assertIn('"new":"first\\r\\nsecond"', self.saved())

    def test_a_key_with_a_line_end_is_not_renamed(self):
        self.start("map", stock={"two\nlines": 1})
        self.page.move_to(0, "stock")
        self.page.press("e")
        self.page.one(".cell-editor .elements input[aria-label=Key]")
        self.page.fill(".cell-editor .elements input:not([aria-label=Key])", "7")
        self.assertIn('"new":{"two\\nlines":"7"}', self.saved())


class Numbers(StudioCase):
    source = "kinds"

    def test_minus_zero_keeps_its_sign(self):
        self.page.open("type=Kinds")
        self.page.turn_editing_on()
        requests = Held(self.page)
        self.page.move_to(0, "ratio")
        self.page.press("e")
        self.page.fill(".cell-editor input", "-0.0")
        self.page.press(Keys.ENTER)
        self.page.expect(".notice", "Changed 'ratio'")
        self.assertIn('"new":-0.0', requests.sent("edit")[0]["body"])

    def test_dates_are_stored_as_they_are_written(self):
        self.page.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Europe/Vienna"})
        try:
            self.page.open("type=Kinds")
            script = """const done = arguments[1]; import('/fields/scalars.js').then(({ readScalar }) => done(arguments[0].map((text) => {
              try { return readScalar('date', text, {}) } catch (error) { return error.message } })), (error) => done(String(error)))"""
            texts = ["2024-02-29 13:00", "0050-01-02T03:04:05Z", "0050-01-02", "2024-03-31 02:30", "2024-03-31 03:30", "2024-02-30", "2024-13-01Z"]
            read = self.page.driver.execute_async_script(script, texts)
        finally:
            self.page.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})
        self.assertEqual(read[:2], ["2024-02-29T12:00:00Z", "0050-01-02T03:04:05Z"])
        self.assertTrue(read[2].startswith("0050-01-01T22:5"), read[2])
        none = "There is no such date or time."
        self.assertEqual(read[3:], [none, "2024-03-31T01:30:00Z", none, none])


if __name__ == "__main__":
    unittest.main()
