"""Rows that the page has read, and of which the server reports changes only where the page has requested rows last."""
import unittest

from case import StudioCase
from held import Held

FAR = 300


class Ranges(StudioCase):
    def start(self):
        self.page.open("type=Package")
        if self.page.total < FAR + 100:
            self.skipTest("The catalog has fewer rows than two requests return.")
        self.page.wait(lambda: self.page.text("#connection") == "live", "the event stream")
        self.page.settle()

    def scroll_to(self, row):
        self.page.run("document.querySelector('.grid').scrollTop = arguments[0] * 28", row)

    def change_first(self, summary):
        self.server.write_elsewhere({"$type": "Package", "name": self.name, "summary": summary})

    def summary(self):
        row = self.page.row(0)
        return row and row[self.page.columns.index("summary")]

    def test_a_change_of_rows_that_are_shown_again_is_reported(self):
        self.start()
        self.name = self.page.row(0)[0]
        requests = Held(self.page)
        self.scroll_to(FAR)
        self.page.wait(lambda: self.page.row(FAR), "rows far below")
        self.page.settle()
        sent = len(requests.sent("rows"))
        self.scroll_to(0)
        self.page.wait(lambda: len(requests.sent("rows")) > sent, "the first rows are requested again")
        self.page.settle()
        self.change_first("changed after the way back")
        self.page.wait(lambda: self.summary() == "changed after the way back", "the new summary")

    def test_rows_of_a_former_version_are_not_shown_as_present(self):
        self.start()
        self.name = self.page.row(0)[0]
        self.scroll_to(FAR)
        self.page.wait(lambda: self.page.row(FAR), "rows far below")
        self.page.settle()
        self.change_first("changed while far below")
        self.page.expect("#commits", "+1")
        self.page.settle()
        requests = Held(self.page)
        requests.hold("rows")
        self.scroll_to(0)
        requests.wait("rows", 1)
        self.page.settle()
        self.assertIsNone(self.page.row(0))
        requests.release("rows")
        self.page.wait(lambda: self.summary() == "changed while far below", "the new summary")

    def test_columns_are_named_while_some_are_hidden(self):
        self.start()
        requests = Held(self.page)
        self.scroll_to(FAR)
        self.page.wait(lambda: self.page.row(FAR), "rows far below")
        self.assertNotIn("columns=", requests.sent("rows")[-1]["address"])
        self.page.move_to(0, "area")
        self.page.press("m")
        self.page.click(".menu button", "Hide")
        self.page.wait(lambda: "area" not in self.page.columns and self.page.row(0), "the column is hidden")
        self.assertIn("columns=", requests.sent("rows")[-1]["address"])
        self.assertNotIn("area", requests.sent("rows")[-1]["address"])


if __name__ == "__main__":
    unittest.main()
