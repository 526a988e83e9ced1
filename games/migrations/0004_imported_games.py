import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_puzzle_solutions"),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportedGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("record", models.JSONField()),
                ("imported_at", models.DateTimeField()),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="imported", to="games.game"
                    ),
                ),
            ],
        ),
    ]
