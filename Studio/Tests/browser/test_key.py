"""The form for the key of an encrypted file."""
import os
import secrets
import subprocess
import unittest

from page import Page
from server import Server, required


class Key(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("kinds", write=False)
        cls.server.process.terminate()
        cls.server.process.wait()
        cls.server.process.stdout.close()
        cls.key = os.path.join(cls.server.folder, "kinds.key")
        cls.digits = secrets.token_hex(64)
        with open(cls.key, "w", encoding="utf-8") as file:
            file.write(cls.digits + "\n")
        os.chmod(cls.key, 0o600)
        command = [required("ASHLAR_COMMAND"), "encrypt", cls.server.file, "--new-key-file", cls.key]
        subprocess.run(command, check=True, capture_output=True)
        cls.page = Page()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def setUp(self):
        self.server.start()
        self.page.driver.delete_all_cookies()
        self.page.driver.get(self.server.address)
        self.page.one("#digits")

    def tearDown(self):
        self.server.process.terminate()
        self.server.process.wait()
        self.server.process.stdout.close()
        self.server.process = None

    def expect_rows(self):
        self.page.ready()
        self.page.click(".types-list a", "Kinds")
        self.page.one(".grid-row")
        self.assertNotIn(self.digits[:8], self.page.driver.current_url)
        stored = self.page.run("return JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })")
        self.assertNotIn(self.digits[:8], stored)

    def test_a_wrong_key_is_refused_and_the_right_one_shows_the_file(self):
        self.page.one("#digits").send_keys(secrets.token_hex(64))
        self.page.one("#open").click()
        self.page.expect("#message", "is encrypted with another key")
        self.assertEqual(self.page.one("#digits").get_attribute("value"), "")
        self.page.one("#digits").send_keys(self.digits)
        self.page.one("#open").click()
        self.expect_rows()

    def test_a_key_is_read_from_a_file(self):
        self.page.one("#file").send_keys(self.key)
        self.page.one("#open").click()
        self.expect_rows()
