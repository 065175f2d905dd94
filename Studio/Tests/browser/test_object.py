"""The object's pane: links both ways, its own history, and values that unfold."""
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import kinds
from case import StudioCase
from held import Held


class Objects(StudioCase):
    def package_with_links(self):
        for row in self.page.api("rows?type=Package&columns=name,maintainer,dependencies&count=500")["rows"]:
            name, maintainer, dependencies = row["cells"]
            if maintainer and dependencies["count"] > 0:
                return row["key"], name, maintainer, dependencies
        raise AssertionError("No package has a maintainer and dependencies.")

    def test_a_click_on_a_row_shows_the_object(self):
        self.page.open("type=Package")
        name = self.page.row(3)[0]
        self.page.cell(3, "name").click()
        self.page.expect(".object-head h2", name)

    def test_enter_shows_the_object_and_escape_returns_to_the_table(self):
        self.page.open("type=Package")
        self.page.move_to(1, "name")
        name = self.page.row(1)[0]
        self.page.press(Keys.ENTER)
        self.page.expect(".object-head h2", name)
        self.page.wait(lambda: self.page.run("return document.querySelector('#object').contains(document.activeElement)"), "the pane has the focus")
        self.page.press(Keys.ESCAPE)
        self.page.wait(lambda: self.page.run("return document.activeElement.classList.contains('grid')"), "the table has the focus")

    def test_links_are_followed_forth_and_back_without_moving_the_table(self):
        key, name, maintainer, _ = self.package_with_links()
        self.page.open(f"type=Package&object=Package/{key}")
        self.page.expect(".object-head h2", name)
        active = self.page.active
        self.page.click(".property[data-name=maintainer] .pill")
        self.page.expect(".object-head h2", maintainer["label"])
        self.assertEqual(self.page.query["type"], "Package")
        self.assertEqual(self.page.active, active)
        # The maintainer is linked by its packages.
        self.page.expect(".section", "Package by maintainer")
        self.page.click("#object button[aria-label=Back]")
        self.page.expect(".object-head h2", name)
        self.page.focus_table()
        self.page.press("]")
        self.page.expect(".object-head h2", maintainer["label"])
        self.page.press("[")
        self.page.expect(".object-head h2", name)

    def test_a_linking_object_is_followed(self):
        key, _, maintainer, _ = self.package_with_links()
        self.page.open(f"type=Maintainer&object=Maintainer/{maintainer['key']}")
        link = self.page.text("[data-source='Package.maintainer'] .pill")
        self.page.click("[data-source='Package.maintainer'] .pill")
        self.page.expect(".object-head h2", link)

    def test_a_list_unfolds_in_the_table_and_its_links_are_followed(self):
        key, name, _, dependencies = self.package_with_links()
        self.page.open(f"type=Package&object=Package/{key}")
        self.page.wait(lambda: self.page.active is not None, "the cursor")
        self.page.focus_table()
        self.page.press(Keys.END)
        for _ in range(len(self.page.columns) - 1 - self.page.columns.index("dependencies")):
            self.page.press(Keys.LEFT)
        requests = Held(self.page)
        self.page.press("u")
        self.page.wait(lambda: len(self.page.texts(".unfolded .pill")) == min(100, dependencies["count"]), "the elements")
        self.assertTrue(any("property=dependencies" in entry["address"] for entry in requests.sent("object")))

    def test_an_embedded_object_is_unfolded_in_the_pane(self):
        row = next(row for row in self.page.api("rows?type=Package&columns=version&count=500")["rows"] if row["cells"][0])
        self.page.open(f"type=Package&object=Package/{row['key']}")
        self.page.expect(".property[data-name=version]", "upstream")

    def test_copies_as_json_and_as_swift(self):
        self.page.open("type=Package")
        self.page.run("window.copied = []; navigator.clipboard.writeText = async (text) => copied.push(text)")
        self.page.move_to(0, "name")
        self.page.press("c")
        name = self.page.row(0)[0]
        line = self.page.wait(lambda: self.page.run("return copied[0]"), "JSON")
        self.assertIn(f'"{name}"', line)
        self.page.press("C")
        source = self.page.wait(lambda: self.page.run("return copied[1]"), "Swift")
        self.assertIn("let package = Package()", source)
        self.assertIn(f'package.name = "{name}"', source)


class EveryKind(StudioCase):
    source = "kinds"

    def show(self, title):
        self.page.open(f"type=Kinds&where=title+BEGINSWITH+%22{title}%22")
        self.page.wait(lambda: self.page.row(0), "the row")
        return dict(zip(self.page.columns, self.page.row(0)))

    def test_values_look_as_a_person_wants_them(self):
        row = self.show("plain")
        self.assertEqual(row["wide"], "9007199254740993")
        self.assertEqual(row["amount"], "1.50")
        self.assertIn("89 50 4e 47", row["photo"])
        self.assertEqual(row["tags"], "▸3 elements")
        self.assertEqual(row["owner"], "Ada")
        self.assertEqual(row["extra"], "int5")
        self.page.wait(lambda: self.page.run("return document.querySelector('.thumbnail')?.naturalWidth") == 8, "a thumbnail")
        title = self.page.run("return document.querySelector(`.grid-row [title*='UTC']`).title")
        self.assertIn("2024-02-29 12:00:00 UTC", title)
        self.assertIn("ago", title)

    def test_nil_is_distinct_from_empty(self):
        row = self.show("empty")
        self.assertEqual(row["text"], '""')
        for name in ("wide", "born", "photo", "flag", "extra", "owner"):
            self.assertEqual(row[name], "nil")
        self.assertEqual((row["tags"], row["stock"]), ("[]", "{}"))

    def test_extreme_numbers_keep_their_digits(self):
        row = self.show("numbers")
        self.assertEqual((row["small"], row["wide"], row["ratio"], row["amount"]), ("-128", "-9223372036854775808", "−∞", f"1.{'0' * 33}E6144"))

    def test_long_text_is_cut_in_the_cell_and_whole_in_the_pane(self):
        self.show("one megabyte")
        self.assertLessEqual(len(self.page.row(0)[self.page.columns.index("text")]), 300)
        self.page.cell(0, "title").click()
        self.page.click(".property[data-name=text] button", "Show all")
        self.page.wait(lambda: self.page.run("return document.querySelector('.property[data-name=text] .whole').textContent.length") == 750_003, "the whole text")

    def test_a_list_of_250_elements_is_shown_in_parts(self):
        self.show("nested any")
        self.page.cell(0, "title").click()
        self.page.wait(lambda: len(self.page.all(".property[data-name=tags] .tree li")) == 100, "the first 100")
        self.page.click(".property[data-name=tags] button", "Show 100 more")
        self.page.wait(lambda: len(self.page.all(".property[data-name=tags] .tree li")) == 200, "100 more")

    def test_any_values_unfold_with_their_types(self):
        self.show("nested any")
        self.page.cell(0, "title").click()
        self.page.expect(".property[data-name=extra]", "date")
        self.page.expect(".property[data-name=extra]", "1969")

    def test_values_nested_too_deeply_are_stated_and_not_requested(self):
        self.show("three deep")
        requests = Held(self.page)
        self.page.cell(0, "title").click()
        self.page.expect(".property[data-name=nested]", "nested too deeply to be shown")
        self.page.settle()
        self.assertEqual(requests.sent("elements"), [])
        nested = ".property[data-name=nested] "
        self.assertEqual([text for text in self.page.texts(nested + "button") if text.startswith("Show") and "more" in text], [])
        # The text of an element is requested by its position; that of an element of an element has none.
        self.assertEqual(len([text for text in self.page.texts(nested + "button") if text.startswith("Show all")]), 1)
        self.page.click(nested + "button", "Show all")
        self.page.wait(lambda: ("outer " * 400).strip() in self.page.text(nested), "the whole text of the outer element")

    def test_a_text_under_an_empty_key_is_shown_whole(self):
        text = ("inner " * 400).strip()
        self.server.write_elsewhere({"$type": "Kinds", **kinds.PLAIN, "title": "keyless", "extra": {"": text}})
        self.show("keyless")
        self.page.cell(0, "title").click()
        self.page.click(".property[data-name=extra] button", "Show all")
        self.page.wait(lambda: text in self.page.text(".property[data-name=extra]"), "the whole text")

    def test_a_failure_to_read_a_value_is_reported_and_can_be_tried_again(self):
        self.show("one megabyte")
        requests = Held(self.page)
        self.page.cell(0, "title").click()
        self.page.one(".property[data-name=text] button")
        requests.refuse("value")
        self.page.click(".property[data-name=text] button", "Show all")
        self.page.expect(".notice.error", "does not answer")
        requests.accept("value")
        self.page.click(".property[data-name=text] button", "Show all")
        self.page.wait(lambda: self.page.run("return document.querySelector('.property[data-name=text] .whole').textContent.length") == 750_003, "the whole text")

    def test_data_is_shown_as_image_hex_and_text(self):
        self.show("plain")
        self.page.cell(0, "title").click()
        self.page.wait(lambda: self.page.run("return document.querySelector('.picture')?.naturalWidth") == 8, "the image")
        self.page.click(".property[data-name=photo] button", "hex")
        self.page.expect(".hexdump", "89 50 4e 47")


class Panes(StudioCase):
    source = "kinds"

    def test_the_object_that_was_closed_is_the_first_one_back(self):
        self.page.open("type=Kinds")
        for row in (0, 1):
            title = self.page.row(row)[0]
            self.page.cell(row, "title").click()
            self.page.expect(".property[data-name=title]", title)
        self.page.click("#object button[aria-label='Close the object']")
        self.page.wait(lambda: not self.page.one("#object").is_displayed(), "the pane is closed")
        self.page.focus_table()
        self.page.press("[")
        self.page.expect(".property[data-name=title]", self.page.row(1)[0])
        self.page.press("[")
        self.page.expect(".property[data-name=title]", self.page.row(0)[0])

    def test_an_editor_that_is_saved_closes_while_another_one_is_open(self):
        self.page.open("type=Kinds")
        self.page.turn_editing_on()
        self.page.move_to(0, "title")
        self.page.press(Keys.ENTER)
        for name in ("title", "small"):
            row = self.page.one(f".property[data-name={name}]")
            ActionChains(self.page.driver).move_to_element(row).perform()
            self.page.click(f".property[data-name={name}] button[aria-label='Edit {name}']")
            self.page.one(f".property.editing[data-name={name}]")
        self.page.fill(".property[data-name=small] input", "12")
        self.page.fill(".property[data-name=title] textarea", "saved first")
        self.page.click(".property[data-name=title] button", "Save")
        self.page.wait(lambda: not self.page.all(".property[data-name=title] textarea"), "the editor is closed")
        self.page.expect(".property[data-name=title] dd", "saved first")
        self.assertEqual(self.page.one(".property[data-name=small] input").get_attribute("value"), "12")
        self.page.click(".property[data-name=small] button", "Save")
        self.page.wait(lambda: not self.page.all(".property input"), "the other editor is closed")
        self.page.expect(".property[data-name=small] dd", "12")

    def test_swift_source_has_values_that_are_not_optional(self):
        self.page.open("type=Kinds&where=title+%3D%3D+%22not+an+image%22")
        self.page.run("navigator.clipboard.writeText = async (text) => { window.copied = text }")
        self.page.move_to(0, "title")
        self.page.press("c", shift=True)
        text = self.page.wait(lambda: self.page.run("return window.copied"), "the source")
        self.assertIn('kinds.id = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!', text)
        self.assertRegex(text, r'kinds\.photo = Data\(base64Encoded: ".*"\)!')

    def test_json_is_copied(self):
        self.page.open("type=Keeper")
        requests = Held(self.page)
        self.page.run("navigator.clipboard.writeText = async (text) => { window.copied = text }")
        self.page.move_to(0, "name")
        self.page.press("c")
        self.page.wait(lambda: self.page.run("return window.copied"), "the line")
        self.assertIn("json=1", requests.sent("object")[0]["address"])


class Labels(StudioCase):
    source = "kinds"

    def cells(self):
        row = self.page.row(0)
        return row and [row[self.page.columns.index(name)] for name in ("next", "extra")]

    def node(self, number, name, **values):
        return {"$type": "Node", "id": number, "name": name, "next": None, "extra": None, **values}

    def test_labels_of_links_follow_objects_of_the_same_type_and_of_any_values(self):
        self.server.write_elsewhere(self.node(2, "Second"))
        self.server.write_elsewhere(self.node(1, "First", next=2))
        self.server.write_elsewhere(self.node(3, "Third", extra={"$type": "Node", "$key": 2}))
        self.page.open("type=Node&where=id+%3D%3D+1")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.wait(lambda: self.cells() and self.cells()[0] == "Second", "the label of the link")
        self.page.settle()
        self.server.write_elsewhere({"$type": "Node", "id": 2, "name": "Renamed"})
        self.page.wait(lambda: self.cells() and self.cells()[0] == "Renamed", "the new label of the link")
        self.page.condition("id == 3")
        self.page.wait(lambda: self.cells() and "Renamed" in self.cells()[1], "the label of the value")
        self.page.settle()
        self.server.write_elsewhere({"$type": "Node", "id": 2, "name": "Renamed again"})
        self.page.wait(lambda: self.cells() and "Renamed again" in self.cells()[1], "the new label of the value")


if __name__ == "__main__":
    unittest.main()
