"""Take all messages out of code, templates and documents into the catalogues of translations."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from django.core.management.base import BaseCommand, CommandError

from seeds.environment import ROOT
from seeds.translation import catalogues, extraction


class Command(BaseCommand):
    help = "Bring every catalogue in locale/ up to date with the messages of the service. Development only."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--new", metavar="LANGUAGE", help="also start the catalogue of a new language, such as fr")

    def handle(self, *args: Any, **options: Any) -> None:
        found = extraction.messages()
        if options["new"]:
            _begin(options["new"])
        for path in catalogues.catalogues(ROOT / "locale"):
            catalogue = extraction.updated(extraction.read(path), found)
            extraction.write(catalogue, path)
            done = sum(1 for message in catalogue if message.id and extraction.is_translated(message))
            self.stdout.write(f"{catalogue.locale_identifier}: {done} of {len(catalogue)} messages are translated.")


def _begin(language: str) -> None:
    try:
        locale = Locale.parse(language)
    except (ValueError, UnknownLocaleError) as error:
        raise CommandError(f'There is no language "{language}". Write it as pt or pt_BR.') from error
    path = ROOT / "locale" / str(locale) / "LC_MESSAGES" / "django.po"
    if path.exists():
        raise CommandError(f"{path.relative_to(ROOT)} is there already.")
    path.parent.mkdir(parents=True)
    extraction.write(Catalog(locale, fuzzy=False, header_comment=extraction.HEADER), path)
