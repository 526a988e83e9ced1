"""How mail is meant to run here, as the settings say."""

from __future__ import annotations

from django.conf import settings

from notifications.inbound.authentication.dns_records import Setup, public_key_of


def setup_of_settings(*, domain: str = "", mail_host: str = "", ip: str = "", helo: str = "") -> Setup:
    """The set-up that DNS records are for; what is blank is as the settings say.

    Raises ValueError for a file of a DKIM key that holds none.
    """
    return Setup(
        from_domain=domain or settings.MAIL_FROM_DOMAIN,
        mail_domain="" if settings.MAIL_BOX else settings.MAIL_DOMAIN,
        mail_host=mail_host,
        selectors=tuple(settings.MAIL_DKIM_SELECTORS),
        public_key=public_key_of(settings.MAIL_DKIM_KEY) if settings.MAIL_DKIM_KEY else "",
        sending_ip=ip,
        helo=helo or mail_host,
    )
