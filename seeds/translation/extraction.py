"""Every message of the service, and catalogues brought up to date with them. Needs Babel; development only."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from ground.wording import blocks_of
from seeds.environment import ROOT

PACKAGES = ("ground", "games", "tournaments", "notifications", "seeds", "demo")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "kept": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
}
COMMENTS = ("Translators:",)
DOCUMENTS = "games/rules/*/*.md"
HEADER = "# Seeds. Made by manage.py messages; docs/translating.md says how to work on it."
KEPT_HEADERS = ("Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding")

Found = tuple[str | tuple[str, ...], list[str], str | None]  # a message or its two forms, comments, context


def messages() -> Catalog:
    """Every message of code, templates and documents in the order of files and lines, each with its files."""
    found = Catalog(fuzzy=False)
    for path in _files():
        for message, comments, context in _messages_of(path):
            if message:
                found.add(message, None, [(str(path.relative_to(ROOT)), 0)], auto_comments=comments, context=context)
    return found


def read(path: Path) -> Catalog:
    """A catalogue as it is stored."""
    with path.open("rb") as source:
        return read_po(source)


def updated(catalogue: Catalog, found: Catalog) -> Catalog:
    """The catalogue with the messages that were found and no others.

    The translation of a message that is like a new one is kept for it, marked as fuzzy: it is not used until a
    translator has looked at it.
    """
    catalogue.update(found, update_header_comment=False, update_creation_date=False)
    catalogue.obsolete.clear()
    for message in catalogue:
        if not any(forms(message.string)):
            message.flags.discard("fuzzy")
    catalogue.header_comment = HEADER
    return catalogue


def write(catalogue: Catalog, path: Path) -> None:
    """Store a catalogue by its messages: with places or times, any change of code would change it."""
    text = BytesIO()
    write_po(text, catalogue, width=110, no_location=True, sort_output=True)
    head, _, rest = text.getvalue().decode().partition("\n\n")
    lines = [line for line in head.splitlines() if not line.startswith('"') or line[1:].startswith(KEPT_HEADERS)]
    path.write_text("\n".join(lines) + "\n\n" + rest, encoding="utf-8")


def forms(message: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """The only form of a message or of its translation, or the forms for different numbers."""
    return (message,) if isinstance(message, str) else tuple(message or ())


def is_translated(message: Message) -> bool:
    """Whether a reader gets a translation of the message, in each of its forms."""
    return bool(message.string) and all(forms(message.string)) and not message.fuzzy


def _files() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))
    yield from sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file())
    yield from sorted(ROOT.glob(DOCUMENTS))


def _messages_of(path: Path) -> Iterator[Found]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from ((block, [], None) for block in blocks_of(text))
        return
    if path.suffix != ".py":
        # As Python, whose lines may not be indented as it happens.
        text = "\n".join(line.strip() for line in templatize(text).splitlines())
    for _line, message, comments, context in extract("python", BytesIO(text.encode()), KEYWORDS, COMMENTS):
        yield message, comments, context
