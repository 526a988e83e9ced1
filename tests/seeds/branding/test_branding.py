"""The name, the colours and the texts of an operator, on pages and in mails; a colour that nobody could read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client, override_settings

from seeds.branding.colours import DARK, LIGHT, Scheme, contrast, style_sheet, trouble
from tests.games.browsing import Browser
from tests.games.conftest import Start
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db

OURS = (settings.ROOT / "static/seeds.css").read_text()


def of_ours(name: str, scheme: Scheme) -> str:
    """A colour of the style sheet of the pages."""
    light, dark = OURS.split("@media screen and (prefers-color-scheme: dark)", 1)
    found = re.search(rf"--{name}: (#[0-9a-f]{{6}});", dark if scheme is DARK else light)
    assert found
    return found[1]


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_backgrounds_are_those_of_the_style_sheet(scheme: Scheme) -> None:
    assert (scheme.paper, scheme.card) == (of_ours("paper", scheme), of_ours("card", scheme))
    assert trouble(of_ours("leaf", scheme), scheme) == ""


@pytest.mark.parametrize(
    ("one", "other", "ratio"), [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#ffffff", "#ffffff", 1.0)]
)
def test_contrast_is_that_of_the_guidelines(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio, abs=0.01)


def test_colour_that_cannot_be_read_is_refused_with_what_would_be_right() -> None:
    assert trouble("#f0c000", LIGHT).endswith("in the light scheme, and text needs 4.5 to 1: choose a darker one.")
    assert trouble("#1b4a8c", DARK).endswith("in the dark scheme, and text needs 4.5 to 1: choose a lighter one.")


@pytest.mark.parametrize(("light", "dark", "ink"), [("#1b4a8c", "", "#ffffff"), ("", "#ffd866", "#000000")])
def test_words_on_buttons_are_read(light: str, dark: str, ink: str) -> None:
    sheet = style_sheet(light, dark)
    assert f"--leaf-ink: {ink};" in sheet
    assert contrast(ink, light or dark) >= 4.5
    assert ("prefers-color-scheme: dark" in sheet) == bool(dark)


def test_service_without_them_shows_neither() -> None:
    page = Browser().get("/")
    assert "Seeds" in page.one(".brand").text()
    assert not page.has('[href="/privacy/"], [href="/imprint/"], [href="/colours.css"]')
    assert [Client().get(path).status_code for path in ("/privacy/", "/imprint/", "/colours.css")] == [404] * 3


def test_texts_are_pages_in_the_readers_language_and_linked_everywhere(
    start: Start,
    tmp_path: Path,
) -> None:
    office = PostOffice()
    office.box("anna"), office.box("bert")
    (tmp_path / "privacy.md").write_text(
        "# What we keep\n\n| mails | 30 days |\n|---|---|\n\n<script>alert(1)</script>"
    )
    (tmp_path / "privacy.de.md").write_text("# Was wir aufbewahren")
    (tmp_path / "imprint.md").write_text("# Club of Berlin")
    files: dict[str, Any] = {
        name: str(tmp_path / f"{name[:-5].lower()}.md") for name in ("PRIVACY_FILE", "IMPRINT_FILE")
    }
    with override_settings(**files, SITE_NAME="Garden", SITE_COLOUR="#1b4a8c"):
        page = Browser().get("/privacy/")
        assert page.one("h1").text() == "What we keep"
        assert page.has("table")
        assert "<script>alert(1)</script>" in page.text
        assert "Garden" in page.one(".brand").text()
        german = Client(headers={"Accept-Language": "de"}).get("/privacy/").content.decode()
        assert "Was wir aufbewahren" in german
        assert "Club of Berlin" in Browser().get("/imprint/").text
        assert page.has('footer [href="/privacy/"]')
        assert page.has('footer [href="/imprint/"]')
        assert "--leaf: #1b4a8c;" in Client().get("/colours.css").content.decode()
        assert Client().get("/manifest.webmanifest").json()["name"] == "Garden"
        start("anna", "bert")
        office.work()
        sent = mail.outbox[-1]
        assert f"Imprint: {settings.SITE_URL}/imprint/" in sent.body
        assert f'href="{settings.SITE_URL}/privacy/"' in str(sent.alternatives[0][0])
