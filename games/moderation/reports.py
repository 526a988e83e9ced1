"""Reports of players to the moderators: one for each reporter and subject."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from games.exceptions import GameError
from games.models import Player, Report
from games.moderation import quotas
from games.moderation.subjects import FINDERS, Subject, find

LONGEST_TEXT = 1000


class CannotReport(GameError):
    """Something that cannot be reported, or a report without what moderators need."""

    code = "report"


@transaction.atomic
def report(*, reporter: Player, kind: str, key: str, reason: str, text: str, at: datetime) -> Report:
    """Tell the moderators of something. The same subject again changes nothing and answers the first report.

    Raises CannotReport and QuotaReached.
    """
    subject = reportable(kind, key, reporter)
    known = Report.objects.filter(reporter=reporter, kind=kind, subject=subject.key).first()
    if known is not None:
        return known
    if reason not in Report.Reason.values:
        raise CannotReport(
            gettext("There is no reason {reason}. The reasons: {reasons}.").format(
                reason=repr(reason), reasons=", ".join(Report.Reason.values)
            )
        )
    words = text.replace("\0", "").strip()
    if len(words) > LONGEST_TEXT:
        raise CannotReport(
            gettext("A report can have {most} characters, and this has {count}. Shorten it.").format(
                most=LONGEST_TEXT, count=len(words)
            )
        )
    if reason == Report.Reason.OTHER and not words:
        raise CannotReport(gettext("Say in a few words what is wrong."))
    try:
        with transaction.atomic():
            quotas.spend(quotas.REPORTS, reporter, at=at)
            return Report.objects.create(
                reporter=reporter,
                kind=kind,
                subject=subject.key,
                about=subject.about,
                quoted=subject.quoted,
                reason=reason,
                text=words,
                at=at,
            )
    except IntegrityError:  # sent twice at once: counted once
        return Report.objects.get(reporter=reporter, kind=kind, subject=subject.key)


def reportable(kind: str, key: str, reporter: Player) -> Subject:
    """What the reporter wants to report. Raises CannotReport where there is no such thing, or it is their own."""
    if kind not in FINDERS:
        raise CannotReport(
            gettext("There is no subject {kind}. The subjects: {kinds}.").format(
                kind=repr(kind), kinds=", ".join(sorted(FINDERS))
            )
        )
    subject = find(kind, key, reporter)
    if subject is None:
        raise CannotReport(gettext("There is no {kind} {key}.").format(kind=kind, key=repr(key)))
    if subject.about == reporter:
        raise CannotReport(gettext("You cannot report yourself."))
    return subject


def open_reports() -> QuerySet[Report]:
    """The queue: reports that nobody has decided about, the oldest first."""
    return Report.objects.filter(closed_by=None).select_related("reporter", "about").order_by("pk")


def reports_about(player: Player) -> QuerySet[Report]:
    """All reports about a player, the newest first."""
    return Report.objects.filter(about=player).select_related("reporter", "closed_by").order_by("-pk")
