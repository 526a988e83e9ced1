import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_causes")]

    operations = [
        migrations.CreateModel(
            name="PuzzleSolution",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("puzzle", models.CharField(max_length=20)),
                ("figure", models.CharField(max_length=500)),
                ("score", models.PositiveSmallIntegerField()),
                ("found_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_solutions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["found_at", "pk"],
                "indexes": [
                    models.Index(fields=["puzzle", "-score", "found_at"], name="games_puzzl_puzzle_cdc585_idx")
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "puzzle", "figure"), name="found_once")],
            },
        ),
    ]
