"""Figures of groups and summaries: exact, and computed again after an edit."""
import unittest

from selenium.webdriver.common.keys import Keys

import kinds
from case import StudioCase
from held import Held


class Figures(StudioCase):
    source = "kinds"

    def figures(self, query):
        self.page.open(query)
        self.page.wait(lambda: self.page.texts(".group .figure"), "groups")
        return dict(zip(self.page.texts(".group .value"), self.page.texts(".group .figure")))

    def test_integers_keep_all_their_digits(self):
        self.assertEqual(self.figures("type=Kinds&group=title&measure=maximum:wide")["plain"], "9,007,199,254,740,993")

    def test_infinity_is_no_nil(self):
        self.assertEqual(self.figures("type=Kinds&group=title&measure=minimum:ratio")["numbers"], "−∞")

    def test_a_date_is_no_nil(self):
        figures = self.figures("type=Kinds&group=title&measure=minimum:born")
        self.assertIn("2024-0", figures["plain"])
        self.assertEqual(figures["empty and nil"], "nil")

    def test_an_object_that_is_no_line_of_json_is_not_copied(self):
        self.server.write_elsewhere({"$type": "Kinds", **kinds.PLAIN, "title": "too long", "text": "x" * 1_100_000})
        self.page.open("type=Kinds&where=title+%3D%3D+%22too+long%22")
        self.page.run("navigator.clipboard.writeText = async (text) => { window.copied = text }")
        self.page.focus_table()
        self.page.press("c")
        self.page.expect(".notice.error", "Not copied")
        self.assertIsNone(self.page.run("return window.copied"))

    def test_a_summary_of_any_values_names_them(self):
        # Frequent values are known only of rows without collections.
        self.page.open("type=Kinds&where=title+%3D%3D+%22plain%22")
        self.page.move_to(0, "extra")
        self.page.press("i")
        self.page.wait(lambda: self.page.texts(".top-values .value") == ["5"], "the value")

    def test_a_summary_with_a_long_text_states_how_many_values_were_counted(self):
        self.page.open("type=Kinds")
        distinct = self.page.api("summary?type=Kinds&column=text")["distinct"]
        self.assertEqual((distinct["exact"], distinct["count"] < 100), (False, True))
        self.page.move_to(0, "text")
        self.page.press("i")
        self.page.wait(lambda: f"more than {distinct['count']}" in self.page.texts(".summary .facts dd"), "the number")

    def test_an_edit_of_the_page_computes_the_groups_again(self):
        before = int(self.figures("type=Kinds&group=flag")["true"])
        self.page.turn_editing_on()
        self.page.move_to(0, "flag")
        self.page.press("e")
        self.page.one(".cell-editor select").send_keys("f")
        self.page.press(Keys.ENTER)
        self.page.wait(lambda: dict(zip(self.page.texts(".group .value"), self.page.texts(".group .figure")))["true"] == str(before - 1), "one less")

    def test_groups_that_are_closed_before_the_answer_show_nothing(self):
        self.page.open("type=Kinds")
        requests = Held(self.page)
        requests.hold("groups")
        choose = "const select = document.querySelector(\"select[aria-label='Group by']\"); select.value = 'flag'; select.dispatchEvent(new Event('change'))"
        self.page.run(choose)
        requests.wait("groups", 1)
        self.page.click(".groups button[aria-label='Close the groups']")
        requests.release("groups")
        self.page.settle()
        self.assertNotIn("null", self.page.text(".groups"))
        self.page.run(choose)
        self.page.expect(".groups h2", "Groups by flag")
        self.page.wait(lambda: self.page.texts(".group .figure"), "the groups")

    def test_a_commit_of_another_process_computes_the_groups_again(self):
        before = int(self.figures("type=Keeper&group=name").get("Ada"))
        self.assertEqual(before, 1)
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.one(".groups select").send_keys("c")
        self.page.run("document.querySelector('.groups select').kept = true; document.querySelector('.group').focus()")
        focused = self.page.run("return document.activeElement.title")
        self.server.write_elsewhere({"$type": "Keeper", "name": "Committed elsewhere"})
        self.page.wait(lambda: "Committed elsewhere" in self.page.texts(".group .value"), "the new group")
        self.assertTrue(self.page.run("return document.querySelector('.groups select').kept === true"))
        self.assertEqual(self.page.run("return document.activeElement.title"), focused)


if __name__ == "__main__":
    unittest.main()
