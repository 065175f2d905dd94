"""Code blocks with colors, by Pygments' lexers."""
import re

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, Punctuation, String, Token
from pygments.util import ClassNotFound

from names import escape

LANGUAGES = {"sh": "console-or-shell", "dockerfile": "docker", "txt": "text"}
# From the special to the general: the first that contains a token names its class.
CLASSES = [
    (Comment, "c"), (String.Interpol, "i"), (String, "s"), (Number, "n"), (Literal, "n"), (Keyword, "k"), (Name.Tag, "t"),
    (Name.Class, "t"), (Name.Decorator, "k"), (Name.Builtin.Pseudo, "k"), (Name.Constant, "n"), (Operator.Word, "k"),
]
MARK = re.compile(r"#(?:if|else|elseif|endif|expect|require|selector|fileID|line|Predicate)\b|@\w+")


def colored(text, language):
    """The HTML of code, in spans that the style sheet colors."""
    if language in ("", "text"):
        return escape(text)
    try:
        lexer = get_lexer_by_name("bash" if language == "sh" else LANGUAGES.get(language, language), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return escape(text)
    parts, last = [], ""
    tokens = list(split(lexer.get_tokens(text)))
    for index, (token, value) in enumerate(tokens):
        following = tokens[index + 1][1] if index + 1 < len(tokens) else ""
        name = class_of(token, value, language, last, following)
        if value.strip():
            last = value
        if parts and parts[-1][0] == name:
            parts[-1][1] += value
        else:
            parts.append([name, value])
    return "".join(f'<span class="{name}">{escape(value)}</span>' if name else escape(value) for name, value in parts)


def split(tokens):
    """The tokens, with the points of a range after a number by themselves."""
    for token, value in tokens:
        if token in Number and value.endswith("."):
            number = value.rstrip(".")
            yield token, number
            yield Operator, value[len(number):]
        else:
            yield token, value


def class_of(token, value, language, last, following):
    if language == "swift" and token not in Comment and token not in String:
        # Members and labels, which the lexer takes for keywords.
        if last.endswith(".") and value != "self" or following.startswith(":") and last.endswith(("(", ",")):
            return None
        if MARK.fullmatch(value):
            return "k"
        if token in Name and value[:1].isupper() and last != ".":
            return "t"
        if token in Token.Error or token in Punctuation:
            return None
    for general, name in CLASSES:
        if token in general:
            return name
    return None


def block(text, language):
    """A code block with a button that copies it, which the script shows."""
    label = f' data-language="{escape(language)}"' if language and language != "text" else ""
    return f'<div class="code"{label}><pre><code>{colored(text, language)}</code></pre></div>\n'
