"""HTML mail as lines of text, with quoted replies marked "> " so that they are known for quotes.

Mail programs mark what they quote in different ways: a ``blockquote`` (Gmail, Apple Mail, Thunderbird), a blue line
at the left or a header block after which all is quoted (Outlook), a container (Yahoo). A ``blockquote`` without a
border is none of these but plain indentation. Layout is left to inscriptis; whatever a page could use to make it
slow or large (styles, tables in tables, deep nesting) is taken out of the tree first.
"""

from __future__ import annotations

import re
from html import unescape
from itertools import islice
from typing import Any

from magika_gm.engine.words import plain_lines
from magika_gm.mail.parsing import Budget, Cost

DEEPEST_TREE = 150
"""Elements nested deeper are not laid out; their tags are stripped."""
_FIRST = 100
"""Begins and ends of elements among which the words of a reply's header are looked for."""
_OPEN, _CLOSE, _REST = "\ue000", "\ue001", "\ue002"
"""Private characters on lines of their own: a quote begins, ends, goes on to the end of what surrounds it."""
_MARKS = re.compile("[\ue000-\ue002]")
_BLOCKS = ("div", "p", "br", "table", "tr", "td", "ul", "ol", "li", "pre", "blockquote", "hr", "h1", "h2", "h3")
_REPLY_HEADERS = ("divrplyfwdmsg", "mail-editor-reference-message-container", "yahoo_quoted")
_HEADER_WORDS = re.compile(r"\s*(From|Von|De|Da|Van|Från|Fra|Od|Lähettäjä)\s*:")
_TAGS = re.compile(r"<[/!?]?[a-zA-Z][^<>]{0,5000}>")
_LINE_TAGS = re.compile(r"<\s*(?:br|/\s*(?:p|div|tr|li|h[1-6]|blockquote))\b[^<>]{0,100}>", re.IGNORECASE)
_UNSEEN = re.compile(r"<(?:!--|(?:script|style|title)\b)", re.IGNORECASE)


def html_to_text(html: str, budget: Budget | None = None) -> tuple[str, str]:
    """The text of HTML and what was wrong with it ("" if nothing), in time about linear in its length.

    Raises :class:`~magika_gm.mail.parsing.OverBudget` where it has more elements than are left, and nothing else.
    """
    html = _MARKS.sub("", plain_lines(html)).strip()
    if not html:
        return "", ""
    budget = budget or Budget()
    with budget.not_counted():
        import inscriptis.css_profiles  # noqa: F401 - and what else lays out
        from lxml.etree import LxmlError
        from lxml.html import HTMLParser, document_fromstring

    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True)
    try:
        with budget.reading():
            tree = document_fromstring(html.encode("utf-8", "replace"), parser=parser)
            budget.spend(Cost.ELEMENTS, sum(1 for _ in tree.iter()))
            if _too_deep(tree):
                return _stripped(html), f"its HTML is nested more than {DEEPEST_TREE} deep; tags were stripped"
            _mark_quotes(tree)
            _simplify(tree)
            return _quoted_lines(_laid_out(tree)), ""
    except (LxmlError, ValueError, AssertionError, RecursionError, LookupError, TypeError) as error:
        return _stripped(html), f"its HTML could not be read ({error.__class__.__name__}); tags were stripped"


def _too_deep(tree: Any) -> bool:
    level = [tree]
    for _ in range(DEEPEST_TREE):
        level = [child for element in level for child in element]
        if not level:
            return False
    return True


def _style(element: Any) -> str:
    return re.sub(r"\s+", "", (element.get("style") or "")[:2000]).casefold()


def _is_quote(element: Any) -> bool:
    """Whether an element holds somebody's earlier words."""
    style = _style(element)
    if element.tag == "blockquote":
        cited = element.get("type") == "cite" or "quote" in (element.get("class") or "").casefold()
        plain = "border:none" in style or "border:0" in style or "border:medium" in style
        return cited or not plain or "border-left" in style
    return element.tag == "div" and "border-left:solidblue" in style


def _starts_rest(element: Any) -> bool:
    """Whether an element is the header block after which Outlook and its like quote without any mark."""
    named = f"{element.get('id') or ''} {element.get('class') or ''}".casefold()
    if any(name in named for name in _REPLY_HEADERS):
        return True
    if "border-top:solid" not in _style(element):
        return False
    return _HEADER_WORDS.match(_first_words(element)) is not None


def _first_words(element: Any) -> str:
    """What an element begins with; however much is in it, few elements are looked into."""
    from lxml.etree import iterwalk

    walk = islice(iterwalk(element, events=("start", "end")), _FIRST)
    said = ((one.text if event == "start" else one.tail if one is not element else "") for event, one in walk)
    return "".join(words[:200] for words in said if words)[:200]


def _mark_quotes(tree: Any) -> None:
    """Put the private characters where quotes begin and end."""
    for element in tree.iter():  # none may come in by way of an entity
        element.text = _MARKS.sub("", element.text) if element.text else None
        element.tail = _MARKS.sub("", element.tail) if element.tail else None
    for element in list(tree.iter("blockquote", "div", "hr", "td")):
        if _is_quote(element):
            begin = _mark(element, _OPEN)
            begin.tail, element.text = element.text, None
            element.insert(0, begin)
            element.append(_mark(element, _CLOSE))
        elif _starts_rest(element) and element.getparent() is not None:
            element.addprevious(_mark(element, _REST))


def _mark(element: Any, sign: str) -> Any:
    mark = element.makeelement("div")
    mark.text = sign
    return mark


def _simplify(tree: Any) -> None:
    """Rows become lines, cells words or lines of their own; of styles only what hides or keeps line ends is left."""
    for element in list(tree.iter("table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "center")):
        if element.tag in ("td", "th") and next(element.iterdescendants(*_BLOCKS), None) is None:
            element.tag = "span"
            element.tail = " " + (element.tail or "")
        else:
            element.tag = "div"
    for element in tree.iter("hr"):
        element.tag = "div"
    for element in list(tree.iter("textarea", "option", "noscript", "template", "object", "svg", "math")):
        element.clear(keep_tail=True)  # to drop them would join what is behind them, one by one
        element.tag = "span"
    for element in tree.iter():
        style = _style(element)
        element.attrib.clear()
        if "display:none" in style:
            element.set("style", "display:none")
        elif "white-space:pre" in style and element.tag in ("div", "p", "span"):
            element.set("style", "white-space:pre")


def _laid_out(tree: Any) -> str:
    from inscriptis.css_profiles import STRICT_CSS_PROFILE
    from inscriptis.html_engine import Inscriptis
    from inscriptis.html_properties import Display
    from inscriptis.model.config import ParserConfig
    from inscriptis.model.html_element import HtmlElement

    # paragraphs without margins: Outlook writes one for every line; lists not set in: they can be nested without end
    flat = HtmlElement(display=Display.block)
    css = STRICT_CSS_PROFILE | {"p": flat, "ul": flat, "ol": flat}
    return str(Inscriptis(tree, ParserConfig(css=css)).get_text())


def _quoted_lines(text: str) -> str:
    """Lines between the private characters marked ``> `` once for each quote they stand in."""
    out: list[str] = []
    depth, rest = 0, -1
    for line in text.split("\n"):
        for sign in _MARKS.findall(line):
            if sign == _OPEN:
                depth += 1
            elif sign == _CLOSE:
                depth = max(0, depth - 1)
                rest = -1 if depth < rest else rest
            elif rest < 0:
                rest = depth
        words = _MARKS.sub("", line).rstrip()
        if words or not _MARKS.search(line):
            marks = min(depth, 10) + (1 if rest >= 0 else 0)
            out.append(f"{'> ' * marks}{words}" if words or not marks else ">" * marks)
    return "\n".join(out).strip("\n")


def _stripped(html: str) -> str:
    """The last resort: tags taken out. All of it counts as quoted if there is any quote in it."""
    quoted = re.search(r"<blockquote\b|divRplyFwdMsg|border-left:\s*solid\s*blue", html, re.IGNORECASE) is not None
    text = _TAGS.sub("", _LINE_TAGS.sub("\n", _without_unseen(html)))
    lines = [line.strip() for line in _MARKS.sub("", unescape(text)).split("\n")]
    return "\n".join(f"> {line}" if quoted else line for line in lines if line)


def _without_unseen(html: str) -> str:
    """HTML without comments, scripts, styles and title; one that does not end goes on to the end of the text."""
    lower = html.lower() if len(html.lower()) == len(html) else html
    seen: list[str] = []
    at = 0
    while (begin := _UNSEEN.search(html, at)) is not None:
        seen.append(html[at : begin.start()])
        closing = "-->" if begin[0].endswith("--") else f"</{begin[0][1:].lower()}"
        end = lower.find(closing, begin.end())
        if end < 0:
            return "".join(seen)
        at = end + len(closing)
        if closing != "-->":
            at = html.find(">", at) + 1 or len(html)
    return "".join([*seen, html[at:]])
