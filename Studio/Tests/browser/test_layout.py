"""Comfort: colors, sizes of the window, keys, contrast, and names for screen readers."""
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase

# The contrast of texts that are visible, by the formula of WCAG 2: elements whose own text is below 4.5, or 3 for large text.
CONTRAST = """
const parse = (text) => { const parts = text.match(/[\\d.]+/g).map(Number); return { rgb: parts.slice(0, 3), alpha: parts[3] ?? 1 } }
const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 }); return 0.2126 * x + 0.7152 * y + 0.0722 * z }
const behind = (element) => { for (let e = element; e; e = e.parentElement) { const color = parse(getComputedStyle(e).backgroundColor); if (color.alpha > 0.99) return color.rgb } return [255, 255, 255] }
const low = []
for (const element of document.querySelectorAll('body *')) {
  if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue
  const style = getComputedStyle(element), box = element.getBoundingClientRect()
  if (!box.width || style.visibility === 'hidden' || element.closest('.unseen, .underlay, [hidden], :disabled') || style.color === 'rgba(0, 0, 0, 0)' || Number(style.opacity) < 1) continue
  const [a, b] = [light(parse(style.color).rgb), light(behind(element))].sort((x, y) => y - x)
  const contrast = (a + 0.05) / (b + 0.05)
  if (contrast < 4.5) low.push(`${element.className || element.tagName} '${element.textContent.slice(0, 20)}' ${contrast.toFixed(2)}`)
}
return [...new Set(low)]
"""
# Elements that can be pressed without a name that a screen reader could say.
NAMELESS = """
return [...document.querySelectorAll('button, input, select, textarea, a[href], [role=grid], [role=dialog]')].filter((element) => element.getClientRects().length &&
  !(element.getAttribute('aria-label') || element.textContent.trim() || element.title || element.labels?.length || element.placeholder)).map((element) => element.outerHTML.slice(0, 120))
"""
OVERFLOW = """
return [...document.querySelectorAll('.top, .bar, #types, .object-head, .panel, .popover')].filter((element) => element.getClientRects().length && element.scrollWidth > element.clientWidth + 1)
  .map((element) => `${element.className || element.id}: ${element.scrollWidth} > ${element.clientWidth}`).concat(document.documentElement.scrollWidth > innerWidth ? [`page: ${document.documentElement.scrollWidth}`] : [])
"""


class LayoutCase(StudioCase):
    """A server of its own for each class: a server keeps at most 32 pages, and notices within 15 s that one has ended."""

    def tearDown(self):
        super().tearDown()
        self.page.size(1280, 800)
        self.page.prefer(prefers_color_scheme="light")

    def everything(self, theme):
        """Opens the states of the page in which texts and controls appear, and yields the name of each."""
        self.page.prefer(prefers_color_scheme=theme)
        self.page.run("localStorage.removeItem('ashlar-studio-theme')")
        key = self.page.api("rows?type=Package&columns=name&count=5")["rows"][4]["key"]
        for name, query, keys in [("table and object", f"type=Package&where=isInstalled&sort=name:asc&object=Package/{key}", ""), ("groups", "type=Package&group=section", ""),
                                  ("error", "type=Package&where=sectin", ""), ("file", "page=file", ""), ("help", "type=Package", "?"), ("summary", "type=Package", "i"), ("menu", "type=Package", "v")]:
            self.page.open(query)
            if keys:
                self.page.focus_table()
                self.page.press(keys)
                self.page.one(".popover")
            yield name


class Colors(LayoutCase):
    def test_texts_have_the_contrast_of_aa_in_both_themes(self):
        for theme in ("light", "dark"):
            for state in self.everything(theme):
                self.assertEqual(self.page.run(CONTRAST), [], f"{theme}, {state}")

    def test_a_deleted_object_has_the_contrast_of_aa(self):
        key = self.page.api("rows?type=Package&columns=name&count=5")["rows"][4]["key"]
        for theme in ("light", "dark"):
            self.page.prefer(prefers_color_scheme=theme)
            self.page.open(f"type=Package&object=Package/{key}")
            self.page.one(".object-body .property")
            self.page.run("document.querySelector('#object').classList.add('deleted')")
            self.assertEqual(self.page.run("return getComputedStyle(document.querySelector('.deleted .object-body')).opacity"), "1")
            self.assertEqual(self.page.run(CONTRAST), [], theme)

    def test_the_theme_follows_the_system_and_a_key_changes_it(self):
        self.page.prefer(prefers_color_scheme="dark")
        self.page.run("localStorage.removeItem('ashlar-studio-theme')")
        self.page.open("type=Package")
        self.assertEqual(self.page.run("return document.documentElement.dataset.theme"), "dark")
        self.page.focus_table()
        self.page.press("l")
        self.page.wait(lambda: self.page.run("return document.documentElement.dataset.theme") == "light", "light")
        self.page.driver.refresh()
        self.page.ready()
        self.assertEqual(self.page.run("return document.documentElement.dataset.theme"), "light")
        self.page.run("localStorage.removeItem('ashlar-studio-theme')")

    def test_reduced_motion_has_no_animation(self):
        self.page.prefer(prefers_reduced_motion="reduce")
        self.page.open("type=Package")
        self.page.run("document.querySelector('.grid-row').classList.add('changed')")
        self.assertEqual(self.page.run("return getComputedStyle(document.querySelector('.grid-row.changed')).animationName"), "none")
        self.page.prefer(prefers_reduced_motion="no-preference")


class Sizes(LayoutCase):
    def test_nothing_overflows_at_1280_and_900_pixels(self):
        for width in (1280, 900, 480):
            self.page.size(width, 800)
            for state in self.everything("light"):
                self.assertEqual(self.page.run(OVERFLOW), [], f"{width}, {state}")

    def test_long_states_fit_into_the_bar_of_a_narrow_window(self):
        for width in (480, 360):
            self.page.size(width, 800)
            self.page.open("type=Package")
            self.page.run("document.querySelector('#connection').textContent = 'server lost'; document.querySelector('#commits').textContent = 'v1234567 +12,345'")
            outside = self.page.run("return [...document.querySelectorAll('.top *')].filter((element) => element.getClientRects().length && (element.getBoundingClientRect().right > innerWidth || element.getBoundingClientRect().bottom > document.querySelector('.top').getBoundingClientRect().bottom)).map((element) => element.id || element.textContent)")
            self.assertEqual(outside, [], width)
            self.assertEqual(self.page.run(OVERFLOW), [], width)

    def test_rows_have_28_pixels(self):
        self.page.open("type=Package")
        self.assertEqual(self.page.run("return document.querySelector('.grid-row').getBoundingClientRect().height"), 28)

    def test_a_narrow_window_has_the_types_behind_a_button(self):
        self.page.size(900, 700)
        self.page.open("type=Package")
        self.assertEqual(self.page.run("return getComputedStyle(document.querySelector('#types')).visibility"), "hidden")
        self.page.click("#types-toggle")
        self.page.wait(lambda: self.page.run("return getComputedStyle(document.querySelector('#types')).visibility") == "visible", "the types")
        self.page.click(".types-list a", "Maintainer")
        self.page.wait(lambda: self.page.run("return getComputedStyle(document.querySelector('#types')).visibility") == "hidden", "the types are closed")


class Controls(LayoutCase):
    def test_every_control_has_a_name(self):
        for state in self.everything("light"):
            self.assertEqual(self.page.run(NAMELESS), [], state)

    def test_the_list_of_keys_opens_and_closes_by_keys(self):
        self.page.open("type=Package")
        self.page.focus_table()
        self.page.press("?")
        self.page.expect(".help-panel", "All keys")
        self.page.press(Keys.ESCAPE)
        self.page.wait(lambda: not self.page.all(".help-panel"), "closed")

    def test_no_dialog_is_modal(self):
        for state in self.everything("light"):
            self.assertEqual(self.page.run("return document.querySelectorAll('dialog, [aria-modal=true]').length"), 0, state)

    def test_counts_and_errors_are_announced(self):
        self.page.open("type=Package")
        self.page.condition('section == "libs"')
        self.page.wait(lambda: self.page.text("#announcements") == f"{self.page.total:,} rows", "the count is announced")


if __name__ == "__main__":
    unittest.main()
