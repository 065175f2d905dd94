"""The types, the graph and the page about the file."""
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase


class Types(StudioCase):
    def test_each_type_is_listed_with_its_count(self):
        self.page.open("type=Package")
        types = {type["name"]: type["count"] for type in self.page.api("types")["types"]}
        shown = dict(zip(self.page.texts(".types-list a .name"), self.page.run("return [...document.querySelectorAll('.types-list .count')].map((count) => count.getAttribute('aria-label'))")))
        self.assertEqual(shown, {name: f"{count:,} row{'' if count == 1 else 's'}" for name, count in types.items()})

    def test_the_chosen_type_shows_its_key_indexes_and_rules(self):
        self.page.open("type=Package")
        self.page.expect(".type-facts", "primary key")
        type = next(type for type in self.page.api("types")["types"] if type["name"] == "Package")
        for rule in type["rules"]:
            self.page.expect(".type-facts", rule)
        for index in type["indexes"]:
            self.page.expect(".type-facts", ", ".join(index["properties"]))

    def test_a_click_on_a_type_shows_its_rows(self):
        self.page.open("type=Package")
        self.page.click(".types-list a", "Maintainer")
        self.page.wait(lambda: self.page.columns[:2] == ["address", "name"], "the columns of Maintainer")
        self.assertEqual(self.page.query["type"], "Maintainer")

    def test_keys_choose_a_type(self):
        self.page.open("type=Package")
        self.page.focus_table()
        self.page.press("g")
        self.page.press(Keys.UP)
        self.page.press(Keys.ENTER)
        self.page.wait(lambda: self.page.query["type"] == "Maintainer", "the type before Package")

    def test_the_filter_finds_types_by_a_part_of_the_name(self):
        self.page.open("type=Package")
        self.page.fill(".types-find input", "aint")
        self.page.wait(lambda: self.page.texts(".types-list a .name") == ["Maintainer"], "one type")
        self.page.press(Keys.ENTER)
        self.page.wait(lambda: self.page.query["type"] == "Maintainer", "Enter chooses the type")

    def test_the_graph_is_an_image_that_can_be_enlarged(self):
        self.page.open("type=Package")
        self.page.click("#pages a", "Graph")
        self.page.wait(lambda: self.page.run("const image = document.querySelector('.graph img'); return image && image.naturalWidth"), "the graph is drawn")
        # The server draws one graph, whose colors follow the system.
        self.assertRegex(self.page.run("return document.querySelector('.graph img').src"), r"/api/graph\?client=[0-9a-f]+$")
        before = self.page.run("return document.querySelector('.graph img').getBoundingClientRect().width")
        self.page.click(".graph-tools button[aria-label=Larger]")
        self.page.wait(lambda: self.page.run("return document.querySelector('.graph img').getBoundingClientRect().width") > before, "a larger graph")

    def test_the_page_about_the_file_states_its_space_and_readers(self):
        self.page.open("type=Package")
        self.page.click("#pages a", "File")
        file = self.page.api("file")
        for part in (file["path"], "free", "since opened", "Readers", "Package"):
            self.page.expect(".sheet", part)

    def test_the_browsers_back_returns_to_the_table(self):
        self.page.open("type=Package")
        self.page.click("#pages a", "File")
        self.page.one(".sheet")
        self.page.driver.back()
        self.page.wait(lambda: self.page.row(0), "the table")

    def test_a_page_that_begins_with_the_file_shows_rows_afterwards(self):
        self.page.open("page=file&type=Package")
        self.page.one(".sheet")
        self.page.click("#pages a", "Types")
        self.page.wait(lambda: self.page.row(0), "the rows of Package")

    def test_a_name_that_no_type_has_is_stated(self):
        self.page.open("type=Nothing")
        self.page.expect(".state", "There is no type 'Nothing'")

    def test_sizes_of_types_are_known_after_the_page_about_the_file(self):
        self.page.open("type=Package")
        self.page.click("#pages a", "File")
        self.page.one(".sheet")
        self.page.click("#pages a", "Types")
        self.page.wait(lambda: any("B, " in text for text in self.page.texts(".type-facts dd")), "the size of Package")


if __name__ == "__main__":
    unittest.main()
