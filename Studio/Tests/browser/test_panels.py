"""Panels and editors while the server is slow: one press is one write, and no written text is lost."""
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase
from held import Held


class Panels(StudioCase):
    source = "kinds"

    def start(self, query):
        self.page.open(query)
        self.page.turn_editing_on()
        self.requests = Held(self.page)

    def test_enter_that_is_pressed_twice_inserts_once(self):
        self.start("type=Keeper")
        before = self.server.count("Keeper")
        self.page.focus_table()
        self.page.press("n")
        self.page.fill(".panel [data-name=name] textarea", "Pressed twice")
        self.requests.hold("edit")
        self.page.press(Keys.ENTER)
        self.page.press(Keys.ENTER)
        self.requests.wait("edit", 1)
        self.page.settle()
        self.assertEqual(self.requests.count("edit"), 1)
        self.requests.release("edit")
        self.page.expect(".notice", "Inserted a Keeper")
        self.assertEqual(self.server.count("Keeper"), before + 1)
        self.assertEqual(self.page.texts(".notice.error"), [])

    def test_a_key_that_is_held_duplicates_once(self):
        self.start("type=Kinds")
        before = self.server.count("Kinds")
        self.page.focus_table()
        self.requests.hold("edit")
        self.page.run("for (const repeat of [false, true, true]) document.querySelector('.grid').dispatchEvent(new KeyboardEvent('keydown', { key: 'd', repeat, bubbles: true, cancelable: true }))")
        self.page.press("d")
        self.requests.wait("edit", 1)
        self.page.settle()
        self.assertEqual(self.requests.count("edit"), 1)
        self.requests.release("edit")
        self.page.expect(".notice", "Duplicated a Kinds")
        self.assertEqual(self.server.count("Kinds"), before + 1)

    def test_enter_that_is_pressed_twice_in_a_cell_stores_once(self):
        self.start("type=Kinds")
        self.page.move_to(0, "title")
        self.page.press("e")
        self.page.fill(".cell-editor textarea", "stored once")
        self.requests.hold("edit")
        self.page.press(Keys.ENTER)
        self.page.press(Keys.ENTER)
        self.requests.wait("edit", 1)
        self.requests.release("edit")
        self.page.expect(".notice", "Changed 'title'")
        self.page.wait(lambda: not self.page.all(".cell-editor"), "the editor is closed")
        self.assertEqual(len(self.requests.sent("edit")), 1)
        self.assertEqual(self.page.texts(".notice.error"), [])

    def test_a_write_that_is_answered_late_closes_no_other_panel(self):
        self.start("type=Keeper")
        self.page.focus_table()
        self.page.press("n")
        self.page.fill(".panel [data-name=name] textarea", "Answered late")
        self.requests.hold("edit")
        self.page.press(Keys.ENTER)
        self.requests.wait("edit", 1)
        self.page.press(Keys.ESCAPE)
        self.page.focus_table()
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "deleted")
        self.requests.release("edit")
        self.page.expect(".notice", "Inserted a Keeper")
        self.assertIn("Delete", self.page.text(".panel h2"))

    def test_a_panel_opens_from_the_page_of_the_graph(self):
        key = self.page.api("rows?type=Keeper&columns=name&count=1")["rows"][0]["key"]
        self.start(f"type=Kinds&object=Keeper/{key}")
        self.page.expect(".object-head", "Ada")
        self.page.click("#pages a", "Graph")
        self.page.one(".graph")
        self.page.click("#object button[aria-label='Menu of the object']")
        self.page.click(".menu button", "Delete")
        self.page.expect(".panel .preview", "deleted")
        self.assertEqual(self.page.query.get("page"), None)
        self.page.press(Keys.ESCAPE)

    def test_a_click_elsewhere_leaves_the_editor_of_a_cell(self):
        self.start("type=Kinds")
        self.page.move_to(0, "text")
        self.page.press("e")
        self.page.fill(".cell-editor textarea", "not lost")
        self.page.click("#file-name")
        self.page.click(".types-find input")
        self.assertEqual(self.page.one(".cell-editor textarea").get_attribute("value"), "not lost")
        self.page.focus_table()
        self.page.press("e")
        self.page.expect(".notice", "Save or cancel")
        self.assertEqual(len(self.page.all(".cell-editor")), 1)
        self.page.press(Keys.ESCAPE)
        self.page.wait(lambda: not self.page.all(".cell-editor"), "Escape closes the editor")

    def test_escape_leaves_the_search_of_a_link_and_then_the_editor(self):
        self.start("type=Kinds")
        self.page.move_to(0, "owner")
        self.page.press("e")
        self.page.one(".cell-editor [role=option]")
        self.page.press(Keys.ESCAPE)
        self.page.wait(lambda: not self.page.all(".cell-editor [role=combobox]"), "the search is left")
        self.assertEqual(len(self.page.all(".cell-editor")), 1)
        self.page.press(Keys.ESCAPE)
        self.page.wait(lambda: not self.page.all(".cell-editor"), "the editor is closed")

    def test_enter_of_an_input_method_saves_nothing(self):
        self.start("type=Kinds")
        self.page.move_to(0, "text")
        self.page.press("e")
        self.page.fill(".cell-editor textarea", "composed")
        self.page.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))")
        self.page.settle()
        self.assertEqual(self.requests.sent("edit"), [])
        self.page.press(Keys.ESCAPE)
        self.page.wait(lambda: not self.page.all(".cell-editor"), "the editor is closed")

    def test_lists_whose_elements_may_be_nil_are_inserted_empty(self):
        self.start("type=Bag")
        self.page.expect(".type-facts", "names: List<String?>")
        self.page.click(".bar button", "Insert")
        self.page.one(".panel [data-name=parts]")
        self.assertEqual(self.page.all(".panel input[type=checkbox]"), [])
        self.page.click(".panel .actions button", "Save")
        self.page.expect(".notice", "Inserted a Bag")
        self.assertEqual(self.server.count("Bag"), 1)

    def test_a_type_of_which_all_properties_are_its_key_is_not_updated(self):
        self.start("type=Keeper")
        self.page.click(".bar button", "Rows")
        self.page.click(".menu button", "Update all shown")
        self.page.expect(".notice.error", "part of its primary key")
        self.assertEqual(self.page.all(".panel"), [])


if __name__ == "__main__":
    unittest.main()
