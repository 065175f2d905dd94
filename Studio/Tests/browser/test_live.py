"""What other processes commit appears at once, and the loss of the server is stated."""
import signal
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase


class Live(StudioCase):
    def first(self):
        row = self.page.api("rows?type=Maintainer&columns=address,name&count=1")["rows"][0]
        return row["key"], row["cells"][0]

    def test_a_row_that_another_process_changes_lights_up(self):
        self.page.open("type=Maintainer")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.run("""window.marked = []; new MutationObserver((changes) => { for (const { target } of changes) if (target.classList?.contains('changed')) marked.push(target.textContent); })
          .observe(document.querySelector('.grid'), { subtree: true, attributes: true, attributeFilter: ['class'] })""")
        # The color fades within two seconds, in which a slow server may not answer: the time stands still.
        self.page.run("const at = performance.now(); performance.now = () => at")
        _, address = self.first()
        self.server.write_elsewhere({"$type": "Maintainer", "address": address, "name": "Renamed Elsewhere"})
        self.page.wait(lambda: self.page.row(0)[1] == "Renamed Elsewhere", "the new name")
        self.page.wait(lambda: any("Renamed Elsewhere" in text for text in self.page.run("return marked")), "the row was marked")

    def test_a_new_row_changes_the_count_and_keeps_the_cursor_on_its_row(self):
        self.page.open("type=Maintainer&sort=address:asc")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        before = self.page.total
        self.page.move_to(1, "address")
        row = self.page.row(1)
        self.server.write_elsewhere({"$type": "Maintainer", "address": "!first@example.org", "name": "First"})
        self.page.wait(lambda: self.page.total == before + 1, "one row more")
        self.page.wait(lambda: self.page.active and self.page.row(self.page.active[0]) == row, "the cursor is on the same row")

    def test_commits_since_the_page_was_opened_are_listed(self):
        self.page.open("type=Maintainer")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.server.write_elsewhere({"$type": "Maintainer", "address": "listed@example.org", "name": "Listed"})
        self.page.expect("#commits", "+1")
        self.page.click("#commits")
        self.page.expect(".commit-list", "Maintainer +1")

    def test_a_commit_with_too_many_changes_to_list_does_not_seem_to_have_none(self):
        self.page.open("type=Maintainer")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        script = """const done = arguments[0]; import('/net/events.js').then(({ committed, newest }) => {
          committed.emit({ version: String(BigInt(newest.value) + 1n), time: '2026-01-01T00:00:00.000Z', many: true, types: [] }); done(null) }, (error) => done(String(error)))"""
        self.assertIsNone(self.page.driver.execute_async_script(script))
        self.page.click("#commits")
        self.page.expect(".commit-list", "many rows")

    def test_the_object_shown_follows_changes(self):
        key, address = self.first()
        self.page.open(f"type=Maintainer&object=Maintainer/{key}")
        self.page.expect(".object-head h2", "")
        self.server.write_elsewhere({"$type": "Maintainer", "address": address, "name": "Seen in the pane"})
        self.page.expect(".property[data-name=name]", "Seen in the pane")


class Lost(StudioCase):
    def setUp(self):
        super().setUp()
        if self.server.process.poll() is not None:
            self.server.start()
            self.page.enter(self.server)

    def test_the_page_says_that_an_edit_has_no_answer_when_the_server_is_killed_during_it(self):
        self.page.open("type=Package")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.turn_editing_on()
        name = self.page.row(0)[0]
        self.page.move_to(0, "summary")
        self.page.press("e")
        self.page.fill(".cell-editor textarea", "sent to a server that is killed")
        self.server.process.send_signal(signal.SIGSTOP)
        self.page.press(Keys.ENTER)
        self.assertEqual(self.page.texts(".notice.error"), [])
        self.server.kill()
        self.page.expect(".notice.error", "Not known to be stored: Changed 'summary'")
        self.assertEqual(self.page.one(".cell-editor textarea").get_attribute("value"), "sent to a server that is killed")
        # The file has the whole edit or nothing of it, and no damage.
        self.server.verify()
        self.assertEqual(self.server.count("Package", f'name == "{name}"'), 1)
        # The page of the former server does not have the cookie of the next one.
        self.server.start()
        self.page.enter(self.server, "type=Package")
        self.assertIsNotNone(self.page.row(0))

    def test_the_page_says_what_was_not_stored_when_the_server_ends(self):
        self.page.open("type=Package")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.turn_editing_on()
        self.page.move_to(0, "summary")
        self.page.press("e")
        self.page.one(".cell-editor textarea")
        self.server.kill()
        self.page.fill(".cell-editor textarea", "written to a server that has ended")
        self.page.press(Keys.ENTER)
        self.page.expect(".notice.error", "Not known to be stored: Changed 'summary'")
        # What was written is still in the editor.
        self.assertEqual(self.page.one(".cell-editor textarea").get_attribute("value"), "written to a server that has ended")
        self.page.wait(lambda: self.page.text("#connection") == "server lost", "the state of the connection")
        self.assertGreater(self.server.count("Package"), 0)


if __name__ == "__main__":
    unittest.main()
