"""Django's admin with our site in it."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    default_site = "seeds.staff.site.StaffSite"
