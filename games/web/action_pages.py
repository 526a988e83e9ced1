"""The pages of what players do, made from each action: a button in place, or a form with what it would come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.accounts.sessions import player_of
from games.action.base import Call, Input, Outcome, PlayerAction
from games.web.forms import DateInput
from ground.canonical import digest_of
from ground.refusals import Refusal
from ground.sendings import new_nonce, submission_key

AnyAction = PlayerAction[Any, Any]  # Any: whatever it is done to, and asks for
View = Callable[..., HttpResponse]
PAGES: dict[str, View] = {}  # by action


class _SeveralValues(forms.TextInput):
    """A text with commas, or several fields of one name."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:  # Any: as Django has it
        return ", ".join(data.getlist(name))


class NamesField(forms.CharField):
    """Names with commas or spaces between; None for none."""

    widget = _SeveralValues

    def clean(self, value: Any) -> Any:  # Any: as Django has it
        return tuple(super().clean(value).replace(",", " ").split()) or None


_FIELDS: dict[type[Any], type[forms.Field]] = {  # Any: types of values
    str: forms.CharField, int: forms.IntegerField, bool: forms.BooleanField, date: forms.DateField, tuple: NamesField,
}  # fmt: skip


def form_of(action: AnyAction) -> type[forms.Form]:
    """The form with what an action asks for."""
    hints = get_type_hints(action.Inputs)
    made = {name: _field(hints[name], one, is_required=name not in action.optional)
            for name, one in action.inputs.items()}  # fmt: skip
    return type(f"{type(action).__name__}Form", (forms.Form,), made)


def _field(kind: Any, one: Input, *, is_required: bool) -> forms.Field:  # Any: types of values
    plain = next((part for part in get_args(kind) if NoneType in get_args(kind) and part is not NoneType), kind)
    base = get_origin(plain) or plain
    more: dict[str, Any] = {"label": one.title, "help_text": one.help_text}  # Any: arguments of many types
    more["required"] = is_required and base is not bool
    if one.if_missing:
        more["error_messages"] = {"required": one.if_missing}
    if base is int:
        more |= {"min_value": one.least, "max_value": one.most}
    elif base is str:
        more["max_length"] = one.most
    if base is date:
        more["widget"] = DateInput
    elif one.lines > 1:
        more["widget"] = forms.Textarea(attrs={"rows": one.lines})
    return _FIELDS[base](**more)


@dataclass
class Sent:
    """What a form had in it, and what came of it: ``done``, or ``planned`` where it has only been looked at."""

    form: forms.Form
    done: Outcome | None = None
    planned: Outcome | None = None
    is_forbidden: bool = False

    @property
    def status(self) -> int:
        return 403 if self.is_forbidden else 400 if self.form.errors else 200


def take(
    request: HttpRequest,
    action: AnyAction,
    target: object,
    form: forms.Form,
    *,
    confirmed: bool = False,
    is_once: bool = True,
) -> Sent:
    """Read what a page has sent, and do it; with a dry run only once it is confirmed. What was done, the next page
    says. Raises Http404 for a target that is gone."""
    sent = Sent(form)
    if not sent.form.is_valid():
        return sent
    nonce = request.POST.get("nonce", "") if is_once else ""
    values = digest_of(sorted((name, list(map(str, found))) for name, found in request.POST.lists()))
    key = submission_key(nonce, action.slug, f"{target}\n{values}") if nonce else None
    given = {name: one for name, one in sent.form.cleaned_data.items()
             if name not in action.optional or one not in ("", None)}  # fmt: skip
    call, inputs = Call(player_of(request), timezone.now(), key), action.Inputs(**given)
    try:
        if action.has_dry_run and not confirmed and "confirm" not in request.POST:
            sent.planned = action.dry_run(target, inputs, call)
        else:
            sent.done = action.do(target, inputs, call)
            for sentence in sent.done.sentences:
                messages.success(request, sentence)
            for warning in sent.done.warnings:
                messages.warning(request, warning)
    except Refusal as error:
        sent.is_forbidden = error.is_forbidden
        sent.form.add_error(error.field if error.field in sent.form.fields else None, error.message)
    except ObjectDoesNotExist as error:  # deleted a moment ago
        raise Http404 from error
    return sent


def nothing(request: HttpRequest) -> None:
    """The target of what is done to nothing that has an address."""


def button(
    action: AnyAction,
    find: Callable[..., Any],  # Any: its target
    back: Callable[[Any, Outcome | None], str],  # Any: the same
    **preset: str,
) -> View:
    """The view of a button on another page, ``back`` to which it leads; the next page says what came of it. ``preset``
    are values that it always sends; ``confirm`` leaves the dry run out."""

    @require_http_methods(["POST"])
    @login_required
    def view(request: HttpRequest, **named: object) -> HttpResponse:
        target = find(request, **named)
        values = request.POST.copy()
        values.update(preset)
        sent = take(request, action, target, form_of(action)(values), confirmed="confirm" in preset, is_once=False)
        for problems in sent.form.errors.values():
            messages.error(request, " ".join(map(str, problems)))
        return redirect(back(target, sent.done))

    view.__doc__ = str(action.meaning)
    return known(action, view)


def page(action: AnyAction, find: Callable[..., Any], then: Callable[[Any, Outcome | None], str]) -> View:  # Any: same
    """The view of a page for itself: it asks, and leads to ``then`` once it is done; without an outcome, back."""

    @require_http_methods(["GET", "POST"])
    @login_required
    def view(request: HttpRequest, **named: object) -> HttpResponse:
        target = find(request, **named)
        if request.method == "POST":
            sent = take(request, action, target, form_of(action)(request.POST))
            if sent.done is not None:
                return redirect(then(target, sent.done))
        else:
            sent = Sent(form_of(action)(initial=action.initial(target)))
            try:
                action.check_role(target, player_of(request))
            except Refusal as error:
                raise PermissionDenied(error.message) from error
        context = {"action": action, "form": sent.form, "planned": sent.planned, "back": then(target, None)}
        return render(request, "action.html", context | {"nonce": request.POST.get("nonce") or new_nonce(),
            "kept": [(name, value) for name in sent.form.fields for value in request.POST.getlist(name)],
            "title": gettext("Preview") if sent.planned else action.title}, status=sent.status)  # fmt: skip

    view.__doc__ = str(action.meaning)
    return known(action, view)


def known(action: AnyAction, view: View) -> View:
    """Remember where the page of an action is, also of one that is written by hand."""
    PAGES[action.slug] = view
    return view
