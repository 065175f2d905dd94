"""The view on the pages of types, graph and file: the table has the rows that the address names, and the pane keeps what a person sees."""
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from case import StudioCase
from held import Held


class Pages(StudioCase):
    def test_the_table_shows_its_type_after_a_way_over_the_graph(self):
        self.page.open("type=Package")
        columns = self.page.columns
        self.page.click("#pages a", "Graph")
        self.page.one(".graph")
        self.page.click(".types-list a", "Maintainer")
        self.page.wait(lambda: self.page.columns[:2] == ["address", "name"], "the rows of Maintainer")
        self.page.driver.back()
        self.page.one(".graph")
        self.page.click("#pages a", "Types")
        self.page.wait(lambda: self.page.query["type"] == "Package" and self.page.columns == columns, "the columns of Package")
        self.page.wait(lambda: self.page.row(0), "its rows")
        expected = self.page.api("rows?type=Package&columns=name&count=1")["rows"][0]["cells"][0]
        self.assertEqual(self.page.row(0)[columns.index("name")], expected)

    def test_back_to_the_same_rows_reads_none_again(self):
        requests = Held.opening(self.page, "type=Package&hide=area")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.move_to(5, "name")
        self.page.click("#pages a", "File")
        self.page.one(".sheet")
        requests.quiet("rows")
        sent = len(requests.sent("rows"))
        self.page.driver.back()
        self.page.wait(lambda: self.page.active and self.page.active[0] == 5, "the cursor is where it was")
        self.page.settle()
        self.assertEqual(len(requests.sent("rows")), sent)

    def test_a_click_on_a_type_keeps_the_object_that_is_shown(self):
        self.page.open("type=Maintainer")
        self.page.cell(0, "name").click()
        first = self.page.text(".object-head h2")
        self.page.cell(2, "name").click()
        self.page.wait(lambda: self.page.text(".object-head h2") != first, "another object")
        shown = self.page.query["object"]
        self.page.click(".types-list a", "Package")
        self.page.wait(lambda: self.page.query["type"] == "Package", "the other type")
        self.assertEqual(self.page.query["object"], shown)

    def test_the_page_about_the_file_can_be_read_again_after_a_failure(self):
        self.page.open("type=Maintainer")
        requests = Held(self.page)
        requests.refuse("file")
        self.page.click("#pages a", "File")
        self.page.expect(".state", "does not answer")
        requests.accept("file")
        self.page.click(".state button", "Try again")
        self.page.expect(".sheet", "Space")


class Pane(StudioCase):
    def maintainers(self):
        return self.page.api("rows?type=Maintainer&columns=address,name&count=10")["rows"]

    def show(self, row):
        entry = self.maintainers()[row]
        self.page.open(f"type=Maintainer&object=Maintainer/{entry['key']}")
        self.page.expect(".property[data-name=address]", entry["cells"][0])
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        # What `hello` reads again has arrived when the title of an element of the pane stays.
        self.page.settle()
        return entry

    def commit(self, row, name):
        """Changes a row by another process, and waits until the page has read the object of its pane again."""
        requests = Held(self.page)
        before = len(requests.sent("object"))
        self.server.write_elsewhere({"$type": "Maintainer", "address": self.maintainers()[row]["cells"][0], "name": name})
        self.page.wait(lambda: len(requests.sent("object")) > before, "the object is read again")
        self.page.settle()

    def test_a_commit_about_another_object_leaves_the_pane_as_it_is(self):
        self.show(0)
        self.page.run("document.querySelector('.object-body').kept = true; document.querySelector('#object button[aria-label=\"Menu of the object\"]').focus()")
        self.commit(3, "Another object")
        self.assertTrue(self.page.run("return document.querySelector('.object-body').kept === true"))
        self.assertEqual(self.page.run("return document.activeElement.getAttribute('aria-label')"), "Menu of the object")
        self.commit(0, "The object of the pane")
        self.page.expect(".property[data-name=name]", "The object of the pane")

    def test_a_value_that_is_edited_survives_a_failure_to_read_its_object(self):
        self.show(1)
        self.page.turn_editing_on()
        # The button is visible while the pointer is over its row.
        ActionChains(self.page.driver).move_to_element(self.page.one(".property[data-name=name]")).perform()
        self.page.click(".property[data-name=name] button[aria-label='Edit name']")
        self.page.fill(".property[data-name=name] textarea", "not lost")
        requests = Held(self.page)
        requests.refuse("object")
        self.commit(3, "While a value is edited")
        self.page.expect(".notice.error", "does not answer")
        self.assertEqual(self.page.one(".property[data-name=name] textarea").get_attribute("value"), "not lost")
        requests.accept("object")
        self.page.click(".property[data-name=name] button", "Cancel")
        self.page.wait(lambda: not self.page.all(".property.editing"), "the value is shown again")

    def test_only_the_pane_watches_its_object(self):
        self.show(0)
        requests = Held(self.page)
        self.page.run("navigator.clipboard.writeText = async () => {}")
        self.page.cell(2, "name").click()
        self.page.wait(lambda: any("watch=1" in entry["address"] for entry in requests.sent("object")), "the pane watches")
        self.page.focus_table()
        self.page.press("c")
        self.page.expect(".notice", "Copied")
        sent = [entry["address"] for entry in requests.sent("object")]
        # The pane may read its object again, after the types; the copy of the row is the only other request.
        self.assertEqual([("json=1" in address) for address in sent], [("watch=1" not in address) for address in sent])
        self.assertEqual(len([address for address in sent if "json=1" in address]), 1)


class Stream(StudioCase):
    """The event stream of a hidden page. Timers of the page run at once, so that no test waits for half a minute."""

    HIDE = """
    const real = window.realTimeout ??= window.setTimeout;
    window.setTimeout = (action, time) => real(action, Math.min(time, 20));
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => arguments[0] });
    document.dispatchEvent(new Event('visibilitychange'));
    """

    def test_a_hidden_page_has_no_stream_and_a_visible_one_continues(self):
        self.page.open("type=Maintainer")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.run("""window.ended = 0; const close = EventSource.prototype.close; EventSource.prototype.close = function () { ended += 1; return close.call(this); }""")
        self.page.run(self.HIDE, True)
        self.page.wait(lambda: self.page.run("return ended") == 1, "the stream is closed")
        address = self.page.api("rows?type=Maintainer&columns=address,name&count=1")["rows"][0]["cells"][0]
        self.server.write_elsewhere({"$type": "Maintainer", "address": address, "name": "While hidden"})
        self.page.run(self.HIDE, False)
        self.page.wait(lambda: self.page.row(0) and self.page.row(0)[1] == "While hidden", "the change is shown")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the stream is open again")

    def test_commits_while_the_page_was_hidden_are_counted_and_stated(self):
        self.page.open("type=Maintainer")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.run("""window.ended = 0; const close = EventSource.prototype.close; EventSource.prototype.close = function () { ended += 1; return close.call(this); }""")
        self.page.run(self.HIDE, True)
        self.page.wait(lambda: self.page.run("return ended") == 1, "the stream is closed")
        for number in (1, 2):
            self.server.write_elsewhere({"$type": "Maintainer", "address": f"hidden{number}@example.org", "name": "Hidden"})
        self.page.run(self.HIDE, False)
        self.page.expect("#commits", "+2")
        self.page.click("#commits")
        self.page.expect(".commit-list", "not reported")
        self.page.press(Keys.ESCAPE)


class Released(StudioCase):
    """The clock of the page stands still, so that its 45 seconds pass when the test says so."""

    source = "kinds"
    CLOCK = "{ const at = Date.now(); window.later = 0; Date.now = () => at + window.later; }"

    def test_a_filtered_table_is_read_again_when_the_server_may_have_released_it(self):
        requests = Held.opening(self.page, "type=Keeper&where=name+!=+%22%22", self.CLOCK)
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        requests.quiet("rows")
        sent = len(requests.sent("rows"))
        self.server.write_elsewhere({"$type": "Empty", "note": "soon after the answer", "number": 1})
        self.page.expect("#commits", "+1")
        self.page.settle()
        self.assertEqual(len(requests.sent("rows")), sent)
        self.page.run("window.later = 60000")
        self.server.write_elsewhere({"$type": "Empty", "note": "a minute later", "number": 2})
        self.page.wait(lambda: len(requests.sent("rows")) > sent, "the rows are read again")


if __name__ == "__main__":
    unittest.main()
