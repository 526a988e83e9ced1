"""Outages of the service, and whether the system clock can be believed. May import timekeeping."""
