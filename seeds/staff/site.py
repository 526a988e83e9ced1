"""Django's admin for staff who have signed in as players do, with a second factor; it asks for no password itself."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext


class StaffSite(AdminSite):
    """The admin; whoever lacks something is led to the page on which it can be had."""

    site_header = "Seeds"
    site_title = "Seeds"

    def has_permission(self, request: HttpRequest) -> bool:
        from games.accounts.sessions import used_second_factor  # needs models, which are not there yet

        return super().has_permission(request) and used_second_factor(request, request.user)

    def get_urls(self) -> list[Any]:
        """The addresses of the admin without the one that leads from a row to its own page: no row has one."""
        return [address for address in super().get_urls() if getattr(address, "name", "") != "view_on_site"]

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead to the players' way to sign in, to setting up a second factor, or to showing it.

        Raises PermissionDenied for players who are not staff.
        """
        from games.accounts.sessions import lead_to_factor

        target = _target(request)
        if not request.user.is_authenticated:
            return redirect_to_login(target)
        if not request.user.is_staff:
            raise PermissionDenied
        if self.has_permission(request):
            return HttpResponseRedirect(target)
        return lead_to_factor(
            request, target, gettext("Staff need a second factor. Set up a passkey or one-time codes here.")
        )

    def password_change(  # type: ignore[override]  # the admin has a page of its own
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page on which every player changes a password."""
        return redirect("account_change_password")


def _target(request: HttpRequest) -> str:
    wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
    is_ours = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None, require_https=request.is_secure())
    return wanted if is_ours else reverse("admin:index")
