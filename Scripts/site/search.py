"""The index of the search, and the texts for tools that read no HTML."""
import json
import posixpath
import re

from names import relative

# A section longer than this is found by its beginning.
LENGTH = 4000


def index(pages):
    """A script that holds what the search finds, because a page that is opened from a folder may load scripts, but no other files."""
    rows, overloads = [], {}
    for page in pages:
        for entry in page.entries:
            row = [entry.title, entry.url, entry.kind, entry.where, entry.text[:LENGTH], 1 if entry.is_symbol else 0]
            same = overloads.setdefault((entry.title, entry.where, page.url), row) if entry.is_symbol else row
            if same is row:
                rows.append(row)
            elif entry.text not in same[4]:
                same[4] += " " + entry.text
    rows.sort(key=lambda row: (row[1], row[0]))
    return "searchData(" + json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/") + ");\n"


def llms(site, parts):
    """llms.txt: the pages as Markdown, with what each is about."""
    lines = ["# Ashlar", "", "> " + site.pages["index.html"].abstract, "", "Every page of this site has a copy in Markdown beside it.", ""]
    for title, pages in parts:
        lines += [f"## {title}", ""]
        for page in pages:
            address = page.url.removesuffix(".html") + ".md"
            lines.append(f"- [{page.title}]({address})" + (f": {page.abstract}" if page.abstract else ""))
        lines.append("")
    return "\n".join(lines)


def markdown(site, page):
    """The Markdown copy of a page, whose links lead to other copies."""
    if page.symbol or page.part == "api":
        return page.markdown
    return relink(site, page)


def relink(site, page):
    def replace(match):
        path, mark, fragment = match[2].partition("#")
        if "://" in path or not path:
            return match[0]
        file = posixpath.normpath(posixpath.join(posixpath.dirname(page.source), path))
        target = site.address(file if file.endswith((".md", ".swift")) else file + "/README.md") or site.address(file)
        if not target:
            return match[0]
        return f"{match[1]}({relative(page.url, target.removesuffix('.html') + '.md')}{mark}{fragment})"

    text = re.sub(r"(\[[^\]\n]*(?:\n[^\]\n]*)?\])\(([^)\s]+)\)", replace, page.markdown)
    return re.sub(r"^<!-- .*? -->\n", "", text, flags=re.MULTILINE)
