"""A condition that a person types while answers arrive."""
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase
from held import Held


class Typing(StudioCase):
    def field(self):
        return self.page.one(".condition textarea").get_attribute("value")

    def test_an_answer_does_not_replace_a_condition_that_is_being_typed(self):
        self.page.open("type=Maintainer")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        before = self.page.total
        self.page.one(".condition textarea").click()
        self.page.press("name == ")
        self.server.write_elsewhere({"$type": "Maintainer", "address": "typing@example.org", "name": "Typing"})
        self.page.wait(lambda: self.page.total == before + 1, "an answer has arrived")
        self.assertEqual(self.field(), "name == ")

    def test_the_focus_stays_if_a_person_types_on_after_enter(self):
        self.page.open("type=Package")
        requests = Held(self.page)
        requests.hold("rows")
        self.page.condition('section == "libs"')
        requests.wait("rows", 1)
        self.page.press(" AND")
        requests.release("rows")
        self.page.wait(lambda: set(self.page.cells("section")) == {"libs"}, "only libs")
        self.page.settle()
        self.assertEqual(self.page.run("return document.activeElement.tagName"), "TEXTAREA")
        self.assertEqual(self.field(), 'section == "libs" AND')

    def test_another_view_replaces_the_text(self):
        self.page.open("type=Package")
        self.page.one(".condition textarea").click()
        self.page.press("name")
        self.page.click(".types-list a", "Maintainer")
        self.page.wait(lambda: self.field() == "", "the condition of the other view")

    def test_shift_tab_leaves_the_condition_while_completions_are_open(self):
        self.page.open("type=Package")
        self.page.one(".condition textarea").click()
        self.page.press("isInst")
        self.page.wait(lambda: self.page.texts(".completion [role=option]"), "completions")
        self.page.press(Keys.TAB, shift=True)
        self.page.wait(lambda: self.page.run("return document.activeElement.tagName") != "TEXTAREA", "the focus has moved")
        self.assertEqual(self.field(), "isInst")


if __name__ == "__main__":
    unittest.main()
