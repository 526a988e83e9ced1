"""Doors beside SMTP, what proves the sender of a mail, and mails that wait for their player's word."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [
        ("notifications", "0003_plans"),
    ]

    operations = [
        migrations.AlterField(
            model_name="inboundmail",
            name="door",
            field=models.CharField(choices=[("smtp", "Smtp"), ("lmtp", "Lmtp"), ("imap", "Imap")], max_length=10),
        ),
        migrations.AddField(
            model_name="inboundmail",
            name="proof",
            field=models.CharField(
                blank=True,
                choices=[("pass", "proven"), ("none", "nothing says so or otherwise"), ("fail", "proven to be false")],
                max_length=4,
            ),
        ),
        migrations.AddField(
            model_name="inboundmail",
            name="proof_note",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name="inboundmail",
            name="confirmed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="inboundmail",
            name="arrived_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="inboundmail",
            index=models.Index(fields=["token", "received_at"], name="mail_of_token_by_time"),
        ),
        migrations.AddIndex(
            model_name="inboundmail",
            index=models.Index(condition=Q(state="waiting"), fields=["token"], name="unread_mail_by_token"),
        ),
        migrations.AddField(
            model_name="mailpreference",
            name="only_proven",
            field=models.BooleanField(
                default=False,
                help_text="Most mail providers sign what you write, and nothing is asked. In rated games we always ask "
                "where yours does not.",
                verbose_name="ask me to confirm a mail when nothing proves that it is mine",
            ),
        ),
        migrations.AlterField(
            model_name="outboundmail",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "your turn"),
                    ("receipt", "receipt of a move"),
                    ("plan", "a plan that cannot be played"),
                    ("started", "a game has started"),
                    ("offer", "an offer was made or declined"),
                    ("left", "a seat has left"),
                    ("result", "a game is over"),
                    ("reminder", "your time is running out"),
                    ("leave", "an opponent takes leave"),
                    ("challenge", "somebody wants to play"),
                    ("challenge-closed", "a challenge is off"),
                    ("round", "your games of an event have begun"),
                    ("standings", "an event is over"),
                    ("problem", "a mail that did nothing"),
                    ("confirm", "a mail that waits for a yes"),
                    ("help", "help that was asked for"),
                    ("show", "a board that was asked for"),
                    ("preview", "a preview that was asked for"),
                    ("games", "a list of games that was asked for"),
                    ("account", "about the account"),
                    ("sign-up", "to confirm an address"),
                    ("login-code", "a code to log in"),
                ],
                max_length=20,
            ),
        ),
    ]
