"""Undo and redo: each entry once, in order, and with the keys of rows that were restored."""
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase
from held import Held


class Undo(StudioCase):
    def start(self):
        self.page.open("type=Maintainer")
        self.page.turn_editing_on()

    def rename(self, row, name):
        self.page.move_to(row, "name")
        self.page.press("e")
        self.page.fill(".cell-editor textarea", name)
        self.page.press(Keys.ENTER)
        self.page.wait(lambda: self.names()[row] == name, "the name is stored")
        self.page.wait(lambda: not self.page.all(".cell-editor"), "the editor is closed")

    def names(self):
        return [row["cells"][1] for row in self.page.api("rows?type=Maintainer&columns=address,name&count=10")["rows"]]

    def test_two_presses_undo_two_edits_and_none_twice(self):
        self.start()
        before = self.names()
        self.rename(0, "First")
        self.rename(1, "Second")
        requests = Held(self.page)
        requests.hold("edit")
        self.page.focus_table()
        self.page.press("z", control=True)
        self.page.press("z", control=True)
        requests.wait("edit", 1)
        self.assertEqual(len(requests.sent("edit")), 1)
        requests.release("edit")
        self.page.wait(lambda: self.names() == before, "both names are those before")
        self.assertEqual(len(requests.sent("edit")), 2)
        self.assertEqual(self.page.texts(".notice.error"), [])

    def test_a_key_that_is_held_undoes_one_edit(self):
        self.start()
        self.rename(0, "Once")
        self.rename(0, "Twice")
        requests = Held(self.page)
        self.page.run("for (const repeat of [false, true, true]) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, repeat, bubbles: true, cancelable: true }))")
        self.page.expect(".notice", "Undone")
        self.assertEqual(len(requests.sent("edit")), 1)
        self.assertEqual(self.names()[0], "Once")

    def test_the_button_of_an_older_message_undoes_no_later_edit(self):
        self.start()
        self.rename(2, "Older")
        self.rename(3, "Later")
        self.page.run("[...document.querySelectorAll('.notice button')].find((button) => button.textContent === 'Undo').click()")
        self.page.expect(".notice.error", "A later edit must be undone first")
        self.assertEqual(self.names()[2:4], ["Older", "Later"])
        self.page.run("[...document.querySelectorAll('.notice button')].find((button) => button.textContent === 'Undo').click()")
        self.page.wait(lambda: self.names()[3] != "Later", "the newest edit is undone by its own button")
        self.assertEqual(self.names()[2], "Older")

    def test_a_conflict_drops_its_own_entry_alone(self):
        self.start()
        before = self.names()
        self.rename(4, "Kept")
        self.rename(5, "Conflicting")
        address = self.page.api("rows?type=Maintainer&columns=address,name&count=10")["rows"][5]["cells"][0]
        self.server.write_elsewhere({"$type": "Maintainer", "address": address, "name": "Elsewhere"})
        self.page.focus_table()
        self.page.press("z", control=True)
        self.page.expect(".notice.error", "Not stored: Undo")
        self.page.press("z", control=True)
        self.page.wait(lambda: self.names()[4] == before[4], "the edit before it is undone")
        self.assertEqual(self.names()[5], "Elsewhere")

    def test_nothing_is_stored_while_editing_is_off(self):
        self.start()
        self.rename(6, "Stored")
        self.page.move_to(7, "name")
        self.page.press("e")
        self.page.fill(".cell-editor textarea", "Not stored")
        requests = Held(self.page)
        self.page.click("#edit-switch")
        self.page.click(".cell-editor .actions button", "Save")
        self.page.expect(".notice.error", "editing is off")
        self.assertEqual(self.page.one(".cell-editor textarea").get_attribute("value"), "Not stored")
        self.page.click(".cell-editor .actions button", "Cancel")
        self.page.run("document.querySelectorAll('.notice').forEach((notice) => notice.remove())")
        self.page.focus_table()
        self.page.press("z", control=True)
        self.page.expect(".notice.error", "editing is off")
        self.assertEqual(requests.sent("edit"), [])
        self.page.turn_editing_on()
        self.page.focus_table()
        self.page.press("z", control=True)
        self.page.expect(".notice", "Undone: Changed 'name'")


class Restored(StudioCase):
    source = "kinds"

    def owner(self):
        return self.page.api("rows?type=Kinds&columns=owner&count=1&where=title%20==%20%22plain%22")["rows"][0]["cells"][0]

    def test_an_undo_links_to_the_row_that_another_undo_restored(self):
        self.page.open("type=Kinds&where=title+%3D%3D+%22plain%22")
        self.page.turn_editing_on()
        ada = self.owner()
        self.page.move_to(0, "owner")
        self.page.press("e")
        self.page.one(".cell-editor [role=option]")
        self.page.press(Keys.ESCAPE)
        self.page.click(".cell-editor input[type=checkbox]")
        self.page.click(".cell-editor .actions button", "Save")
        self.page.wait(lambda: self.owner() is None, "no owner")
        # The page stays the same one, since another would have another history.
        self.page.click(".types-list a", "Keeper")
        self.page.condition('name == "Ada"')
        self.page.wait(lambda: self.page.row(0) and self.page.row(0)[0] == "Ada", "the keeper")
        self.page.focus_table()
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "deleted")
        self.page.click(".panel .actions button", "Delete")
        self.page.wait(lambda: self.server.count("Keeper", 'name == "Ada"') == 0, "the keeper is deleted")
        self.page.wait(lambda: not self.page.all(".panel"), "the panel is closed")
        self.page.press("z", control=True)
        self.page.expect(".notice", "Undone: Deleted Keeper Ada")
        self.page.press("z", control=True)
        self.page.expect(".notice", "Undone: Changed 'owner'")
        restored = self.owner()
        self.assertEqual(restored["label"], "Ada")
        self.assertNotEqual(restored["key"], ada["key"])


if __name__ == "__main__":
    unittest.main()
