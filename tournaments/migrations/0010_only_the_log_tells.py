from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_what_the_log_tells")]

    operations = [
        migrations.RemoveField(model_name="entrant", name="rests"),
        migrations.RemoveField(model_name="event", name="drawn_from"),
    ]
