"""Panels and editors while the server is slow: a write is what was previewed, once, and the focus stays where a person is."""
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from case import StudioCase
from held import Held


class Panels(StudioCase):
    source = "kinds"

    def start(self, query):
        self.page.open(query)
        self.page.turn_editing_on()
        self.requests = Held(self.page)

    def open_update(self, property):
        self.page.click(".bar button", "Rows")
        self.page.click(".menu button", "Update all shown")
        self.page.one(".panel select").send_keys(property)

    def apply(self):
        return self.page.one(".panel .actions button.main")

    def test_a_preview_of_a_former_value_enables_no_update(self):
        self.start("type=Kinds")
        self.open_update("title")
        self.page.fill(".panel .form textarea", "previewed")
        self.requests.hold("preview")
        self.page.click(".panel .actions button", "Preview")
        self.requests.wait("preview", 1)
        self.page.fill(".panel .form textarea", "not previewed")
        self.requests.release("preview")
        self.page.settle()
        self.assertFalse(self.apply().is_enabled())
        self.assertEqual(self.page.all(".panel .preview"), [])
        self.page.click(".panel .actions button", "Preview")
        self.page.expect(".panel .preview", "not previewed")
        self.page.fill(".panel .form textarea", "changed after its preview")
        self.assertFalse(self.apply().is_enabled())
        self.assertEqual(self.page.all(".panel .preview"), [])

    def test_an_answer_to_a_former_preview_is_ignored(self):
        self.start("type=Kinds")
        self.open_update("title")
        self.page.fill(".panel .form textarea", "older")
        self.requests.hold("preview")
        self.page.click(".panel .actions button", "Preview")
        self.requests.wait("preview", 1)
        self.page.fill(".panel .form textarea", "newer")
        self.page.click(".panel .actions button", "Preview")
        self.requests.wait("preview", 2)
        self.requests.release("preview", 1)
        self.page.expect(".panel .preview", "newer")
        self.requests.release("preview", 0)
        self.page.settle()
        self.assertIn("newer", self.page.text(".panel .preview"))
        self.apply().click()
        self.page.expect(".notice", "Updated 'title'")
        self.assertEqual(self.server.count("Kinds", 'title == "newer"'), self.server.count("Kinds"))
        self.page.press("z", control=True)
        self.page.expect(".notice", "Undone")

    def test_an_element_that_is_added_after_the_preview_makes_it_stale(self):
        self.start("type=Kinds")
        self.open_update("tags")
        self.page.click(".panel button", "Add an element")
        self.page.fill(".panel .form textarea", "one")
        self.page.click(".panel .actions button", "Preview")
        self.page.wait(lambda: self.apply().is_enabled(), "the update is previewed")
        self.page.click(".panel button", "Add an element")
        self.assertFalse(self.apply().is_enabled())

    def test_an_older_preview_of_an_import_replaces_no_newer_one(self):
        self.start("type=Keeper")
        self.requests.hold("import")
        script = """const data = new DataTransfer(); data.items.add(new File([arguments[0]], 'Keeper.jsonl'));
          for (const name of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }))"""
        self.page.run(script, '{"name":"Ada"}\n{"name":"Imported"}\n')
        self.requests.wait("import", 1)
        self.page.click("#import-update")
        self.requests.wait("import", 2)
        self.requests.release("import", 1)
        self.page.expect(".panel .preview", "1 row inserted")
        self.requests.release("import", 0)
        self.page.settle()
        self.assertEqual(self.page.texts(".panel .problem"), [])
        self.assertTrue(self.apply().is_enabled())

    def test_enter_that_is_pressed_twice_inserts_once(self):
        self.start("type=Keeper")
        before = self.server.count("Keeper")
        self.page.focus_table()
        self.page.press("n")
        self.page.fill(".panel [data-name=name] textarea", "Pressed twice")
        self.requests.hold("edit")
        self.page.press(Keys.ENTER)
        self.page.press(Keys.ENTER)
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

    def test_a_slow_preview_takes_no_focus_from_elsewhere(self):
        self.start("type=Kinds")
        self.page.focus_table()
        self.requests.hold("preview")
        self.page.press(Keys.DELETE)
        self.requests.wait("preview", 1)
        self.page.press("/")
        self.requests.release("preview")
        self.page.wait(lambda: self.page.one(".panel .actions .danger").is_enabled(), "the deletion is previewed")
        self.assertEqual(self.page.run("return document.activeElement.tagName"), "TEXTAREA")

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
        requests.hold("rows")
        self.page.press(Keys.PAGE_DOWN, Keys.PAGE_DOWN, shift=True)
        requests.wait("rows", 1)
        requests.release("rows")
        last = self.page.active[0]
        self.page.wait(lambda: self.page.row(last), "the last row of the selection")
        self.page.press(Keys.DELETE)
        self.page.expect(".panel h2", f"Delete {last - 60 + 1} rows of Package")
        self.page.press(Keys.ESCAPE)


if __name__ == "__main__":
    unittest.main()
