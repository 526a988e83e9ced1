"""The log tells of the start and of byes that were asked for, and its chain covers all that a line has.

The chains of events from before are computed anew. What the log did not tell of them is added at its end, but for
requests whose round is paired already: verify_event says of such a pairing that it does not follow from the log.
"""

import hashlib
import json
from datetime import UTC

from django.db import migrations, models


def tell(apps, schema_editor):
    Event = apps.get_model("tournaments", "Event")
    for event in Event.objects.order_by("pk"):
        if event.seed:
            entrants = event.drawn_from or sorted(
                event.entrants.filter(division__stage__number=1, is_late=False).values_list("pk", flat=True)
            )
            told = {"actor": None, "nonce": event.nonce, "seed": event.seed, "entrants": entrants}
            add(apps, event, "started", told, event.started_at, None)
        for entrant in event.entrants.exclude(division=None).order_by("pk"):
            for number in entrant.rests:
                if number > entrant.division.rounds.count():
                    told = {"entrant": entrant.pk, "round": number, "actor": entrant.player_id, "why": ""}
                    add(apps, event, "bye asked", told, entrant.entered_at, entrant.division)
        chain(event)


def add(apps, event, kind, payload, at, division):
    event.result_seq += 1
    apps.get_model("tournaments", "Result").objects.create(
        event=event, division=division, seq=event.result_seq, kind=kind, payload=payload, at=at, digest=""
    )


def chain(event):
    digest = ""
    for line in event.results.order_by("seq"):
        at = line.at.astimezone(UTC).isoformat().replace("+00:00", "Z")
        told = [digest, event.pk, line.seq, line.kind, line.division_id, line.game_id, at, line.payload]
        digest = hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        line.digest = digest
        line.save(update_fields=["digest"])
    event.result_digest = digest
    event.save(update_fields=["result_seq", "result_digest"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_block_of_each_late_seat")]

    operations = [
        migrations.AlterField(
            model_name="result",
            name="kind",
            field=models.CharField(
                max_length=20,
                choices=[
                    ("game finished", "game finished"),
                    ("game corrected", "game corrected"),
                    ("game annulled", "game annulled"),
                    ("round paired", "round paired"),
                    ("games added", "games added"),
                    ("bye asked", "bye asked"),
                    ("bye given", "bye given"),
                    ("entered", "entered"),
                    ("withdrawn", "withdrawn"),
                    ("disqualified", "disqualified"),
                    ("substituted", "substituted"),
                    ("reversed", "reversed"),
                    ("paused", "paused"),
                    ("resumed", "resumed"),
                    ("time added", "time added"),
                    ("adjudicated", "adjudicated"),
                    ("deadline moved", "deadline moved"),
                    ("announced", "announced"),
                    ("challenged", "challenged"),
                    ("left the ladder", "left the ladder"),
                    ("started", "started"),
                    ("called off", "called off"),
                ],
            ),
        ),
        migrations.RunPython(tell, migrations.RunPython.noop),
    ]
