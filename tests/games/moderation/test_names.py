"""Names that could be taken for each other."""

from __future__ import annotations

import pytest
from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.models import Player
from games.moderation.names import players_like, skeleton

pytestmark = pytest.mark.django_db

ALIKE = ["anna.", "an.na", "an-na", "a_nna", "ANNA", "Anna", "anna--"]
NOT_TAKEN = ["hanna", "ann", "anna2", "annabel"]


@pytest.mark.parametrize("name", ALIKE)
def test_name_that_looks_like_another_cannot_be_had(name: str) -> None:
    Player.objects.create(username="anna")
    with pytest.raises(ValidationError, match=r"taken|looks too much|already"):
        get_adapter().clean_username(name)


@pytest.mark.parametrize(
    ("known", "name"), [("bob", "b0b"), ("lily", "1i1y"), ("marnie", "mamie"), ("owl", "ovvl"), ("b.o.b", "bob")]
)
def test_letters_that_look_alike_are_the_same(known: str, name: str) -> None:
    Player.objects.create(username=known)
    with pytest.raises(ValidationError, match=f"{name} looks too much like a name that is taken"):
        get_adapter().clean_username(name)


@pytest.mark.parametrize("name", NOT_TAKEN)
def test_other_names_are_free(name: str) -> None:
    Player.objects.create(username="anna")
    assert get_adapter().clean_username(name) == name


@pytest.mark.parametrize("name", ["аnna", "ⅿarta", "anna\N{ZERO WIDTH SPACE}", "ａnna"])  # noqa: RUF001
def test_letters_of_other_scripts_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="a-z, 0-9, dots, dashes and underscores"):
        get_adapter().clean_username(name)


@pytest.mark.parametrize("name", ["adm.in", "r00t", "seeds-", "post.master"])
def test_names_of_the_service_are_kept_in_every_form(name: str) -> None:
    with pytest.raises(ValidationError):
        get_adapter().clean_username(name)


class TestSkeletons(TestCase):
    """The database finds what Python calls alike."""

    @pytest.mark.slow
    @given(st.text("ab01ol.-_rnmvw", min_size=1, max_size=8), st.text("ab01ol.-_rnmvw", min_size=1, max_size=8))
    def test_database_and_python_agree(self, one: str, other: str) -> None:
        Player.objects.all().delete()
        Player.objects.create(username=one)
        assert players_like(other).exists() == (skeleton(one) == skeleton(other))
