"""Where everything is mounted."""

from __future__ import annotations

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from ground.features import addresses
from seeds import site_files
from seeds.api import no_such_address
from seeds.branding import pages as branding
from seeds.monitoring.metrics import metrics
from seeds.pages import healthz, readyz
from seeds.rest.views import ProblemsView, SchemaView
from tournaments.urls import RATINGS
from tournaments.web.streams import streams

# Swagger's own page has a style element; its script is ours and comes from a file.
api_docs = csp_replace({"style-src": [SELF, UNSAFE_INLINE]})(site_files.ApiDocs.as_view())

handler400 = "seeds.pages.unreadable"
handler404 = "seeds.pages.not_found"
handler500 = "seeds.pages.failed"

urlpatterns = [
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("notifications.api.preferences")),
    path("api/v1/", include("notifications.api.webhooks")),
    path("api/v1/", include("notifications.api.keys")),
    path("api/v1/", include("notifications.api.bots")),
    path("api/v1/", include("tournaments.api.ratings")),
    path("api/v1/problems/", ProblemsView.as_view(), name="problems"),
    path("api/schema/", SchemaView.as_view(), name="api-schema"),
    path("api/docs/", api_docs, name="api-docs"),
    path("api/", RedirectView.as_view(pattern_name="api-docs")),
    re_path(r"^api/", no_such_address),
    path("", include("games.urls")),
    path("events/", include("tournaments.urls")),
    *addresses("pages", "SITE_PAGES"),
    path("streams/", streams, name="streams"),
    path("ratings/", include((RATINGS, "ratings"))),
    path("", include("notifications.urls")),
    path("accounts/2fa/webauthn/", RedirectView.as_view(pattern_name="mfa_index")),  # which lists passkeys, too
    path("accounts/", include("allauth.urls")),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("privacy/", branding.privacy, name="privacy"),
    path("imprint/", branding.imprint, name="imprint"),
    path("colours.css", branding.colours, name="colours"),
    path("robots.txt", site_files.robots),
    path("favicon.ico", site_files.favicon),
    path("manifest.webmanifest", site_files.manifest, name="manifest"),
    path("offline/", site_files.offline, name="offline"),
    path("service-worker.js", site_files.service_worker, name="service_worker"),
    path("healthz", healthz),
    path("readyz", readyz),
    path("metrics", metrics),
]
if settings.MAIL_LAB:
    urlpatterns.append(path("mail-lab/", include("notifications.lab.urls")))
