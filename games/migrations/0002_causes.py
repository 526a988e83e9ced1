from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.RemoveField(model_name="gameevent", name="forced"),
        migrations.AddField(
            model_name="gameevent",
            name="cause",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", ""),
                    ("forced", "forced"),
                    ("standing answer", "standing answer"),
                    ("answer by default", "answer by default"),
                    ("house bot", "house bot"),
                ],
                max_length=20,
                default="",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="seat",
            name="standing_answer",
            field=models.CharField(blank=True, max_length=40, default=""),
            preserve_default=False,
        ),
    ]
