"""Catalogues of translations have the messages of the service and no others, and fill in the same values."""

from __future__ import annotations

import ast
import gettext
import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings
from django.utils import translation
from django.utils.translation import to_locale

from notifications.mail_format.command_list import COMMAND_BY_NAME, COMMANDS, Command
from seeds.translation import catalogues, extraction

CATALOGUES = catalogues.catalogues(Path(settings.ROOT, "locale"))
MENDS = "Run .venv/bin/python manage.py messages."
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w*\}")


@pytest.fixture(scope="module")
def found() -> Catalog:
    return extraction.messages()


def keys(catalogue: Catalog) -> set[tuple[object, object]]:
    return {(message.id, message.context) for message in catalogue if message.id}


def misses(message: Message, catalogue: Catalog) -> str:
    """What a translation fills in that the original has not, or the other way round; empty where they agree.

    A form that is for 1 only may do without the number.
    """
    originals = [Counter(PLACEHOLDER.findall(form)) for form in extraction.forms(message.id)]
    form_for = gettext.c2py(catalogue.plural_expr)
    for number, form in enumerate(extraction.forms(message.string)):
        is_for_1 = [count for count in range(200) if form_for(count) == number] == [1]
        placeholders = Counter(PLACEHOLDER.findall(form))
        allowed = originals if is_for_1 else originals[-1:]
        if form and placeholders.keys() not in [original.keys() for original in allowed]:
            return f"{form!r} has {sorted(placeholders)}, and the original {sorted(originals[-1])}"
    return ""


@pytest.mark.parametrize(
    ("locale", "forms", "is_right"),
    [
        ("de", ("ein Tag", "{count} Tage"), True),
        ("de", ("{count} Tag", "Tage"), False),
        ("fr", ("un jour", "{count} jours"), False),  # the first form is for 0, too
        ("fr", ("{count} jour", "{count} jours"), True),
        ("fr", ("{count} jour", ""), True),  # not translated yet
    ],
)
def test_only_a_form_for_1_may_leave_out_the_number(locale: str, forms: tuple[str, ...], is_right: bool) -> None:
    message = Message(("a day", "{count} days"), forms)
    assert (misses(message, Catalog(locale)) == "") == is_right


def test_what_is_not_translated_yet_is_in_good_english(tmp_path: Path) -> None:
    catalogue = Catalog("fr")
    catalogue.add(("{count} day", "{count} days"), ("{count} jour", ""))
    catalogue.add(("{count} hour", "{count} hours"), ("{count} heure", "{count} heures"))
    catalogue.add("Lobby")
    path = tmp_path / "fr" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    extraction.write(catalogue, path)
    catalogues.compile_stale(tmp_path)
    with path.with_suffix(".mo").open("rb") as compiled:
        french = gettext.GNUTranslations(compiled)
    assert french.ngettext("{count} day", "{count} days", 0) == "{count} days"
    assert french.ngettext("{count} hour", "{count} hours", 0) == "{count} heure"
    assert french.gettext("Lobby") == "Lobby"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_catalogue_is_up_to_date_and_fills_in_what_its_originals_do(path: Path, found: Catalog) -> None:
    catalogue = extraction.read(path)
    assert keys(found) - keys(catalogue) == set(), f"Messages are missing. {MENDS}"
    assert keys(catalogue) - keys(found) == set(), f"The code has these messages no more. {MENDS}"
    assert [
        wrong for message in catalogue if message.id and not message.fuzzy and (wrong := misses(message, catalogue))
    ] == []


def commands_in(text: str) -> list[str]:
    """The verbs of the commands that stand in square brackets."""
    verbs = []
    for command in re.findall(r"\[([^\]]+)\]", text):
        names = [name for name in COMMAND_BY_NAME if f"{command} ".lower().startswith(f"{name} ")]
        verbs += [COMMAND_BY_NAME[max(names, key=len)].verb] if names else []
    return sorted(verbs)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_translation_names_the_same_commands_in_words_of_its_language(path: Path) -> None:
    for message in extraction.read(path):
        if isinstance(message.id, str) and isinstance(message.string, str) and message.string:
            assert commands_in(message.string) == commands_in(message.id), message.id


@pytest.mark.parametrize("command", COMMANDS[1:], ids=lambda command: command.verb)
def test_command_is_read_as_mails_in_german_show_it(command: Command) -> None:
    with translation.override("de"):
        shown = command.shown
    assert commands_in(f"[{shown}]") == [command.verb]
    assert shown != command.usage or command.verb == "plan"


def test_german_has_one_word_for_each_term() -> None:
    text = Path(settings.ROOT, "docs", "translating.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|[^|]+\|[^|]+\|([^|]+)\|$", text, re.MULTILINE)
    shunned = [word for row in rows for word in row.strip().split(", ") if re.fullmatch(r"[A-ZÄÖÜ][\wß-]+", word)]
    assert {"Freilos", "Hausbot"} <= set(shunned)
    pattern = re.compile(rf"\b(?:{'|'.join(shunned)})")
    german = extraction.read(Path(settings.ROOT, "locale", "de", "LC_MESSAGES", "django.po"))
    translations = [form for message in german if message.id for form in extraction.forms(message.string)]
    assert [form for form in translations if pattern.search(form)] == []


def test_every_language_that_can_be_chosen_has_a_catalogue() -> None:
    translated = {code for code, _ in settings.LANGUAGES} - {settings.LANGUAGE_CODE}
    assert {path.parts[-3] for path in CATALOGUES} == {to_locale(code) for code in translated}
    assert all(path.with_suffix(".mo").exists() for path in CATALOGUES)


def test_no_message_stands_within_an_f_string() -> None:
    """The extraction finds it there from Python 3.12 on only, so that it would stay untranslated."""
    names = {"gettext", "gettext_lazy", "gettext_noop", "ngettext", "pgettext", "_"}
    inside = [
        f"{path.relative_to(settings.ROOT)}:{call.lineno}"
        for package in ("seeds", "ground", "games", "tournaments", "notifications")
        for path in Path(settings.ROOT, package).rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names
        if any(isinstance(given, ast.Constant) for given in call.args)
    ]
    assert inside == []
