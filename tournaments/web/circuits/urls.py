"""Addresses of the pages of circuits, mounted below ``/circuits/``."""

from __future__ import annotations

from django.urls import path

from tournaments.web.circuits import pages

app_name = "circuits"

urlpatterns = [
    path("", pages.circuits, name="circuits"),
    path("new/", pages.make, name="make"),
    path("<slug:circuit>/", pages.circuit, name="circuit"),
    path("<slug:circuit>/edit/", pages.edit, name="edit"),
    path("<slug:circuit>/add/", pages.add, name="add"),
    path("<slug:circuit>/take-out/", pages.take_out, name="take_out"),
    path("<slug:circuit>/end/", pages.end, name="end"),
    path("<slug:circuit>/reopen/", pages.reopen, name="reopen"),
    path("<slug:circuit>/delete/", pages.delete, name="delete"),
]
