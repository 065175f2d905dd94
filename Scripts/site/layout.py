"""The HTML around a page: bars, navigation, contents."""
import re

from names import breakable, escape, relative

PARTS = [("guide", "Guide", "index.html"), ("handbook", "Handbook", "handbook.html"), ("api", "API", "api/index.html"),
         ("decisions", "Decisions", "decisions/index.html"), ("project", "Project", "project/CHANGELOG.html")]
LOGO = ('<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path fill="currentColor" d="M2 4h9v4.6H2zM12.6 4H22v4.6h-9.4z'
        'M2 10.1h4.4v4.6H2zM8 10.1h9v4.6H8zM18.6 10.1H22v4.6h-3.4zM2 16.2h9v4.6H2zM12.6 16.2H22v4.6h-9.4z"/></svg>')
MAGNIFIER = ('<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><path fill="none" stroke="currentColor" '
             'stroke-width="1.8" stroke-linecap="round" d="M13.4 13.4 17.5 17.5M15 8.7a6.3 6.3 0 1 1-12.6 0 6.3 6.3 0 0 1 12.6 0Z"/></svg>')
THEME = ('<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="1.6" '
         'd="M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z"/><path fill="currentColor" d="M10 3a7 7 0 0 1 0 14Z"/></svg>')
MENU = ('<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path stroke="currentColor" stroke-width="1.8" '
        'stroke-linecap="round" d="M3 5.5h14M3 10h14M3 14.5h14"/></svg>')
# Before the first paint, so that a page does not flash in the other theme.
EARLY = "try{const t=localStorage.getItem('theme');if(t)document.documentElement.dataset.theme=t}catch{}"
ACTIONS = [("guide/FirstSchema.html", "A first schema", "primary"), ("guide/InstallingTheCommand.html", "Install the command", ""),
           ("api/index.html", "API reference", "")]


def document(site, page):
    """The whole HTML of a page."""
    root = relative(page.url, "style.css").removesuffix("style.css")
    title = "Ashlar" if page.url == "index.html" else f"{page.title} – Ashlar"
    kind = "landing" if page.url == "index.html" else page.part + (" symbol" if page.symbol else "")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<meta name="description" content="{escape(page.abstract[:300])}">
<link rel="icon" href="{root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}style.css">
<script>{EARLY}</script>
<script src="{root}script.js" data-root="{root}" defer></script>
</head>
<body class="{kind}">
<a class="skip" href="#content">Skip to the text</a>
{header(page)}
<div class="frame">
<nav class="side" id="side" aria-label="Pages">{side(site, page)}</nav>
<main id="content">{article(site, page)}</main>
{contents(page)}
</div>
</body>
</html>
"""


def header(page):
    links = []
    for part, title, address in PARTS:
        current = ' aria-current="true"' if part == page.part else ""
        links.append(f'<a href="{escape(relative(page.url, address))}"{current}>{title}</a>')
    return f"""<header class="top">
<button class="icon menu" type="button" aria-label="Menu" aria-controls="side" aria-expanded="false">{MENU}</button>
<a class="brand" href="{escape(relative(page.url, 'index.html'))}">{LOGO}<span>Ashlar</span></a>
<nav class="parts" aria-label="Parts">{''.join(links)}</nav>
<button class="find" type="button" hidden>{MAGNIFIER}<span>Search</span><kbd>/</kbd></button>
<button class="icon theme" type="button" aria-label="Light or dark" hidden>{THEME}</button>
</header>"""


def side(site, page):
    parts = "".join(f'<a href="{escape(relative(page.url, address))}">{title}</a>' for _, title, address in PARTS)
    found = [f'<div class="parts">{parts}</div>']
    for title, links in site.navigation(page):
        items = []
        for text, address in links:
            current = ' aria-current="page"' if address == page.url else ""
            label = breakable(text) if page.part == "api" else escape(text)
            inner = ' class="inner"' if page.part == "api" and "." in text else ""
            items.append(f'<li{inner}><a href="{escape(relative(page.url, address))}"{current}>{label}</a></li>')
        heading = f"<h2>{escape(title)}</h2>" if title else ""
        found.append(f"{heading}<ul>{''.join(items)}</ul>")
    return "".join(found)


def article(site, page):
    crumbs = "".join(f'<a href="{escape(relative(page.url, address))}">{escape(title)}</a><span>/</span>' for title, address in page.crumbs)
    kicker = f'<span class="kicker">{escape(page.kicker)}</span>' if page.kicker else ""
    above = f'<div class="crumbs">{crumbs}{kicker}</div>' if crumbs or kicker else ""
    body = "".join(page.body)
    lead = f'<p class="lead">{page.lead}</p>' if page.lead else ""
    title = f"<h1>{breakable(page.title) if page.symbol else escape(page.title)}</h1>"
    if page.url == "index.html":
        body, above, lead = landing(page, body), "", ""
        title = ""
    markdown = relative(page.url, page.url.removesuffix(".html") + ".md")
    foot = f'<footer><a href="{escape(markdown)}">This page as Markdown</a></footer>'
    return f"<article>{above}{title}{lead}{site.described(page, body)}</article>{pager(site, page)}{foot}"


def landing(page, body):
    """The first page: its first paragraph and blocks of code become the head."""
    match = re.match(r'\s*<p>(.*?)</p>\s*((?:<div class="code".*?</div>\s*)*)', body, re.DOTALL)
    buttons = "".join(f'<a class="button {style}" href="{address}">{text}</a>' for address, text, style in ACTIONS)
    return (f'<div class="hero"><h1>{page.title}</h1><p class="lead">{match[1]}</p><p class="actions">{buttons}</p>'
            f'<div class="pair">{match[2]}</div></div>{body[match.end():]}')


def pager(site, page):
    before, after = site.neighbors(page)
    links = []
    for other, style, word in ((before, "previous", "Previous"), (after, "next", "Next")):
        if other:
            links.append(f'<a class="{style}" href="{escape(relative(page.url, other[1]))}"><small>{word}</small>{escape(other[0])}</a>')
    return f'<nav class="pager" aria-label="Neighbors">{"".join(links)}</nav>' if links else ""


def contents(page):
    """What the page contains, beside it where the window has room."""
    shown = [heading for heading in page.headings if heading[0] in (2, 3)]
    if len(shown) > 120:
        shown = [heading for heading in shown if heading[0] == 2]
    if len(shown) < 2 or page.url == "index.html":
        return '<aside class="toc"></aside>'
    items, seen = [], None
    for level, title, name in shown:
        # Overloads have one line.
        if (level, title) == seen:
            continue
        seen = (level, title)
        label = breakable(title) if page.part == "api" else escape(title)
        items.append(f'<li class="level{level}"><a href="#{escape(name)}">{label}</a></li>')
    return f'<aside class="toc"><h2>On this page</h2><ul>{"".join(items)}</ul></aside>'
