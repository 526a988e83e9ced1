"""Numbers of tables as people read them."""

from django import template

from tournaments.wording import with_minus

register = template.Library()
register.filter("with_minus", with_minus)


@register.filter
def points(amount: str) -> str:
    """ "1 point", "½ point", "2½ points", "0 points"."""
    is_one_or_less = amount == "1" or (len(amount) == 1 and not amount.isdigit())
    return f"{amount} point{'' if is_one_or_less else 's'}"
