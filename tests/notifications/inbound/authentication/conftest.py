"""Anna at the desk of a provider."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from tests.games.conftest import Start
from tests.notifications.mailbox import PostOffice
from tests.notifications.providers import EVIL, PROVIDERS, Desk
from tests.notifications.signing import key_name, public_record


@pytest.fixture
def desk(office: PostOffice, start: Start, request: pytest.FixtureRequest) -> Desk:
    """Anna is to move first in two rated games of BTT, or of the game that is named, and has her address there."""
    name, rules = request.param if isinstance(request.param, tuple) else (request.param, "btt")
    provider = PROVIDERS[name]
    anna, _ = office.box("anna"), office.box("bert")
    EmailAddress.objects.filter(user=anna.player).update(email=f"anna@{provider.domain}")
    for domain in (provider.domain, provider.also_signs, f"mail.{provider.domain}"):
        office.zone.texts[key_name(domain)] = [public_record(0)]
        office.zone.texts[f"_dmarc.{domain}"] = ["v=DMARC1; p=reject"]
    office.zone.texts[key_name(EVIL)] = [public_record(1)]
    start("anna", "bert", rules=rules), start("anna", "bert", rules=rules)
    asked = office.sent_to(f"anna@{provider.domain}")[0]
    office.wait(hours=1)
    return Desk(provider, asked, office.now)
