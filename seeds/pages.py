"""Pages that belong to no package: what is said where there is nothing."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from seeds.api import not_found_in_words


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What whoever raised Http404 has to say; of an address that leads nowhere, that it may have a slip in it."""
    said = exception.args[0] if exception.args else None
    described = not_found_in_words(said) if isinstance(said, str) else None
    return render(request, "404.html", {"described": described}, status=404)
