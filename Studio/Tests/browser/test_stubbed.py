"""Answers that a test changes, for what a server answers rarely."""
import unittest

from selenium.webdriver.common.keys import Keys

from case import StudioCase
from held import Held

# Changes the answers to a path of requests.
CHANGE = """
const [path, part] = arguments;
const real = window.fetch;
window.fetch = async (address, options) => {
  const answer = await real(address, options);
  if (!String(address).startsWith(`/api/${path}`) || !answer.ok) return answer;
  const body = await answer.json();
  return new Response(JSON.stringify({ ...body, ...part }), { status: 200 });
};
"""


class Stubbed(StudioCase):
    source = "kinds"

    def test_the_group_of_nil_is_not_the_text_nil(self):
        self.page.open("type=Kinds")
        self.page.run("const select = document.querySelector(\"select[aria-label='Group by']\"); select.value = 'flag'; select.dispatchEvent(new Event('change'))")
        self.page.wait(lambda: self.page.texts(".group .value.nil") == ["nil"], "the group of nil")

    def test_undo_states_why_it_cannot_be_undone(self):
        self.page.open("type=Kinds")
        self.page.turn_editing_on()
        self.page.move_to(0, "small")
        self.page.press("e")
        self.page.fill(".cell-editor input", "9")
        self.page.press(Keys.ENTER)
        self.page.expect(".notice", "Changed 'small'")
        self.page.run(CHANGE, "edit", {"inverse": None, "note": "This cannot be undone. The test says so."})
        self.page.focus_table()
        self.page.press("z", control=True)
        self.page.expect(".notice", "Undone: Changed 'small'. This cannot be undone. The test says so.")

    def test_a_note_is_stated_once(self):
        self.page.open("type=Kinds&where=title+%3D%3D+%22one+megabyte%22")
        self.page.turn_editing_on()
        self.page.focus_table()
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "deleted")
        self.page.click(".panel .actions button", "Delete")
        text = self.page.expect(".notice", "Deleted Kinds one megabyte")
        self.assertEqual(text.count("This cannot be undone"), 1, text)


class Repeated(StudioCase):
    source = "kinds"

    def test_an_undo_that_may_have_inserted_an_object_is_not_repeated(self):
        self.server.write_elsewhere({"$type": "Empty", "note": "restored once", "number": 1})
        self.page.open("type=Empty")
        self.page.turn_editing_on()
        self.page.focus_table()
        self.page.press(Keys.DELETE)
        self.page.expect(".panel .preview", "deleted")
        self.page.click(".panel .actions button", "Delete")
        self.page.expect(".notice", "Deleted Empty restored once")
        requests = Held(self.page)
        requests.refuse("edit")
        self.page.focus_table()
        self.page.press("z", control=True)
        self.page.expect(".notice.error", "cannot be tried again")
        requests.accept("edit")
        self.page.press("z", control=True)
        self.page.expect(".notice", "There is nothing to undo")
        self.assertEqual(self.server.count("Empty"), 0)

    def test_an_undo_of_values_is_tried_again(self):
        self.page.open("type=Kinds")
        self.page.turn_editing_on()
        self.page.move_to(0, "small")
        self.page.press("e")
        self.page.fill(".cell-editor input", "11")
        self.page.press(Keys.ENTER)
        self.page.expect(".notice", "Changed 'small'")
        requests = Held(self.page)
        requests.refuse("edit")
        self.page.focus_table()
        self.page.press("z", control=True)
        self.page.expect(".notice.error", "Not known to be stored")
        requests.accept("edit")
        self.page.press("z", control=True)
        self.page.expect(".notice", "Undone: Changed 'small'")


if __name__ == "__main__":
    unittest.main()
