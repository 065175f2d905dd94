"""What a person confirms: the object is named, Enter that is pressed once too often changes nothing, and the preview leaves nothing out unsaid."""
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase

FOCUSED = "return document.activeElement.textContent"


class Confirming(StudioCase):
    def setUp(self):
        super().setUp()
        self.page.open("type=Package")
        self.page.turn_editing_on()

    def preview_deletion(self, row=0):
        self.page.move_to(row, "name")
        name = self.page.row(row)[self.page.columns.index("name")]
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "1 row deleted")
        return name

    def test_a_deletion_names_its_object_and_cancel_has_the_focus(self):
        before = self.page.total
        name = self.preview_deletion()
        self.assertEqual(self.page.text(".panel h2"), f"Delete Package {name}")
        self.assertEqual(self.page.one(".panel").get_attribute("aria-label"), f"Delete Package {name}")
        self.assertEqual(self.page.text(".panel .actions .danger"), f"Delete Package {name}")
        self.page.wait(lambda: self.page.run(FOCUSED) == "Cancel", "Cancel has the focus")
        self.page.press(Keys.ENTER)
        self.page.wait(lambda: not self.page.all(".panel"), "the panel is closed")
        self.assertEqual(self.server.count("Package"), before)

    def test_a_deletion_of_several_rows_states_their_number(self):
        self.page.move_to(0, "name")
        self.page.press(Keys.DOWN, Keys.DOWN, shift=True)
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "3 rows deleted")
        self.assertEqual(self.page.text(".panel .actions .danger"), "Delete 3 rows of Package")

    def test_an_object_without_a_label_is_named_by_its_row_key(self):
        self.page.move_to(0, "name")
        script = """const real = window.fetch; window.fetch = (address, options) => real(address, options).then(async (answer) => {
            if (!String(address).startsWith('/api/preview')) return answer
            const content = await answer.json()
            for (const change of content.changes) for (const row of change.rows) row.label = null
            return new Response(JSON.stringify(content)) })"""
        self.page.run(script)
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "1 row deleted")
        key = self.page.api("rows?type=Package&columns=name&count=1")["rows"][0]["key"]
        self.assertEqual(self.page.text(".panel h2"), f"Delete Package {key}")

    def test_enter_that_is_pressed_twice_on_preview_updates_nothing(self):
        self.page.click(".bar button", "Rows")
        self.page.click(".menu button", "Update all shown")
        self.page.one(".panel select").send_keys("area")
        self.page.fill(".panel .form textarea", "not stored")
        self.page.run("[...document.querySelectorAll('.panel .actions button')].find((button) => button.textContent === 'Preview').focus()")
        self.page.press(Keys.ENTER)
        self.page.expect(".panel .actions .main", "rows")
        self.page.press(Keys.ENTER)
        self.page.settle()
        self.assertEqual(self.server.count("Package", 'area == "not stored"'), 0)

    def test_an_import_has_its_focus_on_cancel(self):
        script = """const data = new DataTransfer(); data.items.add(new File([arguments[0]], 'Maintainer.jsonl'));
          for (const name of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }))"""
        self.page.run(script, '{"address":"not.stored@example.org","name":"Not stored"}\n')
        self.page.expect(".panel .preview", "1 row inserted")
        self.page.wait(lambda: self.page.run(FOCUSED) == "Cancel", "Cancel has the focus")

    def linked(self):
        """The position of a package that other packages link to."""
        rows = self.page.api("rows?type=Package&columns=name&count=100")["rows"]
        return next(index for index, row in enumerate(rows) if self.page.api(f"object?type=Package&key={row['key']}")["linkedBy"][0]["count"] > 0)

    def test_a_preview_names_the_row_first_and_the_columns_that_it_leaves_out(self):
        self.preview_deletion(self.linked())
        table = ".panel [data-type=Package]"
        names = lambda: self.page.texts(f"{table} th")[1:]
        all = [entry["name"] for entry in next(type for type in self.page.api("types")["types"] if type["name"] == "Package")["properties"]]
        shown = names()
        # The column that changes follows the one that names the row.
        self.assertEqual(shown[:2], ["name", "dependencies"])
        button = self.page.one(f"{table} button")
        self.assertEqual(button.text, f"+{len(all) - len(shown)} columns")
        self.assertEqual(set(button.get_attribute("title").split(", ")), set(all) - set(shown))
        button.click()
        self.page.wait(lambda: sorted(names()) == sorted(all), "all columns")
        self.assertEqual(self.page.run(FOCUSED), "fewer columns")
        self.page.press(Keys.ENTER)
        self.page.wait(lambda: names() == shown, "the first columns")

    def test_tables_of_a_preview_have_their_columns_below_each_other(self):
        self.preview_deletion(self.linked())
        # Each package has an embedded version, which is deleted with it.
        lefts = [[self.page.run("return arguments[0].getBoundingClientRect().left", head) for head in part.find_elements("css selector", "th")]
                 for part in self.page.all(".panel [data-type]")]
        self.assertGreater(len(lefts), 1)
        least = min(map(len, lefts))
        self.assertEqual(len({tuple(columns[:least]) for columns in lefts}), 1, lefts)
        cut = "return [...document.querySelectorAll('.panel .preview td, .panel .preview th')].filter((cell) => cell.scrollWidth > cell.clientWidth && cell.textContent.length < 36).map((cell) => cell.textContent)"
        self.assertEqual(self.page.run(cut), [])

    def test_numbers_of_a_preview_are_aligned_right(self):
        self.preview_deletion()
        self.page.click(".panel [data-type=Package] button")
        place = self.page.texts(".panel [data-type=Package] th").index("installedSize")
        script = "return [...document.querySelectorAll('.panel [data-type=Package] tr')].map((row) => getComputedStyle(row.children[arguments[0]]).textAlign)"
        self.assertEqual(set(self.page.run(script, place)), {"right"})


if __name__ == "__main__":
    unittest.main()
