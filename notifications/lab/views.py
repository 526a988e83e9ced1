"""The pages of the mail lab."""

from __future__ import annotations

import smtplib
from itertools import chain
from typing import Any

from csp.decorators import csp_replace
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_POST

from notifications.lab.mail_client import ReadMail, answer_to, hand_in
from notifications.lab.mail_programs import PROGRAMS
from notifications.models import InboundMail, OutboundMail


class FilterForm(forms.Form):
    """Which mails the lab shows."""

    player = forms.CharField(required=False, max_length=150)
    game = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    kind = forms.ChoiceField(required=False, choices=[("", gettext_lazy("every kind")), *OutboundMail.Kind.choices])
    state = forms.ChoiceField(
        label=gettext_lazy("What became of it"),
        required=False,
        choices=[
            ("", gettext_lazy("anything")),
            ("out", [(str(state), state.label) for state in OutboundMail.State]),
            ("in", [(str(end), end.label) for end in (*InboundMail.Outcome, InboundMail.State.FAILED)]),
        ],
    )
    until = forms.DateTimeField(required=False, widget=forms.HiddenInput)


class AnswerForm(forms.Form):
    """An answer from the mail lab."""

    text = forms.CharField(
        label=gettext_lazy("Your answer"),
        strip=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    program = forms.ChoiceField(label=gettext_lazy("Quote the mail as"), initial="gmail")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["program"].choices = [(name, name) for name in PROGRAMS]  # type: ignore[attr-defined]


SHOWN = 100  # mails of each direction on the list
# A mail in its frame loads nothing, runs nothing and sends nothing.
MAIL_POLICY = {
    "default-src": ["'none'"],
    "style-src": ["'unsafe-inline'"],
    "img-src": ["data:"],
    "frame-ancestors": ["'self'"],
}


@never_cache
@require_GET
def show_mails(request: HttpRequest) -> HttpResponse:
    """The newest mails, out and in, in one list by time, as far as the filters let them through.

    The newest are those with the highest numbers, which are found without sorting all.
    """
    form = FilterForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    out = OutboundMail.objects.select_related("reader", "game").defer("raw", "text", "html")
    came = InboundMail.objects.select_related("token__player", "token__seat").defer("raw")
    if name := wanted.get("player"):
        out, came = out.filter(reader__username=name), came.filter(token__player__username=name)
    if (number := wanted.get("game")) is not None:
        out, came = out.filter(game=number), came.filter(token__seat__game=number)
    if state := wanted.get("state"):
        out = out.filter(state=state)
        came = came.filter(Q(outcome=state) | Q(state=state))
    if kind := wanted.get("kind"):
        out, came = out.filter(kind=kind), came.none()
    if (until := wanted.get("until")) is not None:
        out, came = out.filter(created_at__lt=until), came.filter(received_at__lt=until)
    rows = chain(
        ({"at": mail.created_at, "out": mail} for mail in out.order_by("-pk")[:SHOWN]),
        ({"at": mail.received_at, "in": mail} for mail in came.order_by("-pk")[:SHOWN]),
    )
    newest = sorted(rows, key=lambda row: (row["at"], "out" in row), reverse=True)[:SHOWN]
    older = request.GET.copy()
    older["until"] = f"{newest[-1]['at']:%Y-%m-%dT%H:%M:%S.%f%z}" if newest else ""
    context = {"rows": newest, "form": form, "older": older.urlencode() if len(newest) == SHOWN else ""}
    return render(request, "notifications/lab.html", context)


@never_cache
@require_GET
def show_outbound(request: HttpRequest, pk: int) -> HttpResponse:
    """One mail that we wrote, and the box to answer it."""
    mail = get_object_or_404(OutboundMail.objects.select_related("reader", "game", "address"), pk=pk)
    return _show_outbound(request, mail, AnswerForm())


def _show_outbound(request: HttpRequest, mail: OutboundMail, form: AnswerForm, status: int = 200) -> HttpResponse:
    read = ReadMail(bytes(mail.raw)) if mail.raw else None
    context = {
        "mail": mail,
        "headers": [(name, str(value)) for name, value in read.message.items()] if read else [],
        "can_answer": bool(read and read.header("Reply-To")),
        "form": form,
        "door": settings.MAIL_SMTP,
    }
    return render(request, "notifications/lab_out.html", context, status=status)


@never_cache
@csp_replace(MAIL_POLICY)  # type: ignore[arg-type]
@xframe_options_sameorigin
@require_GET
def show_html(request: HttpRequest, pk: int) -> HttpResponse:
    """The HTML part by itself, for a frame without rights: it loads nothing and runs nothing."""
    mail = get_object_or_404(OutboundMail, pk=pk)
    html = ReadMail(bytes(mail.raw)).with_pictures(mail.html) if mail.raw else mail.html
    return HttpResponse(html)


@never_cache
@require_GET
def show_raw_outbound(request: HttpRequest, pk: int) -> HttpResponse:
    """The mail as it was sent."""
    mail = get_object_or_404(OutboundMail, pk=pk)
    if not mail.raw:
        raise Http404("The raw mail was not kept.")
    return _as_text(bytes(mail.raw))


@never_cache
@require_GET
def show_inbound(request: HttpRequest, pk: int) -> HttpResponse:
    """One mail that came in, what became of it and why."""
    mail = get_object_or_404(
        InboundMail.objects.select_related("token__player", "token__seat__game", "submission"), pk=pk
    )
    answers = OutboundMail.objects.filter(context__inbound=mail.pk).defer("raw")
    response = render(request, "notifications/lab_in.html", {"mail": mail, "answers": answers})
    if mail.state == InboundMail.State.WAITING:
        response["Refresh"] = "1"  # seconds
    return response


@never_cache
@require_GET
def show_raw_inbound(request: HttpRequest, pk: int) -> HttpResponse:
    """The mail as it came."""
    return _as_text(bytes(get_object_or_404(InboundMail, pk=pk).raw))


def _as_text(raw: bytes) -> HttpResponse:
    return HttpResponse(raw.decode("utf-8", "replace"), content_type="text/plain; charset=utf-8")


@never_cache
@require_POST
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer a mail as its reader would: composed and quoted by a mail program, brought to the real SMTP server."""
    mail = get_object_or_404(OutboundMail.objects.select_related("address", "reader"), pk=pk)
    if not mail.raw or mail.address is None:
        raise PermissionDenied("This mail cannot be answered: it was not kept whole, or it has not been sent.")
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _show_outbound(request, mail, form, status=400)
    read = ReadMail(bytes(mail.raw))
    sender = mail.address.email
    reply = answer_to(read, form.cleaned_data["text"], sender=sender, program=form.cleaned_data["program"])
    host, port = settings.MAIL_SMTP_HOST, settings.MAIL_SMTP_PORT
    try:
        said = hand_in(reply.as_bytes(), sender=sender, recipient=read.reply_to, host=host, port=port)
    except (OSError, smtplib.SMTPException) as error:
        messages.error(request, f"The mail server at {settings.MAIL_SMTP} did not take it: {error}")
        return _show_outbound(request, mail, form, status=502)
    messages.success(request, f"The mail server said: {said}")
    return redirect("mail_lab:inbound", pk=int(said.rpartition(" ")[2]))  # the server's answer ends with the number
