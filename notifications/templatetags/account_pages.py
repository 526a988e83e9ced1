"""What pages of accounts show, as sentences; and what their scripts are handed."""

from __future__ import annotations

import json
import re
from collections.abc import Sized
from datetime import datetime
from typing import Any

from allauth.mfa.webauthn.internal.auth import WebAuthn
from allauth.usersessions.models import UserSession
from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext, ngettext

from games.models import ApiToken
from games.presenting.moments import write_day, write_moment
from notifications.models import JoiningCode

register = template.Library()

# As their user agents name them; the first that is found, since most also name those that they imitate.
BROWSERS = ("Firefox", "Edg", "OPR", "Chrome", "Safari", "curl", "python")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS X", "CrOS", "Linux")
SHOWN_AS = {"Edg": "Edge", "OPR": "Opera", "Mac OS X": "macOS", "CrOS": "ChromeOS", "python": "Python"}


@register.filter
def as_json(value: Any) -> str:
    """A value as JSON, for an attribute that a script reads."""
    return json.dumps(value, cls=DjangoJSONEncoder)


@register.filter
def browser_words(session: UserSession) -> str:
    """The browser of a sign-in and what it runs on, as its user agent names them."""
    browser, system = (_first_of(names, session.user_agent) for names in (BROWSERS, SYSTEMS))
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("Unknown browser")


def _first_of(names: tuple[str, ...], user_agent: str) -> str:
    found = next((name for name in names if re.search(rf"\b{name}", user_agent)), "")
    return SHOWN_AS.get(found, found)


@register.filter
def session_words(session: UserSession) -> str:
    """Since when and from which address a browser is signed in."""
    facts = {"address": session.ip, "moment": write_moment(session.created_at)}
    return gettext("from %(address)s, since %(moment)s") % facts


@register.filter
def key_words(token: ApiToken) -> str:
    """What a key can do, for what, and until when."""
    scopes = token.scopes.replace(" ", ", ")
    if token.is_limited:
        limit = getattr(token, "limit", None)
        event = limit.event.name if limit else gettext("an event that is gone")
        scopes = gettext("%(scopes)s, only for %(event)s") % {"scopes": scopes, "event": event}
    if token.expires_at is None:
        return scopes
    return gettext("%(scopes)s; until %(day)s") % {"scopes": scopes, "day": write_day(token.expires_at)}


@register.filter
def passkey_words(key: WebAuthn) -> str:
    """When a passkey was made and last used."""
    made = write_moment(key.instance.created_at)
    if key.instance.last_used_at is None:
        return gettext("made %(made)s, not used yet") % {"made": made}
    return gettext("made %(made)s, last used %(used)s") % {
        "made": made,
        "used": write_moment(key.instance.last_used_at),
    }


@register.filter
def one_time_words(totp: object) -> str:
    """Whether codes of an app are asked for."""
    return gettext("On: signing in asks for a code of your app.") if totp else gettext("Off.")


@register.filter
def recovery_words(codes: Any) -> str:
    if not codes:
        return gettext("You have none.")
    return unused_words(codes.get_unused_codes(), len(codes.generate_codes()))


@register.filter
def in_groups(code: str) -> str:
    """A long code as it is copied from paper: with dashes, which may be typed or left out."""
    return "-".join(code[start : start + 6] for start in range(0, len(code), 6))


@register.filter
def unused_words(unused: Sized, total: int) -> str:
    """How many codes of a set have not been used."""
    left = len(unused)
    return ngettext(
        "%(left)d code of %(total)d has not been used.", "%(left)d codes of %(total)d have not been used.", left
    ) % {"left": left, "total": total}


@register.filter
def is_open_at(code: JoiningCode, now: datetime) -> bool:
    """Whether somebody can still join with an invitation."""
    return code.used_at is None and code.withdrawn_at is None and now < code.ends_at


@register.filter
def course_words(code: JoiningCode, now: datetime) -> str:
    """When an invitation was made, and until when somebody can join with it or what has become of it."""
    facts = {"made": write_day(code.made_at), "end": write_day(code.ends_at)}
    if code.used_at and code.used_by:
        facts |= {"name": code.used_by.username, "day": write_day(code.used_at)}
        return gettext("made %(made)s, used by %(name)s on %(day)s") % facts
    if code.withdrawn_at:
        return gettext("made %(made)s, withdrawn on %(day)s") % (facts | {"day": write_day(code.withdrawn_at)})
    if is_open_at(code, now):
        return gettext("made %(made)s, until %(end)s") % facts
    return gettext("made %(made)s, ended on %(end)s") % facts
