"""Templates place what Python has made: none puts a sentence together, and all words are marked for translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Lexer, Token, TokenType

TEMPLATES = Path(settings.ROOT, "templates")
LONGEST_LINE = 160

PROSE = re.compile(r"p|h[1-6]|d[dt]|li|t[dh]|summary|title|button|label|figcaption|caption|option|legend")
VOID = frozenset(["br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"])
OPENS, GOES_ON, CLOSES = ("if", "ifchanged"), ("else", "elif"), ("endif", "endifchanged")
PARTS_OF_MARK_UP = re.compile(r"<!--.*?-->|<!doctype[^>]*>|</?[a-zA-Z][\w-]*|/?>|[^<>]+|<", re.DOTALL | re.IGNORECASE)
WORDS = re.compile(r"[A-Za-z]{2}")
ENTITY = re.compile(r"&#?\w+;")
SPOKEN_ATTRIBUTE = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"{]+)["{]')
WORD_FILTER = re.compile(r"\|(?:pluralize|yesno)")


@dataclass
class Element:
    """An open element of the page, and how many conditions were open where it began."""

    name: str
    conditions: int


@dataclass
class Reader:
    """Goes through a template in the order of its text and writes down what should not be there."""

    problems: list[str] = field(default_factory=list)
    elements: list[Element] = field(default_factory=lambda: [Element("template", 0)])
    conditions: list[list[Element]] = field(default_factory=list)  # the elements that were open where each began
    in_tag: bool = False
    is_marked: bool = False
    ignored: int = 0  # conditions inside a tag choose attributes, not words

    def read(self, source: str) -> list[str]:
        for token in Lexer(source).tokenize():
            if token.token_type == TokenType.TEXT:
                self._text(token)
            elif token.token_type == TokenType.BLOCK:
                self._block(token)
        return self.problems

    def _block(self, token: Token) -> None:
        name, *rest = token.contents.split()
        if self.in_tag and name in (*OPENS, *CLOSES, *GOES_ON):
            return
        if name in OPENS:
            self.conditions.append(list(self.elements))
        elif name in GOES_ON:
            self.elements = list(self.conditions[-1])
        elif name in CLOSES:
            self.conditions.pop()
        elif name == "block" and rest == ["title"]:
            self.elements.append(Element("title", len(self.conditions)))
        elif name == "block" and rest[0].endswith("_class"):
            self.in_tag = True  # what a page writes into the class of an element of its base
        elif name == "endblock" and self.in_tag:
            self.in_tag = False
        elif name == "endblock" and self.elements[-1].name == "title":
            self.elements.pop()
        elif name in ("blocktranslate", "blocktrans"):
            self.is_marked = True
        elif name in ("endblocktranslate", "endblocktrans"):
            self.is_marked = False
        elif name in ("translate", "trans") and "as" not in rest and not self.in_tag:
            self._check_words(token, is_marked=True)

    def _text(self, token: Token) -> None:
        for part in PARTS_OF_MARK_UP.findall(token.contents):
            if re.fullmatch(r"<[a-zA-Z][\w-]*", part):
                self.in_tag = True
                if part[1:].lower() not in VOID:
                    self.elements.append(Element(part[1:].lower(), len(self.conditions)))
            elif part.startswith("</"):
                self.in_tag = True
                self._close(part[2:].lower())
            elif part in (">", "/>"):
                self.in_tag = False
            elif not self.in_tag and not part.startswith("<") and WORDS.search(ENTITY.sub("", part)):
                self._check_words(token, is_marked=self.is_marked)

    def _close(self, name: str) -> None:
        for index in range(len(self.elements) - 1, 0, -1):
            if self.elements[index].name == name:
                del self.elements[index:]
                return

    def _check_words(self, token: Token, *, is_marked: bool) -> None:
        line, innermost = token.lineno, self.elements[-1]
        if innermost.name in ("script", "style"):
            return
        if len(self.conditions) > innermost.conditions:
            self.problems.append(f"line {line}: a condition decides on a part of the words in <{innermost.name}>")
        prose = next((element for element in reversed(self.elements) if PROSE.fullmatch(element.name)), None)
        if prose is not None and len(self.conditions) > prose.conditions + 1:
            self.problems.append(f"line {line}: words in <{prose.name}> stand below more than one condition")
        if not is_marked:
            self.problems.append(f"line {line}: words in <{innermost.name}> are not marked for translation")


def problems_of(source: str) -> list[str]:
    """What a template has that belongs into Python, or is not marked for translation."""
    return [*_problems_of_lines(source), *Reader().read(source)]


def _problems_of_lines(source: str) -> Iterator[str]:
    for number, line in enumerate(source.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            yield f"line {number}: {len(line)} characters, at most {LONGEST_LINE}"
        if WORD_FILTER.search(line):
            yield f"line {number}: plural forms and choices of words are made in Python, by ngettext"
        if any(WORDS.search(words) for words in SPOKEN_ATTRIBUTE.findall(line)):
            yield f"line {number}: words of an attribute are not marked for translation"


def test_templates_make_no_sentences() -> None:
    found = {str(path.relative_to(TEMPLATES)): problems_of(path.read_text()) for path in TEMPLATES.rglob("*.html")}
    assert len(found) > 100
    assert {name: problems for name, problems in found.items() if problems} == {}


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("<p>Nobody has entered yet.</p>", "not marked for translation"),
        ('<nav aria-label="Pages"></nav>', "an attribute are not marked"),
        ('<p>{% if late %}{% translate "late" %}{% endif %}</p>', "a condition decides on a part"),
        (
            '{% if a %}{% translate "Rung" %}{% else %}{% translate "Place" %}{% endif %}',
            "a condition decides on a part",
        ),
        ("{% block title %}{% if a %}A draft{% endif %}{% endblock title %}", "a condition decides on a part"),
        ('<p>{% if a %}{% if b %}<b>{% translate "late" %}</b>{% endif %}{% endif %}</p>', "more than one condition"),
        ("<p>{{ count }} game{{ count|pluralize }}</p>", "by ngettext"),
        (f"<p>{{{{ {'a' * 160} }}}}</p>", "at most 160"),
    ],
)
def test_sentences_put_together_in_a_template_are_found(source: str, problem: str) -> None:
    assert problem in " ".join(problems_of(source))
