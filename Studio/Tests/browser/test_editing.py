"""Edits: cells, pickers, several rows, insert, duplicate, delete, update by condition, import, undo."""
import os
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from case import StudioCase


class Editing(StudioCase):
    def start(self, query="type=Package"):
        self.page.open(query)
        self.page.turn_editing_on()

    def notice(self, part):
        return self.page.expect(".notice", part)

    def value(self, key, property, type="Package"):
        return next(entry["value"] for entry in self.page.api(f"object?type={type}&key={key}")["properties"] if entry["name"] == property)

    def key(self, row):
        return self.page.api("rows?type=Package&columns=name&count=500")["rows"][row]["key"]

    def test_a_cell_is_edited_by_keys_and_the_edit_is_undone_and_redone(self):
        self.start()
        key = self.key(0)
        old = self.value(key, "summary")
        self.page.move_to(0, "summary")
        self.page.press("e")
        self.page.fill(".cell-editor textarea", "edited by keys")
        self.page.press(Keys.ENTER)
        self.notice("Changed 'summary'")
        self.assertEqual(self.value(key, "summary"), "edited by keys")
        self.page.focus_table()
        self.page.press("z", control=True)
        self.notice("Undone: Changed 'summary'")
        self.assertEqual(self.value(key, "summary"), old)
        self.page.press("z", control=True, shift=True)
        self.notice("Redone: Changed 'summary'")
        self.assertEqual(self.value(key, "summary"), "edited by keys")

    def test_a_double_click_edits_a_cell(self):
        self.start()
        ActionChains(self.page.driver).double_click(self.page.cell(1, "installedSize")).perform()
        self.page.fill(".cell-editor input", "4242")
        self.page.click(".cell-editor button", "Save")
        self.notice("Changed 'installedSize'")
        self.page.wait(lambda: self.page.row(1)[self.page.columns.index("installedSize")] == "4242", "the new value")

    def test_input_that_is_no_value_is_refused_beside_the_field(self):
        self.start()
        self.page.move_to(0, "installedSize")
        self.page.press("e")
        self.page.fill(".cell-editor input", "many")
        self.page.press(Keys.ENTER)
        self.page.expect(".cell-editor .problem", "Write an integer")
        self.page.press(Keys.ESCAPE)
        self.page.wait(lambda: not self.page.all(".cell-editor"), "the editor is closed")

    def test_a_bool_is_chosen(self):
        self.start()
        key = self.key(0)
        old = self.value(key, "isEssential")
        self.page.move_to(0, "isEssential")
        self.page.press("e")
        select = self.page.one(".cell-editor select")
        select.send_keys("f" if old else "t")
        self.page.press(Keys.ENTER)
        self.notice("Changed 'isEssential'")
        self.assertEqual(self.value(key, "isEssential"), not old)

    def test_an_optional_value_becomes_nil_and_not_empty(self):
        self.start()
        key = self.key(0)
        self.page.move_to(0, "homepage")
        self.page.press("e")
        self.page.fill(".cell-editor textarea", "https://example.org/")
        self.page.press(Keys.ENTER)
        self.notice("Changed 'homepage'")
        self.assertEqual(self.value(key, "homepage"), "https://example.org/")
        self.page.move_to(0, "homepage")
        self.page.press("e")
        self.page.click(".cell-editor input[type=checkbox]")
        self.page.click(".cell-editor button", "Save")
        self.page.wait(lambda: self.value(key, "homepage") is None, "nil")

    def test_a_link_is_chosen_by_searching_the_target_type(self):
        self.start()
        key = self.key(0)
        target = self.page.api("rows?type=Maintainer&columns=name&count=500")["rows"][-1]
        self.page.move_to(0, "maintainer")
        self.page.press("e")
        self.page.fill(".cell-editor [role=combobox]", target["cells"][0])
        self.page.wait(lambda: target["cells"][0] in "".join(self.page.texts(".cell-editor [role=option]")), "the target")
        self.page.press(Keys.ENTER)
        self.page.click(".cell-editor button", "Save")
        self.notice("Changed 'maintainer'")
        self.assertEqual(self.value(key, "maintainer")["label"], target["cells"][0])

    def test_elements_of_a_list_are_added_and_removed(self):
        self.start()
        key = self.key(0)
        before = self.value(key, "dependencies")["count"]
        self.page.move_to(0, "dependencies")
        self.page.press("e")
        self.page.click(".cell-editor button", "Add an element")
        self.page.wait(lambda: self.page.texts(".cell-editor [role=option]"), "objects to choose")
        self.page.press(Keys.ENTER)
        self.page.click(".cell-editor .actions button", "Save")
        self.notice("Changed 'dependencies'")
        self.assertEqual(self.value(key, "dependencies")["count"], before + 1)

    def test_several_rows_are_edited_in_one_write(self):
        self.start()
        keys = [self.key(row) for row in (2, 3, 4)]
        self.page.move_to(2, "architecture")
        self.page.press(Keys.DOWN, Keys.DOWN, shift=True)
        self.page.press("e")
        self.page.expect(".cell-editor h2", "in 3 rows")
        self.page.fill(".cell-editor textarea", "riscv64")
        self.page.press(Keys.ENTER)
        self.notice("Changed 'architecture' in 3 rows")
        self.assertEqual({self.value(key, "architecture") for key in keys}, {"riscv64"})
        self.page.focus_table()
        self.page.press("z", control=True)
        self.notice("Undone")
        self.assertNotEqual({self.value(key, "architecture") for key in keys}, {"riscv64"})

    def test_a_property_is_edited_in_the_pane(self):
        key = self.key(1)
        self.start(f"type=Package&object=Package/{key}")
        row = self.page.one(".property[data-name=summary]")
        ActionChains(self.page.driver).move_to_element(row).perform()
        self.page.click(".property[data-name=summary] button[aria-label='Edit summary']")
        self.page.fill(".property[data-name=summary] textarea", "edited in the pane")
        self.page.click(".property[data-name=summary] button", "Save")
        self.page.expect(".property[data-name=summary] dd", "edited in the pane")

    def test_an_object_is_inserted_and_deleted(self):
        self.start()
        before = self.page.total
        self.page.focus_table()
        self.page.press("n")
        self.page.fill(".panel [data-name=name] textarea", "inserted-by-test")
        self.page.click(".panel .actions button", "Save")
        self.notice("Inserted a Package")
        self.page.wait(lambda: self.page.total == before + 1, "one row more")
        self.page.condition('name == "inserted-by-test"')
        self.page.wait(lambda: self.page.row(0) and self.page.row(0)[0] == "inserted-by-test", "the row")
        self.page.focus_table()
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "1 row deleted")
        self.page.click(".panel .actions button", "Delete")
        self.notice("Deleted Package inserted-by-test")
        self.assertEqual(self.server.count("Package", 'name == "inserted-by-test"'), 0)
        self.page.press("z", control=True)
        self.notice("Undone: Deleted Package inserted-by-test")
        self.assertEqual(self.server.count("Package", 'name == "inserted-by-test"'), 1)

    def test_a_row_is_duplicated_with_another_key(self):
        self.start()
        summary = self.value(self.key(2), "summary")
        self.page.move_to(2, "name")
        self.page.press("d")
        self.page.fill(".panel [data-name=name] textarea", "duplicated-by-test")
        self.page.click(".panel .actions button", "Save")
        self.notice("Duplicated a Package")
        self.page.condition('name == "duplicated-by-test"')
        self.page.wait(lambda: self.page.row(0) and self.page.row(0)[self.page.columns.index("summary")] == summary, "the copy")

    def test_a_duplicate_key_is_refused_in_the_words_of_the_database(self):
        self.start()
        self.page.move_to(2, "name")
        self.page.press("d")
        self.page.one(".panel [data-name=name] textarea")
        self.page.click(".panel .actions button", "Save")
        self.page.expect(".notice.error", "Not stored: Duplicated a Package")

    def test_a_deletion_shows_what_else_it_changes(self):
        self.start()
        row = next(index for index, entry in enumerate(self.page.api("rows?type=Package&columns=name&count=500")["rows"])
                   if self.page.api(f"object?type=Package&key={entry['key']}")["linkedBy"][0]["count"] > 0)
        before = self.page.total
        self.page.move_to(row, "name")
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "Package")
        self.page.click(".panel .actions button", "Cancel")
        self.assertEqual(self.server.count("Package"), before)

    def test_an_update_by_condition_is_previewed_and_stored_in_one_write(self):
        self.start("type=Package&where=section+%3D%3D+%22libs%22")
        total = self.page.total
        self.page.click(".bar button", "Rows")
        self.page.click(".menu button", "Update all shown")
        self.page.one(".panel select").send_keys("area")
        self.page.fill(".panel .form textarea", "contrib")
        self.page.click(".panel .actions button", "Preview")
        self.page.expect(".panel .preview", "modified")
        self.assertNotEqual(self.server.count("Package", 'section == "libs" AND area == "contrib"'), total)
        self.page.click(".panel .actions button.main")
        self.notice("Updated 'area'")
        self.assertEqual(self.server.count("Package", 'section == "libs" AND area == "contrib"'), total)
        self.page.press("z", control=True)
        self.notice("Undone")

    def test_a_file_that_is_dropped_is_previewed_and_imported(self):
        self.start("type=Maintainer")
        before = self.page.total
        script = """const data = new DataTransfer(); data.items.add(new File([arguments[0]], 'Maintainer.jsonl'));
          for (const name of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }))"""
        self.page.run(script, '{"address":"dropped@example.org","name":"Dropped"}\n')
        self.page.expect(".panel .preview", "1 row inserted")
        self.assertEqual(self.server.count("Maintainer"), before)
        self.page.click(".panel .actions button", "Import")
        self.notice("Imported 1 row")
        self.page.wait(lambda: self.page.total == before + 1, "one row more")

    def test_a_line_that_is_not_json_is_refused_with_its_number(self):
        self.start("type=Maintainer")
        path = os.path.join(self.server.folder, "broken.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"address":"a@example.org","name":"A"}\n{"address"\n')
        self.page.run("window.HTMLInputElement.prototype.click = function () { document.body.append(this); this.id = 'chosen-file'; }")
        self.page.click(".bar button", "Rows")
        self.page.click(".menu button", "Import")
        self.page.one("#chosen-file").send_keys(path)
        self.page.expect(".panel .problem", ":2")

    def test_an_edit_that_another_process_preceded_is_a_conflict_that_shows_both_values(self):
        self.start("type=Maintainer")
        self.page.wait(lambda: self.page.row(0), "rows")
        address = self.page.row(0)[0]
        self.page.move_to(0, "name")
        self.page.press("e")
        self.page.one(".cell-editor textarea")
        self.server.write_elsewhere({"$type": "Maintainer", "address": address, "name": "Changed by another process"})
        self.page.fill(".cell-editor textarea", "Mine")
        self.page.press(Keys.ENTER)
        text = self.page.expect(".notice.error", "Not stored: Changed 'name'")
        self.assertIn("Changed by another process", text)


class ReadOnly(StudioCase):
    write = False

    def test_a_read_only_page_has_no_edits(self):
        self.page.open("type=Package")
        self.page.expect("#editing", "read-only")
        self.page.move_to(0, "summary")
        self.page.press("e")
        self.page.press("n")
        self.page.press(Keys.DELETE)
        self.assertEqual(self.page.all(".cell-editor, .panel"), [])


if __name__ == "__main__":
    unittest.main()
