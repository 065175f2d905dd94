"""Content that an attacker stored appears as text, and the token does not stay in the address."""
import unittest

import kinds
from case import StudioCase


class Hostile(StudioCase):
    source = "kinds"

    def test_scripts_in_texts_are_texts(self):
        self.page.open("type=Kinds")
        self.page.expect(".grid-row", kinds.SCRIPT)
        self.page.click(".grid-row .cell", "<script>")
        self.page.expect(".property[data-name=text]", "</textarea>")
        self.page.expect(".property[data-name=stock]", "<b>k</b>")
        self.assertEqual(self.page.run("return document.querySelectorAll('#main script, #main img[src=x], #object script, #object b, #object i').length"), 0)
        self.assertNotIn("owned", self.page.driver.title)

    def test_control_and_direction_characters_are_symbols(self):
        self.page.open("type=Kinds&where=title+BEGINSWITH+%22right%22")
        text = self.page.wait(lambda: self.page.row(0), "the row")[self.page.columns.index("text")]
        for symbol in ("␀", "␇", "␛", "␡", "‹202E›", "‹2066›", "‹200B›"):
            self.assertIn(symbol, text)
        self.assertNotIn("\u202e", text)

    def test_an_invalid_image_is_stated(self):
        self.page.open("type=Kinds&where=title+%3D%3D+%22not+an+image%22")
        self.page.cell(0, "title").click()
        self.page.wait(lambda: "not a valid image" in "".join(self.page.texts(".property[data-name=photo]")) or "89 50 4e 47" in "".join(self.page.texts(".property[data-name=photo]")), "the bytes, or that they are no image")

    def test_a_script_in_the_address_is_a_text(self):
        self.page.open("type=%3Cscript%3Edocument.title%3D%27owned%27%3C%2Fscript%3E")
        self.page.expect(".state", "<script>")
        self.assertNotIn("owned'", self.page.driver.title.replace("<script>document.title='owned'</script>", ""))

    def test_the_summary_of_hostile_texts_is_text(self):
        self.page.open("type=Kinds")
        self.page.move_to(0, "title")
        self.page.press("i")
        self.page.expect(".summary", "distinct")
        self.assertEqual(self.page.run("return document.querySelectorAll('.summary script, .summary img').length"), 0)

    def test_the_token_is_not_in_the_address(self):
        self.page.open("type=Kinds")
        self.assertNotIn("token", self.page.run("return location.href"))
        self.assertNotIn("token", self.page.run("return document.referrer"))

    def test_nothing_is_loaded_from_elsewhere(self):
        self.page.open("type=Kinds")
        origins = self.page.run("return [...new Set(performance.getEntriesByType('resource').map((entry) => new URL(entry.name).origin))]")
        self.assertEqual(origins, [self.page.run("return location.origin")])


if __name__ == "__main__":
    unittest.main()
