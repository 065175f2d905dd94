import unittest

from page import Page
from server import Server, required


class StudioCase(unittest.TestCase):
    """A test of the page on a file of its own class: the catalog, or `source = "kinds"`."""

    source = "catalog"
    write = True

    @classmethod
    def setUpClass(cls):
        cls.server = Server(required("STUDIO_CATALOG") if cls.source == "catalog" else cls.source, write=cls.write)
        cls.page = Page()
        cls.page.size(1280, 800)
        cls.page.enter(cls.server)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def setUp(self):
        self.page.errors()

    def tearDown(self):
        # A refusal of the Content-Security-Policy and an exception of a module are both logged as errors.
        wrong = [error for error in self.page.errors() if "Content Security Policy" in error or "Error:" in error or "Uncaught" in error]
        self.assertEqual(wrong, [])
