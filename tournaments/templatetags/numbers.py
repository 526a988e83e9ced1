"""Numbers of tables as people read them."""

from django import template

from tournaments.wording.decisions import points_in_words, with_minus

register = template.Library()
register.filter("with_minus", with_minus)
register.filter("points", points_in_words)
