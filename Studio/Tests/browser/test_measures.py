"""Measures of the page: edges that are equal, panels beside their anchors, axes that end at their values, controls without a hovering pointer."""
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase


class MeasureCase(StudioCase):
    def tearDown(self):
        super().tearDown()
        self.page.size(1280, 800)


class Edges(MeasureCase):
    def lefts(self, *selectors):
        return {selector: round(self.page.box(selector)["left"]) for selector in selectors}

    def rights(self, *selectors):
        return {selector: round(self.page.box(selector)["right"]) for selector in selectors}

    def test_left_edges_are_equal(self):
        for width in (1280, 900):
            self.page.size(width, 800)
            self.page.open("type=Package&group=section")
            self.page.wait(lambda: self.page.texts(".group"), "the groups")
            found = self.lefts(".bar .label", ".groups h2", ".group .value", ".head .title", ".grid-row .cell")
            self.page.turn_editing_on()
            self.page.focus_table()
            self.page.press(Keys.DELETE)
            self.page.expect(".panel .preview", "deleted")
            found |= self.lefts(".panel h2", ".preview p", ".preview td")
            self.page.open("page=file")
            self.page.one(".sheet")
            found |= self.lefts(".sheet h2", ".sheet dt", ".sheet td", ".legend")
            self.assertEqual(len(set(found.values())), 1, found)

    def test_right_edges_are_equal(self):
        for width in (1280, 900):
            self.page.size(width, 800)
            self.page.open("type=Package&group=section")
            self.page.wait(lambda: self.page.texts(".group"), "the groups")
            found = self.rights(".counted button", ".group")
            found["field"] = round(self.page.run("return document.querySelector('.condition textarea').getBoundingClientRect().right"))
            self.assertEqual(len(set(found.values())), 1, found)

    def test_the_header_of_the_table_continues_above_the_scrollbar(self):
        self.page.open("type=Package")
        script = """const grid = getComputedStyle(document.querySelector('.grid')), top = getComputedStyle(document.querySelector('.grid-top'))
          return [grid.backgroundImage.includes(top.backgroundColor), grid.backgroundImage.includes(top.borderBottomColor)]"""
        self.assertEqual(self.page.run(script), [True, True])

    def test_texts_of_fields_begin_at_the_same_distance(self):
        # The browser adds 4 px to the padding of a list.
        self.page.open("type=Package")
        padding = "return parseFloat(getComputedStyle(document.querySelector(arguments[0])).paddingLeft)"
        self.assertEqual(self.page.run(padding, ".bar select") + 4, self.page.run(padding, ".types-find input"))


class Summaries(MeasureCase):
    def open(self, width=1280):
        self.page.size(width, 800)
        self.page.open("type=Package")
        self.page.move_to(0, "installedSize")
        self.page.press("i")
        self.page.wait(lambda: self.page.texts(".ends span"), "the summary")

    def test_the_axis_ends_at_the_least_and_the_greatest_value(self):
        self.open()
        facts = dict(zip(self.page.texts(".summary dt"), self.page.texts(".summary dd")))
        self.assertEqual(self.page.texts(".ends span"), [facts["min"], facts["max"]])
        bars = self.page.run("return [...document.querySelectorAll('.chart .hit title')].map((title) => title.textContent)")
        self.assertTrue(bars[0].startswith(f"{facts['min']} … "), bars[0])
        self.assertIn(f" … {facts['max']}: ", bars[-1])

    def test_the_panel_of_a_column_hangs_from_the_headers(self):
        for width in (1280, 900):
            self.open(width)
            top = self.page.run("return document.querySelector('.summary-panel').getBoundingClientRect().top")
            self.assertEqual(top, self.page.run("return document.querySelector('.grid-top').getBoundingClientRect().bottom"))

    def test_other_panels_do_not_cover_their_anchors(self):
        self.page.open("type=Package")
        for anchor in (".bar button[aria-label='Sort by another column']", ".bar button[aria-label='Plan and times']"):
            self.page.click(anchor)
            panel = self.page.run("return document.querySelector('.popover').getBoundingClientRect().top")
            self.assertEqual(panel, self.page.run("return document.querySelector(arguments[0]).getBoundingClientRect().bottom", anchor) + 4)
            self.page.press(Keys.ESCAPE)
            self.page.wait(lambda: not self.page.all(".popover"), "closed")

    def test_frequent_numbers_are_beside_their_bars(self):
        self.open()
        script = """return [...document.querySelectorAll('.top-values button')].map((row) => {
          const range = document.createRange(); range.selectNodeContents(row.querySelector('.value'))
          return [range.getBoundingClientRect().right, row.querySelector('.stripe').getBoundingClientRect().left] })"""
        for right, left in self.page.run(script):
            self.assertLess(abs(left - right - 16), 1, (right, left))


class GroupList(MeasureCase):
    def test_the_header_stays_while_groups_scroll_and_more_groups_are_shown_by_a_fade(self):
        self.page.size(1280, 600)
        self.page.open("type=Package&group=name")
        self.page.wait(lambda: len(self.page.texts(".group")) > 100, "the groups")
        top = self.page.box(".groups h2")["top"]
        fade = lambda: self.page.run("return document.querySelector('.groups').classList.contains('cut-below')")
        self.page.wait(fade, "others are below")
        self.page.run("const body = document.querySelector('.groups-body'); body.scrollTop = body.scrollHeight")
        self.page.wait(lambda: not fade(), "the last one is shown")
        self.assertEqual(self.page.box(".groups h2")["top"], top)
        self.assertTrue(self.page.run("const box = document.querySelector('.groups h2').getBoundingClientRect(); return document.elementFromPoint(box.left + 2, box.top + 8).closest('.groups header') !== null"))

    def test_few_groups_have_no_fade(self):
        self.page.open("type=Package&group=isInstalled")
        self.page.wait(lambda: self.page.texts(".group"), "the groups")
        self.page.settle()
        self.assertFalse(self.page.run("return document.querySelector('.groups').classList.contains('cut-below')"))
        bottom = self.page.run("return document.querySelector('.groups').getBoundingClientRect().bottom - [...document.querySelectorAll('.group')].at(-1).getBoundingClientRect().bottom")
        self.assertEqual(bottom, 9)


class File(MeasureCase):
    def test_lists_of_the_page_about_the_file_have_their_values_below_each_other(self):
        self.page.open("page=file")
        self.page.one(".sheet")
        script = "return [...new Set([...document.querySelectorAll('.sheet dd, .sheet td:nth-child(2)')].filter((cell) => !cell.classList.contains('right')).map((cell) => cell.getBoundingClientRect().left))]"
        self.assertEqual(len(self.page.run(script)), 1)
        script = "return [...document.querySelectorAll('.figures tr > :last-child')].filter((cell) => getComputedStyle(cell).paddingRight !== '0px').length"
        self.assertEqual(self.page.run(script), 0)

    def test_the_bar_of_the_space_has_a_legend(self):
        self.page.open("page=file")
        used, free = (text for text in self.page.wait(lambda: self.page.texts(".legend li"), "the legend"))
        self.assertRegex(used, r"^in use [\d.]+ [kMG]?B, \d+ %$")
        self.assertRegex(free, r"^free [\d.]+ [kMG]?B, \d+ %$")
        self.assertEqual(sum(int(text.split()[-2]) for text in (used, free)), 100)
        bar = self.page.run("const bar = document.querySelector('.sheet .share'); return 100 * bar.firstChild.getBoundingClientRect().width / bar.getBoundingClientRect().width")
        self.assertLess(abs(bar - int(used.split()[-2])), 1)

    def test_pages_that_were_closed_hold_no_version(self):
        for _ in range(4):
            self.page.open("type=Package&where=isInstalled&sort=name:asc")
            self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.open("page=file")
        # The server releases the version of a page when it notices that the page's event stream has ended.
        def readers():
            self.page.click("#pages a", "Types")
            self.page.click("#pages a", "File")
            self.page.expect(".sheet", "Readers")
            return self.page.texts(".sheet section:nth-of-type(3) td")
        row = self.page.wait(lambda: next((row for row in [readers()] if "1 open page" in row), None), "this page alone")
        self.assertEqual(len(row), 5, row)
        self.assertTrue(row[0].endswith("(this server)"), row)


class Pointers(MeasureCase):
    def setUp(self):
        super().setUp()
        key = self.page.api("rows?type=Package&columns=name&count=1")["rows"][0]["key"]
        self.page.open(f"type=Package&object=Package/{key}")
        self.page.turn_editing_on()
        self.page.one(".property[data-name=summary] button")

    def touch(self, enabled):
        self.page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": enabled})
        self.page.driver.execute_cdp_cmd("Emulation.setEmitTouchEventsForMouse", {"enabled": enabled})

    def opacity(self, selector):
        return self.page.run("return getComputedStyle(document.querySelector(arguments[0])).opacity", selector)

    def test_the_tab_key_reaches_the_buttons_that_edit_a_property(self):
        self.page.run("document.querySelector('.object-body').focus()")
        self.page.press(Keys.TAB)
        name = self.page.run("return document.activeElement.getAttribute('aria-label')")
        self.assertRegex(name, "^Edit ")
        self.assertEqual(self.opacity(f".property button[aria-label='{name}']"), "1")
        self.page.press(Keys.ENTER)
        self.page.one(".property.editing")

    def test_controls_are_visible_where_no_pointer_hovers(self):
        button, menu = ".property[data-name=summary] button", ".head[data-path=area] .more"
        self.assertEqual([self.opacity(button), self.opacity(menu)], ["0", "0"])
        self.touch(True)
        try:
            if not self.page.run("return matchMedia('(hover: none)').matches"):
                self.skipTest("this browser emulates no screen that is touched")
            self.assertEqual([self.opacity(button), self.opacity(menu)], ["1", "1"])
            # The menu covers no title.
            self.assertLessEqual(self.page.frame(".head[data-path=area] .title")["right"], self.page.frame(menu)["left"])
        finally:
            self.touch(False)


if __name__ == "__main__":
    unittest.main()
