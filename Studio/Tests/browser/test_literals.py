"""Values as constants of a condition, and comparisons that are added to a condition."""
import unittest
from urllib.parse import quote

from selenium.webdriver.common.keys import Keys

import kinds
from case import StudioCase

# Decimal numbers that a condition can state, with the text; then others.
DECIMALS = {"1.50": "1.5", "-7": "-7", "1E+3": "1000", "9223372036854775807": "9223372036854775807", "9223372036854775808": None,
            "1.2345678901234567890": None, "1E+6144": None, "NaN": "nan", "-Infinity": "-inf"}
DATES = {"2024-02-29T12:00:00.5Z": "2024-02-29T12:00:00.5Z", "0001-01-01T00:00:00Z": "0001-01-01T00:00:00Z", "0000-12-31T00:00:00Z": None,
         "+12345-01-01T00:00:00Z": None, "-0001-01-01T00:00:00Z": None}
DOUBLES = {"1.5": "1.5", "9.3e18": "9300000000000000000.0", "1152921504606846976": "1152921504606847000.0", "1e300": "1e+300", "3": "3"}
JOINED = {
    "": "c > 0",
    "a == 1": "a == 1 AND c > 0",
    "a == 1 OR b == 2": "(a == 1 OR b == 2) AND c > 0",
    "a == 1 SORT(b ASC)": "a == 1 AND c > 0 SORT(b ASC)",
    "a == 1 || b SORT (c ASC)": "(a == 1 || b) AND c > 0 SORT (c ASC)",
    "a == 'or SORT(' AND b": "a == 'or SORT(' AND b AND c > 0",
    "#sort == 1": "#sort == 1 AND c > 0",
    "a == 1 LIMIT(2)": None,
    "a == 1 SORT(b ASC) DISTINCT(d)": None,
}


class Literals(StudioCase):
    source = "kinds"

    def module(self, script, values):
        """What a script returns for each value; `literal` and others are those of values/literal.js."""
        whole = f"const done = arguments[1]; import('/values/literal.js').then(({{ literal, conjoin, nameOf }}) => done(arguments[0].map((value) => {script})), (error) => done(String(error)))"
        return self.page.driver.execute_async_script(whole, list(values))

    def test_decimal_numbers_are_stated_exactly_or_not_at_all(self):
        self.assertEqual(self.module("literal('decimal', value)", DECIMALS), list(DECIMALS.values()))

    def test_dates_beyond_four_digits_of_the_year_are_not_stated(self):
        self.assertEqual(self.module("literal('date', value)", DATES), list(DATES.values()))

    def test_large_doubles_are_no_integers(self):
        self.assertEqual(self.module("literal('double', Number(value))", DOUBLES), list(DOUBLES.values()))

    def test_the_server_finds_the_object_whose_value_is_stated(self):
        ratios, amounts = ["9.3e18", "1152921504606846976"], ["1.75", "9223372036854775807"]
        for ratio in ratios:
            self.server.write_elsewhere({"$type": "Kinds", **kinds.PLAIN, "title": ratio, "ratio": float(ratio)})
        for amount in amounts:
            self.server.write_elsewhere({"$type": "Kinds", **kinds.PLAIN, "title": amount, "amount": amount})
        for value, text in zip(ratios, self.module("literal('double', Number(value))", ratios)):
            self.assertEqual(self.server.count("Kinds", f'title == "{value}" AND ratio == {text}'), 1, text)
        for value, text in zip(amounts, self.module("literal('decimal', value)", amounts)):
            self.assertEqual(self.server.count("Kinds", f'title == "{value}" AND amount == {text}'), 1, text)

    def test_names_that_are_keywords_are_marked(self):
        names = ["matches", "truepredicate", "FALSEPREDICATE", "text", "binary", "obj", "ascending", "name"]
        self.assertEqual(self.module("nameOf(value)", names), [f"#{name}" for name in names[:-1]] + ["name"])

    def test_a_comparison_is_added_before_the_order(self):
        self.assertEqual(self.module("conjoin(value, 'c > 0')", JOINED), list(JOINED.values()))

    def test_a_property_with_a_dot_in_its_name_has_no_comparisons(self):
        script = """const [paths, done] = arguments; import('/view/valuemenu.js').then(({ comparisons }) =>
          done(paths.map((path) => comparisons({ path, form: 'int', optional: false }, '1'))), (error) => done(String(error)))"""
        found = self.page.driver.execute_async_script(script, ["weight", "a.weight"])
        self.assertEqual(found, [["weight == 1", "weight != 1", "weight < 1", "weight > 1"], []])

    def test_a_value_is_added_to_a_condition_with_an_order(self):
        where = "flag == true SORT(title DESC)"
        self.page.open(f"type=Kinds&where={quote(where)}")
        self.page.move_to(0, "small")
        small = self.page.row(0)[self.page.columns.index("small")]
        self.page.press("v")
        self.page.click(".menu button", "small ==")
        self.page.wait(lambda: self.page.query.get("where") == f"flag == true AND small == {small} SORT(title DESC)", "before the order")
        self.page.wait(lambda: self.page.row(0), "rows")

    def test_a_condition_with_a_limit_has_no_comparisons_to_add(self):
        self.page.open(f"type=Kinds&where={quote('flag == true LIMIT(3)')}")
        self.page.move_to(0, "small")
        self.page.press("v")
        self.page.wait(lambda: self.page.texts(".menu button"), "the menu")
        self.assertEqual([text for text in self.page.texts(".menu button") if "small" in text], [])
        self.page.press(Keys.ESCAPE)


if __name__ == "__main__":
    unittest.main()
