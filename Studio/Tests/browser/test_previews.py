"""Previews while the server is slow: the action that was previewed is stored, and the focus stays where a person is."""
import unittest
from urllib.parse import parse_qs, urlparse

from selenium.webdriver.common.keys import Keys

from case import StudioCase
from held import Held


class Previews(StudioCase):
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

    def test_previews_of_an_import_are_sent_one_at_a_time(self):
        self.start("type=Keeper")
        self.requests.hold("import")
        script = """const data = new DataTransfer(); data.items.add(new File([arguments[0]], 'Keeper.jsonl'));
          for (const name of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }))"""
        self.page.run(script, '{"name":"Ada"}\n{"name":"Imported"}\n')
        self.requests.wait("import", 1)
        self.page.click("#import-update")
        self.page.settle()
        # The server performs few imports at the same time.
        self.assertEqual(self.requests.count("import"), 1)
        self.requests.release("import", 0)
        self.requests.wait("import", 2)
        # The answer to the first preview belongs to another choice.
        self.assertEqual(self.page.texts(".panel .problem"), [])
        self.assertFalse(self.apply().is_enabled())
        self.requests.release("import", 1)
        self.page.expect(".panel .preview", "Keeper: 2 rows inserted")
        self.assertTrue(self.apply().is_enabled())
        parameters = [sorted(parse_qs(urlparse(entry["address"]).query)) for entry in self.requests.sent("import")]
        self.assertEqual(parameters, [["client", "preview", "type", "update"]] * 2)

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

    def test_a_deletion_expects_what_its_preview_states(self):
        self.start("type=Keeper")
        self.page.focus_table()
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "deleted")
        changes = self.page.texts(".panel .preview [data-type] > p:first-child")
        self.assertIn("Keeper: 1 row deleted", changes)
        self.page.click(".panel .actions button", "Delete")
        self.page.expect(".notice", "Deleted Keeper Ada")
        self.assertIn('"expect":{"Keeper":1}', self.requests.sent("edit")[0]["body"])

    def test_a_deletion_that_was_refused_is_previewed_again(self):
        self.server.write_elsewhere({"$type": "Keeper", "name": "Deleted elsewhere"})
        self.start("type=Keeper&where=name+%3D%3D+%22Deleted+elsewhere%22")
        self.page.focus_table()
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "deleted")
        self.requests.refuse("edit")
        self.page.click(".panel .actions button", "Delete")
        self.page.expect(".notice.error", "Not known to be stored")
        self.page.wait(lambda: len(self.requests.sent("preview")) == 2, "another preview")
        self.requests.accept("edit")
        self.page.wait(lambda: self.page.one(".panel .actions .danger").is_enabled(), "the deletion is previewed")
        self.page.click(".panel .actions button", "Delete")
        self.page.wait(lambda: self.server.count("Keeper", 'name == "Deleted elsewhere"') == 0, "deleted")


if __name__ == "__main__":
    unittest.main()
