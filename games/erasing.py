"""Erasing names of closed accounts, and words of people from logs that nothing else can change: the only way around the
triggers, logged itself.

The line stays, with its number, its moment and its digest; so the chain of hashes goes on from the digest that it had,
and checks know from the ``Erasure`` that its words cannot be hashed any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Model

from games.models import Erasure, Player
from ground.append_only import LOGS, Log, log_of

ERASED = "[erased]"


class EraseError(Exception):
    """What cannot be erased, and what could be, in a sentence."""


@transaction.atomic
def erase_words(*, log: str, row: int, field: str, operator: str, reason: str, at: datetime) -> Erasure:
    """Put ``[erased]`` in the place of a text in a line of a log, and note that this was done.

    ``log`` is a label such as ``games.gameevent``, ``field`` one of those in which people write, such as ``reason`` or
    ``payload.why``. Raises EraseError.
    """
    known = _log(log, field)
    if not operator.strip() or not reason.strip():
        raise EraseError("An erasure names the operator and the reason.")
    line = known.model._default_manager.select_for_update().filter(pk=row).first()
    if line is None:
        raise EraseError(f"There is no line {row} in {log}.")
    name = _replace(line, field)
    erasure = Erasure.objects.create(
        table=known.table, row=row, field=field, operator=operator, reason=reason, at=at, is_open=True
    )
    line.save(update_fields=[name])
    erasure.is_open = False
    erasure.save(update_fields=["is_open"])
    return erasure


@transaction.atomic
def replace_name(*, username: str, operator: str, reason: str, at: datetime) -> str:
    """Call a closed account ``player-`` and its number from now on, in games, tables and logs, and note that; the name.

    Logs name players by number, so no line and no digest changes. Raises EraseError.
    """
    if not operator.strip() or not reason.strip():
        raise EraseError("An erasure names the operator and the reason.")
    player = Player.objects.select_for_update().filter(username__iexact=username.strip()).first()
    if player is None or player.is_active:
        why = "is open: its player closes it in the settings" if player else "does not exist"
        raise EraseError(f"The account {username!r} {why}. The name of a closed account can be replaced.")
    name = f"player-{player.pk}"
    while Player.objects.filter(username=name).exclude(pk=player.pk).exists():
        name += "-"
    player.username = name
    player.save(update_fields=["username"])
    table = Player._meta.db_table
    Erasure.objects.create(
        table=table, row=player.pk, field="username", operator=operator, reason=reason, at=at, is_open=False
    )
    return name


def erased_in(model: type[Model], rows: Iterable[int]) -> set[int]:
    """Those of these lines whose words were erased, so that their digests cannot be computed any more."""
    if not Erasure.objects.filter(table=model._meta.db_table).exists():
        return set()
    found = Erasure.objects.filter(table=model._meta.db_table, row__in=list(rows))
    return set(found.values_list("row", flat=True))


def _log(label: str, field: str) -> Log:
    log = log_of(label)
    if log is None or field not in log.words:
        known = [f"{one.model._meta.label_lower} {word}" for one in LOGS for word in one.words]
        raise EraseError(f"{label} {field} is not a text that can be erased. These can be: {', '.join(known)}.")
    return log


def _replace(line: Model, field: str) -> str:
    """Put ``[erased]`` into an unsaved line and say which of its columns has changed."""
    name, _, key = field.partition(".")
    held = getattr(line, name)
    text = held.get(key) if key else held
    if not isinstance(text, str) or not text:
        raise EraseError(f"Line {line.pk} has no words in {field}.")
    setattr(line, name, {**held, key: ERASED} if key else ERASED)
    return name
