"""Storing a planned event under an address of its own."""

from __future__ import annotations

from itertools import count

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.queries import events_visible_to


def save_planned(event: Event, *, numbered: bool = False) -> Event:
    """Store an event. Raises EventError for a name that another event has which its director can see.

    A draft of somebody else is no reason that could be given: then the address gets a number; so it does where the name
    is ``numbered`` already, since nobody chose it.
    """
    others, address = Event.objects.exclude(pk=event.pk), event.slug
    longest = Event._meta.get_field("slug").max_length or 0
    for number in count(2):
        if not others.filter(slug=event.slug).exists():
            break
        if not numbered and events_visible_to(event.director).filter(slug=address).exclude(pk=event.pk).exists():
            raise EventError(
                gettext("There is an event {event} already. Choose another name.").format(event=f"{event.name!r}"),
                "name",
            )
        event.slug = f"{address[: longest - len(str(number)) - 1]}-{number}"
    try:
        with transaction.atomic():
            event.save()
    except IntegrityError as error:  # at the same moment
        raise EventError(gettext("This event could not be stored. Send it once more."), "name") from error
    return event
