"""Takes the screenshots of the guide's page Studio, light and dark: shots.py FOLDER"""
import os
import sys

from page import Page, quit_driver
from selenium.webdriver.common.keys import Keys
from server import Server, required


def shots(page, folder):
    libs = "type=Package&where=section+%3D%3D+%22libs%22&sort=installedSize:desc"
    for theme in ("light", "dark"):
        page.prefer(prefers_color_scheme=theme)
        page.run("localStorage.removeItem('ashlar-studio-theme')")
        for width in (1280, 900):
            page.size(width, 800)
            def save(name):
                page.driver.save_screenshot(os.path.join(folder, f"studio-{name}-{width}-{theme}.png"))
            page.open(libs)
            page.move_to(1, "name")
            page.press(Keys.ENTER)
            page.wait(lambda: page.texts(".object-head h2"), "the object")
            save("table")
            page.open("type=Package&group=section")
            page.wait(lambda: page.texts(".group"), "the groups")
            save("groups")
            page.open("type=Package")
            page.move_to(0, "installedSize")
            page.press("i")
            page.wait(lambda: page.texts(".summary .facts"), "the summary")
            save("summary")
            page.open("page=file")
            page.expect(".sheet", "Space")
            save("file")
            page.open("type=Package&where=isInstalled+AND+sectin+%3D%3D+%22libs%22")
            page.wait(lambda: page.texts(".underlay .wrong"), "the error")
            save("error")
            page.open("type=Package")
            page.turn_editing_on()
            page.focus_table()
            page.press(Keys.DELETE)
            page.expect(".panel .preview", "deleted")
            save("delete")


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    server = Server(required("STUDIO_CATALOG"))
    try:
        page = Page()
        page.size(1280, 800)
        page.enter(server)
        shots(page, folder)
    finally:
        quit_driver()
        server.stop()


main()
