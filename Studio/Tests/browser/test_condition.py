"""Conditions, completion, errors, the plan, values as conditions, summaries and groups."""
import json
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from case import StudioCase


class Conditions(StudioCase):
    def test_enter_applies_a_condition_and_moves_the_focus_to_the_rows(self):
        self.page.open("type=Package")
        self.page.condition('section == "libs"')
        self.page.wait(lambda: self.page.query.get("where") == 'section == "libs"', "the address has the condition")
        self.page.wait(lambda: set(self.page.cells("section")) == {"libs"}, "only libs")
        self.page.wait(lambda: self.page.run("return document.activeElement.classList.contains('grid')"), "the table has the focus")
        self.assertEqual(self.page.total, self.server.count("Package", 'section == "libs"'))

    def test_an_error_is_underlined_at_its_characters(self):
        self.page.open("type=Package")
        self.page.condition('isInstalled AND sectin == "libs"')
        self.page.expect(".condition .message", "sectin")
        self.assertEqual(self.page.text(".underlay .wrong"), "sectin")
        field = self.page.one(".condition textarea")
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        under, wrong = self.page.run("const range = document.createRange(); const field = document.querySelector('.condition textarea').getBoundingClientRect(); const wrong = document.querySelector('.wrong').getBoundingClientRect(); return [[field.top, field.bottom], [wrong.top, wrong.bottom]]")
        self.assertGreaterEqual(wrong[0], under[0])
        self.assertLessEqual(wrong[1], under[1])

    def test_an_error_at_the_end_is_shown_behind_the_text(self):
        self.page.open("type=Package")
        self.page.condition("section ==")
        self.page.one(".condition .message:not([hidden])")
        self.page.one(".underlay .wrong")

    def test_tab_completes_a_name(self):
        self.page.open("type=Package")
        self.page.focus_table()
        self.page.press("/")
        self.page.press("isInst")
        self.page.wait(lambda: "isInstalled" in "".join(self.page.texts(".completion [role=option]")), "completions")
        self.page.press(Keys.TAB)
        self.page.wait(lambda: self.page.one(".condition textarea").get_attribute("value").startswith("isInstalled"), "completed")

    def test_a_completion_without_a_detail_states_its_kind(self):
        self.page.open("type=Package")
        self.page.one(".condition textarea").click()
        self.page.press("section ")
        self.page.wait(lambda: "operator" in self.page.texts(".completion .detail"), "the kind of the operators")

    def test_a_click_completes_a_name(self):
        self.page.open("type=Package")
        self.page.one(".condition textarea").click()
        self.page.press("sect")
        self.page.wait(lambda: self.page.texts(".completion [role=option]"), "completions")
        self.page.click(".completion [role=option]", "section")
        self.page.wait(lambda: self.page.one(".condition textarea").get_attribute("value").startswith("section"), "completed")

    def test_the_plan_and_its_times_are_shown(self):
        self.page.open("type=Package&where=section+%3D%3D+%22libs%22")
        self.page.click("button[aria-label='Plan and times']")
        self.page.expect(".popover", "section")
        self.page.expect(".popover", "ms")

    def test_a_value_becomes_a_condition_by_key(self):
        self.page.open("type=Package")
        self.page.move_to(0, "section")
        section = self.page.row(0)[self.page.columns.index("section")]
        self.page.press("v")
        self.page.wait(lambda: self.page.texts(".menu button"), "the menu")
        self.page.press(Keys.ENTER)
        self.page.wait(lambda: self.page.query.get("where") == f'section == "{section}"', "equal")

    def test_a_value_becomes_a_condition_by_mouse(self):
        self.page.open("type=Package&where=isInstalled")
        ActionChains(self.page.driver).context_click(self.page.cell(0, "section")).perform()
        section = self.page.row(0)[self.page.columns.index("section")]
        self.page.click(".menu button", "section !=")
        self.page.wait(lambda: self.page.query.get("where") == f'isInstalled AND section != "{section}"', "added to the condition")

    def test_a_summary_has_counts_and_frequent_values(self):
        self.page.open("type=Package")
        self.page.move_to(0, "section")
        self.page.press("i")
        self.page.expect(".summary", "distinct")
        self.page.expect(".summary .facts", f"{self.page.total:,}")
        top = self.page.texts(".top-values .value")[0]
        self.page.click(".top-values button")
        self.page.wait(lambda: set(self.page.cells("section")) == {top}, "rows of the most frequent value")

    def test_a_summary_of_numbers_has_a_histogram(self):
        self.page.open("type=Package")
        head = self.page.one(".head[data-path=installedSize]")
        ActionChains(self.page.driver).move_to_element(head).perform()
        self.page.click(".head[data-path=installedSize] .more")
        self.page.click(".menu button", "Summary")
        self.page.one(".summary svg.chart rect")
        self.page.expect(".summary .facts", "min")

    def test_groups_are_bars_that_restrict_the_rows(self):
        self.page.open("type=Package")
        self.page.run("const select = document.querySelector(\"select[aria-label='Group by']\"); select.value = 'section'; select.dispatchEvent(new Event('change'))")
        groups = self.page.wait(lambda: self.page.texts(".group .value"), "groups")
        answer = self.page.api("groups?type=Package&by=section&measure=count")["groups"]
        self.assertEqual(groups, [group["label"] for group in answer])
        self.page.click(".group")
        self.page.wait(lambda: set(self.page.cells("section")) == {groups[0]}, "rows of the first group")

    def test_groups_measure_a_sum(self):
        self.page.open("type=Package&group=section&measure=sum:installedSize")
        self.page.expect(".groups", "Groups by section")
        self.assertEqual(self.page.one(".groups select").get_attribute("value"), "sum:installedSize")

    def export(self, type):
        """The lines that an export of all rows of a type contains."""
        self.page.open(f"type={type}")
        self.page.run("window.exported = []; document.addEventListener('click', (event) => { if (event.target.download) { exported.push(event.target.href); event.preventDefault(); } }, true)")
        self.page.click(".bar button", "Export")
        self.page.click(".menu button", "JSON lines")
        address = self.page.wait(lambda: self.page.run("return exported[0]"), "a download")
        script = "const done = arguments[1]; fetch(arguments[0]).then((answer) => answer.text()).then(done)"
        return self.page.driver.execute_async_script(script, address).strip().split("\n")

    def test_export_offers_what_is_shown(self):
        self.assertEqual(len(self.export("Maintainer")), self.page.total)

    def test_embedded_objects_are_exported_with_their_columns(self):
        lines = self.export("Version")
        self.assertEqual(len(lines), self.page.total)
        self.assertEqual(list(json.loads(lines[0])), self.page.columns)

    def test_an_export_without_columns_is_refused(self):
        self.page.open("type=Maintainer")
        self.page.open(f"type=Maintainer&hide={','.join(self.page.columns)}")
        self.page.click(".bar button", "Export")
        self.page.click(".menu button", "CSV")
        self.page.expect(".notice.error", "No column is shown")

    def test_a_bar_of_a_histogram_is_chosen_by_key(self):
        self.page.open("type=Package")
        self.page.move_to(0, "installedSize")
        self.page.press("i")
        bar = self.page.one(".chart .hit[tabindex='0']")
        self.page.run("arguments[0].focus()", bar)
        first = self.page.run("return document.activeElement.getAttribute('aria-label')")
        self.assertIn("row", first)
        self.page.press(Keys.RIGHT)
        self.page.wait(lambda: self.page.run("return document.activeElement.getAttribute('aria-label')") != first, "the next bar")
        self.assertEqual(len(self.page.all(".chart .hit[tabindex='0']")), 1)
        self.page.press(Keys.ENTER)
        self.page.wait(lambda: "installedSize" in self.page.query.get("where", ""), "the condition of the bar")


if __name__ == "__main__":
    unittest.main()
