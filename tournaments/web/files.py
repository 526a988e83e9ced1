"""Events as files to download, and as calendars and feeds to subscribe to."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.archive.files import as_file, whole_file
from games.rules import RULES
from ground.address_values import chosen_value
from ground.expensive import expensive
from tournaments import queries
from tournaments.models import Division, Event
from tournaments.presenting import calendar, exports, feeds, finding
from tournaments.presenting.tables import division_title

CSV = "text/csv; charset=utf-8"
TABLES = {"standings": exports.standings_rows, "crosstable": exports.crosstable_rows, "results": exports.results_rows}


@require_GET
@expensive
def table_csv(request: HttpRequest, slug: str, division: int, table: str) -> HttpResponse:
    """The standings, the crosstable or the results of a division for a spreadsheet."""
    found = finding.find_division(finding.find_event(request, slug), division)
    if table == "crosstable":
        finding.check_has_crosstable(found)
    finding.check_fits_file(found)
    text = exports.as_csv(TABLES[table](found))
    return as_file(HttpResponse("\N{BYTE ORDER MARK}" + text, content_type=CSV), f"{_name(found)}-{table}.csv")


@require_GET
@expensive
def trf(request: HttpRequest, slug: str, division: int) -> HttpResponse:
    """The division as FIDE's tournament report."""
    found = finding.find_division(finding.find_event(request, slug), division)
    if not exports.has_trf(found):
        raise Http404(
            gettext(
                "TRF16 is for round robins, challenge matches and Swiss tournaments of two at a table for 1, ½ and 0."
            )
        )
    finding.check_fits_file(found)
    return as_file(HttpResponse(exports.as_trf(found), content_type="text/plain; charset=utf-8"), f"{_name(found)}.trf")


def _name(division: Division) -> str:
    title = slugify(division_title(division).replace(".", "-"))
    return f"seeds-{division.event.slug}" + (f"-{title}" if title else "")


@require_GET
@expensive
def event_json(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Everything that is published of an event."""
    event = finding.find_event(request, slug)
    return as_file(whole_file(exports.event_as_json(event), "application/json"), f"seeds-{event.slug}.json")


@require_GET
@expensive
def event_ics(request: HttpRequest, slug: str) -> HttpResponse:
    """The dates of one event."""
    event = finding.find_event(request, slug)
    dates = calendar.dates_of(Event.objects.filter(pk=event.pk))
    return _ical(dates, event.name)


@require_GET
@expensive
def ics(request: HttpRequest) -> HttpResponse:
    """The dates of all events, or of those of one game."""
    shown = queries.without_lobby(queries.events_shown_to(None))
    rules = chosen_value(request, "rules", RULES)
    if rules:
        shown = shown.filter(rules=rules)
    name = gettext("Events of {title}").format(title=RULES[rules].title) if rules else "Events"
    return _ical(calendar.dates_of(shown), name)


def _ical(dates: list[calendar.Date], name: str) -> HttpResponse:
    return HttpResponse(feeds.as_ical(dates, name=name, at=timezone.now()), content_type="text/calendar; charset=utf-8")


@require_GET
@expensive
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Results and announcements of an event."""
    event = finding.find_event(request, slug)
    return HttpResponse(feeds.as_atom(event), content_type="application/atom+xml; charset=utf-8")
