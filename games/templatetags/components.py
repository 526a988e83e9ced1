"""Components that pages of every package share: each tag shows one template of ``templates/components``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.core.paginator import Page
from django.forms import BaseForm
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import format_html, format_html_join

from ground.features import address_of

register = template.Library()


@register.inclusion_tag("components/page_links.html", takes_context=True)
def page_links(
    context: Context,
    page: Page[Any],
    before: str,
    after: str,
    *,
    parameter: str = "page",
    without: str = "",
    anchor: str = "",
) -> dict[str, Any]:
    """The way from one page of a list to the next; nothing for a list of one page.

    ``before`` and ``after`` are what the neighbours are called. ``parameter`` carries the number in the address; the
    others there are kept, except the one named by ``without``. ``anchor`` is where on the page the list begins.
    """

    def address(number: int) -> str:
        query = context["request"].GET.copy()
        query.pop(without, None)
        query[parameter] = number
        return f"?{query.urlencode()}{f'#{anchor}' if anchor else ''}"

    return {
        "page": page,
        "before": before,
        "after": after,
        "address_before": address(page.previous_page_number()) if page.has_previous() else "",
        "address_after": address(page.next_page_number()) if page.has_next() else "",
    }


@register.inclusion_tag("components/post_button.html")
def post_button(address: str, label: str, *, kind: str = "", name: str = "", value: str = "") -> dict[str, Any]:
    """A button that is a form of its own: it posts to ``address``, with one hidden ``value`` where ``name`` is given.

    ``kind`` is a class of the button: ``plain``, ``danger`` or none.
    """
    return {"address": address, "label": label, "kind": kind, "name": name, "value": value}


@register.inclusion_tag("components/post_form.html")
def post_form(form: BaseForm, label: str, **rest: object) -> dict[str, object]:
    """A form that is posted to the page where it stands, or to an ``address``, by a button with the ``label``.

    ``kind`` and ``name`` are those of the button; ``nonce`` and ``hidden``, a field, are posted, too; ``back`` and
    ``back_label`` lead away.
    """
    return {"form": form, "label": label, **rest}


@register.inclusion_tag("components/fields.html")
def fields(form: BaseForm, *names: str) -> dict[str, object]:
    """Those fields of a form that it has, each with its label, help and problems."""
    return {"fields": [form[name] for name in names if name in form.fields]}


@register.simple_tag(takes_context=True)
def again(context: Context, name: str) -> str:
    """What a block of the page says, once more: the title as the heading."""
    return str(context.render_context[BLOCK_CONTEXT_KEY].get_block(name).nodelist.render(context))


@register.inclusion_tag("components/select_field.html")
def select_field(
    name: str, label: str, choices: Iterable[tuple[str, str]], chosen: str = "", *, every: str = ""
) -> dict[str, Any]:
    """A labelled list to choose from; ``every`` is what the empty choice is called, where there is one."""
    return {"name": name, "label": label, "choices": choices, "chosen": chosen, "every": every}


@register.inclusion_tag("components/find_player.html")
def find_player(value: str = "", *, anchor: str = "", is_required: bool = False) -> dict[str, Any]:
    """A field for a player's name that asks the present page where that player is."""
    return {"value": value, "anchor": anchor, "is_required": is_required}


@register.simple_tag
def feature_link(view: str, words: str, *args: object, **attributes: str) -> str:
    """A link to a page of a feature; nothing where it is not installed."""
    address = address_of(view, *args)
    rest = format_html_join("", ' {}="{}"', attributes.items())
    return format_html('<a href="{}"{}>{}</a>', address, rest, words) if address else ""
