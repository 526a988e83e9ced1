"""What the provider that sends our mail says of it: bounces and complaints, as the provider posts them to us.

django-anymail checks the signature and reads the format of each provider; here is only what a report means for an
address. Mails that come back to their return path say the same to others.
"""

from __future__ import annotations

import json
import re
from typing import Any

from anymail.exceptions import AnymailError
from anymail.signals import AnymailTrackingEvent, EventType
from anymail.webhooks.base import AnymailCoreWebhookView
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from notifications.addresses import address_health
from notifications.mail_format.bounce_reports import Fate, Report, read_words

_VIEWS = {
    "brevo": "anymail.webhooks.brevo.BrevoTrackingWebhookView",
    "mailersend": "anymail.webhooks.mailersend.MailerSendTrackingWebhookView",
    "mailgun": "anymail.webhooks.mailgun.MailgunTrackingWebhookView",
    "mailjet": "anymail.webhooks.mailjet.MailjetTrackingWebhookView",
    "postmark": "anymail.webhooks.postmark.PostmarkTrackingWebhookView",
    "sparkpost": "anymail.webhooks.sparkpost.SparkPostTrackingWebhookView",
}
_FAILED = (EventType.BOUNCED, EventType.REJECTED)
_FOR_GOOD = re.compile(r"hard.?bounce|permanent", re.IGNORECASE)


@csrf_exempt
@require_POST
def mail_events(request: HttpRequest) -> HttpResponse:
    """Count what the provider reports. 400 for what is not signed with our secret, or cannot be read."""
    if not settings.MAIL_EVENTS:
        raise Http404(gettext("No provider reports here what became of mails."))
    now = timezone.now()
    for event in _events(request):
        said = json.dumps(event.esp_event, default=str)
        number = re.search(rf"mail-(\d{{1,18}})@{re.escape(settings.MAIL_DOMAIN)}", said)
        report = report_of(event, said)
        if event.recipient and report.fate != Fate.OTHER:
            address_health.take_event(report, to=event.recipient, mail_id=int(number[1]) if number else None, at=now)
    return HttpResponse(status=204)


def _events(request: HttpRequest) -> list[AnymailTrackingEvent]:
    """The events of a request. Raises SuspiciousOperation, which is answered by 400."""
    view: AnymailCoreWebhookView = import_string(_VIEWS[settings.MAIL_EVENTS])()
    try:
        view.run_validators(request)
        found: list[AnymailTrackingEvent] = view.parse_events(request)
    except (AnymailError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise SuspiciousOperation(f"A report of {settings.MAIL_EVENTS} that is none: {type(error).__name__}") from error
    return found


def report_of(event: AnymailTrackingEvent, said: str) -> Report:
    """What an event says of a mail. ``said``: all of it, as JSON."""
    if event.event_type == EventType.COMPLAINED:
        return Report(Fate.COMPLAINT)
    if event.event_type not in _FAILED:
        return Report(Fate.OTHER)
    report = read_words(f"{event.mta_response or ''} {event.description or ''} {_details(event.esp_event)}")
    return report if report.status or not _FOR_GOOD.search(said) else Report(Fate.FAILED, "5.0.0")


def _details(event: Any) -> str:
    """The mail host's answer, where a provider passes it on and the library does not."""
    return str(event.get("Details", "")) if isinstance(event, dict) else ""
