import hashlib
import json

from django.db import migrations


def with_amounts(table):
    """A table whose values are amounts alone."""
    rows = [
        {**row, "values": {code: value and value["amount"] for code, value in row["values"].items()}}
        for row in table["rows"]
    ]
    return {**table, "rows": rows}


def keep_amounts(apps, schema_editor):
    """Stored tables had the parts of every value. They follow from the log and are computed when a page shows them."""
    snapshots = apps.get_model("tournaments", "StandingSnapshot").objects.order_by("pk")
    for snapshot in snapshots.iterator(chunk_size=20):
        snapshot.table = with_amounts(snapshot.table)
        plain = json.dumps(snapshot.table, sort_keys=True, separators=(",", ":"))
        snapshot.digest = hashlib.sha256(plain.encode()).hexdigest()
        snapshot.save(update_fields=["table", "digest"])


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0005_stage_of_division"),
    ]

    operations = [
        migrations.RunPython(keep_amounts, migrations.RunPython.noop),
    ]
