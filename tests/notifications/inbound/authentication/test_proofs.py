"""Is a mail from the domain it names? DKIM, SPF and DMARC, and what our own mail host says of them."""

from __future__ import annotations

import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.inbound.authentication.dmarc import (
    Carried,
    covered,
    dmarc_policy,
    is_aligned,
    organisation_of,
    prove,
    reported,
    signatures_of,
)
from notifications.inbound.authentication.dns import NamesAway
from notifications.inbound.authentication.spf import Spf, check_spf
from notifications.mail_format.parsing import headers_of
from notifications.mail_format.senders import sender_in
from tests.notifications.signing import key_name, public_record, sign
from tests.notifications.zones import Zone
from tests.pace import scaled

DMARC = "v=DMARC1; p=reject"
MAIL = (
    b"From: Anna <anna@example.org>\r\nTo: turn-x@play.example\r\nSubject: Re: your turn\r\n"
    b"Message-ID: <1@example.org>\r\n\r\nc4>c5\r\n"
)


def zone(**texts: str) -> Zone:
    """Domains with the key of the tests, and other texts: ``_dmarc`` of example.org, ``spf`` of it."""
    names = {"dmarc": "_dmarc.example.org", "spf": "example.org", "mail_dmarc": "_dmarc.mail.example.org"}
    found = Zone(texts={names[name]: [text] for name, text in texts.items()})
    for domain in ("example.org", "mail.example.org", "elsewhere.example"):
        found.texts[key_name(domain)] = [public_record(0)]
    return found


def result(
    raw: bytes, names: Zone, *, ip: str = "", path: str = "anna@example.org", domain: str = "example.org"
) -> str:
    return prove(raw, headers_of(raw), domain, names, Carried(ip, path)).result


# DKIM -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("published", [{}, {"dmarc": DMARC}])
def test_signature_of_the_senders_domain_is_a_proof(published: dict[str, str]) -> None:
    assert result(sign(MAIL, "example.org"), zone(**published)) == "pass"


def test_signature_of_a_part_of_the_senders_domain_is_a_proof_unless_it_asks_for_the_very_name() -> None:
    raw = sign(MAIL, "mail.example.org")
    assert result(raw, zone(dmarc=DMARC)) == "pass"
    assert result(raw, zone(dmarc=f"{DMARC}; adkim=s")) == "fail"
    assert result(raw, zone(dmarc=f"{DMARC}; ADKIM=S")) == "fail"
    assert result(raw, zone(dmarc=f"{DMARC}; aspf=s")) == "pass"
    assert result(sign(MAIL, "example.org"), zone(dmarc=f"{DMARC}; adkim=s")) == "pass"
    assert result(sign(MAIL, "example.org", key=1), zone(dmarc=f"{DMARC}; adkim=s")) == "fail"


def test_every_signature_is_looked_at_not_the_first_alone() -> None:
    signed = sign(MAIL, "example.org")
    assert result(sign(signed, "elsewhere.example"), zone(dmarc=DMARC)) == "pass"


@pytest.mark.parametrize(("published", "expected"), [({}, "none"), ({"dmarc": DMARC}, "fail")])
def test_signature_of_another_domain_proves_nothing(published: dict[str, str], expected: str) -> None:
    names = zone(**published)
    assert result(sign(MAIL, "elsewhere.example"), names) == expected
    assert key_name("elsewhere.example") not in names.asked


def test_signature_is_checked_whatever_stands_above_it() -> None:
    signed = sign(MAIL, "example.org")
    assert result(sign(signed, "example.org", key=1), zone()) == "pass", "the second of two of the same domain"
    assert result(sign(sign(signed, "elsewhere.example"), "mail.example.org", length=True), zone()) == "pass"


@pytest.mark.parametrize("domain", ["example.org", "Example.ORG", "example.org."])
def test_domain_of_a_signature_is_read_in_any_spelling(domain: str) -> None:
    raw = sign(MAIL, "example.org").replace(b"d=example.org;", f"d={domain};".encode())
    [found] = signatures_of(headers_of(raw), "example.org")
    assert (found.index, found.domain, found.counts) == (0, "example.org", True)


@pytest.mark.parametrize(
    ("tags", "counts"),
    [
        ("d=example.org; a=rsa-sha256; h=from:to", True),
        ("d=example.org; a=RSA-SHA256; h=From:To", True),
        ("D=example.org; A=ed25519-sha256; H=to:subject:from", True),
        ("d=example.org; a=rsa-sha1; h=from:to", False),
        ("d=example.org; h=from:to", False),
        ("d=example.org; a=rsa-sha256; h=from", True),
        ("d=example.org; a=rsa-sha256; h=to", False),
        ("d=example.org; a=rsa-sha256", False),
        ("d=example.org; a=rsa-sha1; h=to", False),
        ("d=example.org; a=rsa-sha256; h=from:to; l=0", False),
        ("d=example.org; a=rsa-sha256; h=from:to; L=0", False),
        ("d=example.org; a=rsa-sha1; a=rsa-sha256; h=from:to", False),  # of repeated ones the first
        ("d=example.org; a=rsa-sha256; h=from:to; b=" + "A" * 4054, True),
        ("d=example.org; a=rsa-sha256; h=from:to; b=" + "A" * 4055, False),  # reading it would take too long
    ],
)
def test_signature_counts_that_covers_the_sender_and_all_of_the_text(tags: str, counts: bool) -> None:
    headers = headers_of(f"DKIM-Signature: {tags}\r\n".encode() + MAIL)
    assert [signature.counts for signature in signatures_of(headers, "example.org")] == [counts]


def test_signatures_of_others_are_passed_over() -> None:
    lines = [b"a=rsa-sha256; h=from:to", b"d=elsewhere.example; h=from:to", b"d=mail.example.org; h=from:to"]
    headers = headers_of(b"".join(b"DKIM-Signature: " + line + b"\r\n" for line in lines) + MAIL)
    assert [(one.index, one.domain) for one in signatures_of(headers, "example.org")] == [(2, "mail.example.org")]


def test_key_may_stand_among_other_texts() -> None:
    names = zone()
    names.texts[key_name("example.org")].insert(0, "of the key below")
    assert result(sign(MAIL, "example.org"), names) == "pass"
    names.texts[key_name("example.org")].pop()
    assert result(sign(MAIL, "example.org"), names) == "fail"


@pytest.mark.parametrize(("blanks", "expected"), [(200, "pass"), (201, "fail")])
def test_signed_mail_with_long_gaps_is_not_read(blanks: int, expected: str) -> None:
    raw = MAIL.replace(b"c4>c5", b"c4>c5" + b" " * blanks + b"x")
    assert result(sign(raw, "example.org"), zone()) == expected


def test_mail_that_was_changed_is_not_the_signed_one() -> None:
    raw = sign(MAIL, "example.org")
    assert result(raw.replace(b"c4>c5", b"resign"), zone()) == "fail"
    assert result(raw.replace(b"Re: your turn", b"Re: my turn"), zone()) == "fail"


def test_signature_by_another_key_is_none_of_the_domains() -> None:
    assert result(sign(MAIL, "example.org", key=1), zone()) == "fail"


def test_signature_to_which_anybody_may_append_counts_as_none() -> None:
    raw = sign(MAIL, "example.org", length=True)
    assert b"l=" in raw.partition(b"From:")[0]
    for body in (b"", b"resign\r\n"):
        assert result(raw + body, zone()) == "none"
        assert result(raw + body, zone(dmarc=DMARC)) == "fail"


def test_what_a_signature_covers_is_counted_from_the_last_field_upwards() -> None:
    raw = sign(MAIL, "example.org", headers=[b"from", b"to", b"subject"])
    above = b"To: x@evil.example\r\nSubject: resign\r\nCc: y@evil.example\r\nReply-To: z@evil.example\r\n"
    found = covered(headers_of(above + raw), "example.org")
    assert [name for name, _ in found.items()] == ["From", "To", "Subject"]
    assert found["To"] == "turn-x@play.example"
    also = sign(raw, "mail.example.org", headers=[b"from", b"subject"])
    assert covered(headers_of(also), "example.org").keys() == ["From", "Subject"]
    assert covered(headers_of(also), "elsewhere.example").keys() == headers_of(also).keys()


def test_second_sender_put_above_a_signed_mail_breaks_the_signature() -> None:
    raw = sign(MAIL, "example.org")
    assert result(b"From: Anna <anna@example.org>\r\n" + raw, zone()) == "fail"


@pytest.mark.parametrize(
    "junk",
    [
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s1; h=from:to; bh=!; b=!\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s1; h=from:to; bh=AAAA; b=AAAA; x=1; t=9\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=" + b"a" * 80 + b"; h=from:to; bh=AAAA; b=AAAA\r\n",
        b"DKIM-Signature: d=example.org; a=rsa-sha256; h=from:to\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=\xff; h=from:to; bh=AAAA; b=AAAA\r\n",
    ],
)
def test_junk_for_a_signature_is_a_bad_one_and_no_error(junk: bytes) -> None:
    assert result(junk + MAIL, zone()) in ("fail", "none")


def test_hundred_signatures_ask_for_few_keys() -> None:
    line = b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s1; h=from:to; bh=AAAA; b=AAAA\r\n"
    names = zone()
    assert result(line * 100 + MAIL, names) == "fail"
    assert names.asked.count(key_name("example.org")) == 5


def test_name_servers_that_are_away_leave_it_open() -> None:
    for gone in ("_dmarc.example.org", "_domainkey.example.org"):
        names = zone()
        names.away = {gone}
        with pytest.raises(NamesAway):
            result(sign(MAIL, "example.org"), names)


# DMARC ----------------------------------------------------------------------------------------------------------------


def test_sender_is_told_what_was_found_in_a_sentence() -> None:
    def note(raw: bytes, names: Zone, ip: str = "") -> str:
        return prove(raw, headers_of(raw), "example.org", names, Carried(ip, "anna@example.org")).note

    spf = "v=spf1 ip4:8.8.8.0/24 -all"
    assert note(sign(MAIL, "example.org"), zone()) == "It is signed by example.org."
    assert note(MAIL, zone(dmarc=DMARC, spf=spf), "8.8.8.8") == (
        "It came from a server that example.org has named as its own."
    )
    assert note(MAIL, zone(dmarc=DMARC)) == (
        "example.org asks that mail in its name be proven (DMARC), and this one was not."
    )
    assert note(sign(MAIL, "example.org", key=1), zone()) == (
        "It is signed by example.org, but the signature does not fit."
    )
    assert note(MAIL, zone(spf=spf), "9.9.9.9") == "It came from a server that does not belong to example.org."
    assert note(MAIL, zone()) == "example.org does not sign its mail."


def test_domain_that_publishes_nothing_is_neither_proven_nor_false() -> None:
    assert result(MAIL, zone()) == "none"


@pytest.mark.parametrize("policy", ["none", "quarantine", "reject"])
def test_domain_that_asks_for_proof_and_gives_none_is_not_believed(policy: str) -> None:
    assert result(MAIL, zone(dmarc=f"v=DMARC1; p={policy}")) == "fail"


def test_policy_of_the_organisation_holds_for_its_parts() -> None:
    raw = MAIL.replace(b"anna@example.org", b"anna@mail.example.org")
    assert result(raw, zone(dmarc=DMARC), domain="mail.example.org") == "fail"
    assert result(sign(raw, "example.org"), zone(dmarc=DMARC), domain="mail.example.org") == "pass"


@pytest.mark.parametrize("text", ["v=DMARC1", "v=dmarc1; p=reject", "p=reject; v=DMARC1", "hello", ""])
def test_text_that_is_no_policy_counts_as_none(text: str) -> None:
    assert result(MAIL, zone(dmarc=text)) == "none"


@pytest.mark.parametrize("text", ["v=DMARC1;p=reject", " v = DMARC1 ; P = reject", "v=DMARC1; p=reject; v=DMARC2"])
def test_policy_is_read_with_or_without_blanks(text: str) -> None:
    assert dmarc_policy("example.org", zone(dmarc=text)) == {"v": "DMARC1", "p": "reject"}


@pytest.mark.parametrize("text", ["v=DMARC 1; p=reject", "V=DMARC1x; p=reject", "v=DMARC1; p=", "v=DMARC1; sp=reject"])
def test_text_that_is_almost_a_policy_counts_as_none(text: str) -> None:
    assert dmarc_policy("example.org", zone(dmarc=text)) == {}


def test_policy_may_stand_among_other_texts_in_any_letters() -> None:
    names = zone()
    names.texts["_dmarc.example.org"] = ["", "about us: ä", "p=none", DMARC]
    assert dmarc_policy("example.org", names)["p"] == "reject"
    names.texts["_dmarc.example.org"] = ["v=DMARC1"]  # broken, but the domain's own
    names.texts["_dmarc.mail.example.org"] = ["v=DMARC1"]
    assert dmarc_policy("mail.example.org", names) == {}


def test_two_policies_are_none() -> None:
    names = zone()
    names.texts["_dmarc.example.org"] = [DMARC, DMARC]
    assert result(MAIL, names) == "none"


def test_domains_are_compared_whole() -> None:
    """A name with a dash is one name: my-club.example is not that of my.example."""
    assert not is_aligned("my-club.example", "my-rival.example")
    assert not is_aligned("evil-example.org", "example.org")
    assert organisation_of("mail.example.co.uk") == "example.co.uk"
    assert not is_aligned("anna.co.uk", "mallory.co.uk")
    assert not is_aligned("anna.github.io", "mallory.github.io")
    assert organisation_of("Mail.Example.ORG.") == "example.org"
    assert organisation_of("Localhost.") == "localhost", "nobody registers below it"


# SPF ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "ip", "expected"),
    [
        ("v=spf1 ip4:192.0.2.0/24 -all", "192.0.2.7", "pass"),
        ("v=spf1 ip4:192.0.2.0/24 -all", "198.51.100.7", "fail"),
        ("v=spf1 ip4:192.0.2.0/24 ~all", "198.51.100.7", "softfail"),
        ("v=spf1 ip4:192.0.2.0/24", "198.51.100.7", "neutral"),
        ("v=spf1 ip6:2001:db8::/32 -all", "2001:db8::1", "pass"),
        ("v=spf1 ip6:2001:db8::/32 -all", "192.0.2.7", "fail"),
        ("v=spf1 a -all", "203.0.113.5", "pass"),
        ("v=spf1 a:mx1.example.org -all", "203.0.113.9", "pass"),
        ("v=spf1 a/24 -all", "203.0.113.77", "pass"),
        ("v=spf1 a/24//64 -all", "203.0.113.77", "pass"),
        ("v=spf1 mx -all", "203.0.113.9", "pass"),
        ("v=spf1 mx -all", "203.0.113.5", "fail"),
        ("v=spf1 include:hoster.example -all", "198.51.100.7", "pass"),
        ("v=spf1 include:hoster.example -all", "198.51.101.7", "fail"),
        ("v=spf1 redirect=hoster.example", "198.51.100.7", "pass"),
        ("v=spf1 -all redirect=hoster.example", "198.51.100.7", "fail"),
        ("V=SPF1 -ALL", "198.51.100.7", "fail"),
        ("v=spf1 include:nowhere.example -all", "198.51.100.7", "permerror"),
        ("v=spf1 include:%{i}.example.org -all", "198.51.100.7", "permerror"),
        ("v=spf1 ptr -all", "198.51.100.7", "permerror"),
        ("v=spf1 ip4:nonsense -all", "198.51.100.7", "permerror"),
        ("v=spf1 include:example.org -all", "198.51.100.7", "permerror"),  # itself, without end
        ("v=spf1 exp=why.example.org -all", "198.51.100.7", "fail"),
        ("v=spf1 redirect=hoster.example exp=why.example.org", "198.51.100.7", "pass"),
        ("v=spf1 redirect=nowhere.example", "198.51.100.7", "permerror"),
        ("v=spf1 redirect=%{i}.example.org", "198.51.100.7", "permerror"),
        ("v=spf1 redirect=hoster.example.", "198.51.100.7", "pass"),
        ("v=spf1 include:hoster.example. -all", "198.51.100.7", "pass"),
        ("v=spf1 redirect=a=b.example", "198.51.100.7", "permerror"),
        ("v=spf1 a:%{i}.example.org -all", "198.51.100.7", "permerror"),
        ("v=spf1 a:mx1.example.org/=24 -all", "198.51.100.7", "permerror"),  # no modifier
        ("v=spf1 a:x=1.example.org -all", "203.0.113.6", "pass"),
        ("v=spf1 a/x=24 -all", "198.51.100.7", "permerror"),
        ("v=spf1 x-note=a=b -all", "198.51.100.7", "fail"),
        ("v=spf1 ?ip4:198.51.100.7 -all", "198.51.100.7", "neutral"),
        ("v=spf1 +ip4:198.51.100.7 -all", "198.51.100.7", "pass"),
        ("v=spf1 ip4:198.51.100.9/24 -all", "198.51.100.7", "pass"),
        ("v=spf1 a/24//64 -all", "2001:db8::1", "fail"),
        ("v=spf1 mx//64 -all", "2001:db8::1", "pass"),
        ("v=spf1 mx//64 -all", "2001:db8:0:1::1", "fail"),
        ("v=spf1 mx//64 -all", "203.0.113.77", "fail"),
        ("v=spf1 mx/24//64 -all", "2001:db8::1", "pass"),
        ("v=spf1 mx/24//128 -all", "2001:db8::1", "fail"),
        ("v=spf1 mx -all", "2001:db8::9", "pass"),  # the IPv4 address of the same host is none of its
        ("v=spf1 mx -all", "2001:db8::8", "fail"),
        ("v=spf1", "198.51.100.7", "neutral"),
        ("v=spf10 -all", "198.51.100.7", "none"),
        ("something else", "198.51.100.7", "none"),
    ],
)
def test_spf_record_says_who_may_send(record: str, ip: str, expected: str) -> None:
    names = Zone(
        texts={"example.org": [record], "hoster.example": ["v=spf1 ip4:198.51.100.0/24 -all"]},
        hosts={
            "example.org": ["203.0.113.5"],
            "mx1.example.org": ["203.0.113.9", "2001:db8::9"],
            "x=1.example.org": ["203.0.113.6"],
        },
        exchanges={"example.org": [(10, "mx1.example.org")]},
    )
    assert check_spf(ip, "example.org", names) == expected


@pytest.mark.parametrize("target", ["", "%{i}.example.org"])
def test_spf_record_with_a_macro_or_without_a_name_asks_no_further(target: str) -> None:
    names = Zone(texts={"example.org": [f"v=spf1 include:{target} -all"]})
    assert check_spf("198.51.100.7", "example.org", names) == "permerror"
    assert names.asked == ["example.org"]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("v=spf1" + " a:mx1.example.org" * 10 + " -all", "fail"),
        ("v=spf1" + " a:mx1.example.org" * 11 + " -all", "permerror"),
        ("v=spf1" + " a:mx1.example.org" * 9 + " mx -all", "fail"),
        ("v=spf1" + " a:mx1.example.org" * 10 + " mx -all", "permerror"),
        ("v=spf1" + " a:mx1.example.org" * 8 + " include:two.example -all", "fail"),
        ("v=spf1" + " a:mx1.example.org" * 9 + " include:two.example -all", "permerror"),
        ("v=spf1" + " a:mx1.example.org" * 8 + " redirect=two.example", "softfail"),
        ("v=spf1" + " a:mx1.example.org" * 9 + " redirect=two.example", "permerror"),
        ("v=spf1" + " ip4:192.0.2.1" * 20 + " -all", "fail"),  # asks nobody
        ("v=spf1 a:mx1.example.org" + " a:mx1.example.org" * 11 + " ip4:198.51.100.7", "permerror"),
    ],
)
def test_spf_record_may_cause_ten_look_ups(record: str, expected: str) -> None:
    names = Zone(
        texts={"example.org": [record], "two.example": ["v=spf1 a:mx1.example.org ~all"]},
        hosts={"mx1.example.org": ["203.0.113.9"]},
        exchanges={"example.org": [(10, "mx1.example.org")]},
    )
    assert check_spf("198.51.100.7", "example.org", names) == expected
    assert names.asked.count("mx1.example.org") <= 10


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("v=spf1 a:gone1.example a:gone2.example ip4:198.51.100.7 -all", "pass"),
        ("v=spf1 a:gone1.example a:gone2.example a:gone3.example ip4:198.51.100.7 -all", "permerror"),
        ("v=spf1 mx:gone1.example mx:gone2.example a:mx1.example.org ip4:198.51.100.7 -all", "pass"),
        ("v=spf1 mx:gone1.example mx:gone2.example mx:gone3.example ip4:198.51.100.7 -all", "permerror"),
        ("v=spf1 mx:full.example mx:full.example mx:full.example ip4:198.51.100.7 -all", "pass"),
        ("v=spf1 mx:half.example ip4:198.51.100.7 -all", "pass"),
        ("v=spf1 mx:half.example mx:half.example mx:half.example ip4:198.51.100.7 -all", "permerror"),
    ],
)
def test_two_look_ups_of_an_spf_record_may_find_nothing(record: str, expected: str) -> None:
    names = Zone(
        texts={"example.org": [record]},
        hosts={"mx1.example.org": ["203.0.113.9"]},
        exchanges={"full.example": [(10, "mx1.example.org")], "half.example": [(10, "gone.half.example")]},
    )
    assert check_spf("198.51.100.7", "example.org", names) == expected


@pytest.mark.parametrize(("hosts", "expected"), [(10, "pass"), (11, "permerror")])
def test_domain_may_have_ten_mail_hosts(hosts: int, expected: str) -> None:
    names = Zone(
        texts={"example.org": ["v=spf1 mx -all"]},
        hosts={f"mx{number}.example.org": [f"198.51.100.{number}"] for number in range(hosts)},
        exchanges={"example.org": [(number, f"mx{number}.example.org") for number in range(hosts)]},
    )
    assert check_spf("198.51.100.9", "example.org", names) == expected


def test_two_spf_records_are_none_that_can_be_followed() -> None:
    names = Zone(texts={"example.org": ["v=spf1 -all", "v=spf1 -all"]})
    assert check_spf("198.51.100.7", "example.org", names) == "permerror"
    names = Zone(texts={"example.org": ["about us", "v=spf1 -all"]})
    assert check_spf("198.51.100.7", "example.org", names) == "fail"


def test_texts_that_are_not_ascii_are_no_spf_records() -> None:
    names = Zone(texts={"example.org": ["ä", "v=spf1 -all"]})
    assert check_spf("198.51.100.7", "example.org", names) == "fail"


@pytest.mark.parametrize(
    ("policy", "path", "expected"),
    [
        (DMARC, "bounces@mail.example.org", "pass"), (f"{DMARC}; aspf=r", "bounces@mail.example.org", "pass"),
        (f"{DMARC}; aspf=s", "bounces@mail.example.org", "fail"),
        (f"{DMARC}; ASPF=S", "bounces@mail.example.org", "fail"), (f"{DMARC}; aspf=s", "bounces@example.org", "pass"),
        (f"{DMARC}; aspf=s", "Bounces@Example.ORG.", "pass"), (f"{DMARC}; adkim=s", "bounces@mail.example.org", "pass"),
        (DMARC, '"a@b"@mail.example.org', "pass"), (DMARC, "bounces@mäil.example.org", "fail"),
    ],
)  # fmt: skip
def test_return_path_is_of_the_senders_organisation_or_where_asked_of_the_very_domain(
    policy: str, path: str, expected: str
) -> None:
    names = zone(dmarc=policy, spf="v=spf1 ip4:8.8.8.0/24 -all")
    names.texts["mail.example.org"] = names.texts["mäil.example.org"] = names.texts["example.org"]
    assert result(MAIL, names, ip="8.8.8.8", path=path) == expected


def test_return_path_without_a_domain_and_hosts_without_an_address_are_not_looked_up() -> None:
    for ip, path in [("8.8.8.8", ""), ("8.8.8.8", "anna@"), ("", "anna@example.org"), ("mx", "anna@example.org")]:
        names = zone(spf="v=spf1 ip4:8.8.8.0/24 -all")
        assert result(MAIL, names, ip=ip, path=path) == "none"
        assert "example.org" not in names.asked
    for ip in ("10.1.2.3", "::ffff:10.1.2.3", "::1"):
        assert result(MAIL, zone(spf="v=spf1 ip4:10.0.0.0/8 -all"), ip=ip) == "none", ip


def test_server_that_the_domain_names_proves_what_dmarc_asks_for() -> None:
    names = zone(dmarc=DMARC, spf="v=spf1 ip4:8.8.8.0/24 -all")
    assert result(MAIL, names, ip="8.8.8.8") == "pass"
    assert result(MAIL, names, ip="::ffff:8.8.8.8") == "pass"
    assert result(MAIL, names, ip="9.9.9.9") == "fail"
    assert result(MAIL, names, ip="8.8.8.8", path="bounces@elsewhere.example") == "fail"
    assert result(MAIL, names, ip="8.8.8.8", path="") == "fail"
    assert result(MAIL, names, ip="127.0.0.1") == "fail"  # brought by a host of our own: says nothing


def test_without_dmarc_a_named_server_is_no_proof_and_a_foreign_one_speaks_against_it() -> None:
    names = zone(spf="v=spf1 ip4:8.8.8.0/24 -all")
    assert result(MAIL, names, ip="8.8.8.8") == "none"
    assert result(MAIL, names, ip="9.9.9.9") == "fail"
    assert result(MAIL, zone(spf="v=spf1 ip4:8.8.8.0/24 ~all"), ip="9.9.9.9") == "none"


# What our own mail host says ------------------------------------------------------------------------------------------

OURS = "mx.play.example"


def report(*lines: str, hops: int = 0) -> str | None:
    raw = "".join(f"{line}\r\n" for line in lines).encode() + MAIL
    found = reported(headers_of(raw), "example.org", authserv_id=OURS, hops=hops)
    return found.result if found else None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (f"{OURS}; dmarc=pass header.from=example.org", "pass"),
        (f"{OURS}; dmarc=pass (p=reject dis=none) header.from=example.org", "pass"),
        ("MX.play.example; dkim=pass header.d=example.org; spf=fail; dmarc=pass header.from=example.org", "pass"),
        (f"{OURS}; dmarc=fail header.from=example.org", "fail"),
        (f"{OURS}; dmarc=none header.from=example.org; dkim=pass header.d=mail.example.org", "pass"),
        (f"{OURS}; dkim=pass header.i=@example.org", "pass"),
        (f"{OURS}; dkim=pass header.i=@Example.ORG", "pass"),
        (f"{OURS}; dkim=pass header.d=Example.ORG", "pass"),
        (f'{OURS}; dkim=pass header.i="a@b"@example.org', "pass"),
        (f"{OURS}; dkim=pass", None),
        (f"{OURS}; dkim=fail header.d=example.org", None),
        (f"{OURS}; dmarc=pass header.from=Example.ORG", "pass"),
        (f"{OURS}; dkim=pass header.d=elsewhere.example", None),
        (f"{OURS}; dmarc=pass header.from=elsewhere.example", None),
        (f"{OURS}; dmarc=pass", None),
        (f"{OURS}; dmarc=temperror header.from=example.org", None),
        (f"{OURS}; none", None),
        (f"{OURS}; spf=pass smtp.mailfrom=example.org", None),
        ("mx.elsewhere.example; dmarc=pass header.from=example.org", None),
        (f"mx.elsewhere.example ({OURS}); dmarc=pass header.from=example.org", None),
        (f'"{OURS} x"; dmarc=pass header.from=example.org', None),
        (f"{OURS}.elsewhere.example; dmarc=pass header.from=example.org", None),
        (f"x; {OURS}; dmarc=pass header.from=example.org", None),
        (f"{OURS}; dmarc=fail (x; dmarc=pass header.from=example.org) header.from=example.org", "fail"),
        (f'{OURS}; spf=none reason="; dmarc=pass header.from=example.org"', None),
        ("(((((", None),
        ("", None),
    ],
)
def test_report_of_our_mail_host_is_read_by_its_grammar(value: str, expected: str | None) -> None:
    assert report(f"Authentication-Results: {value}") == expected


def test_report_is_passed_on_in_a_sentence() -> None:
    def note(said: str) -> str:
        raw = f"Authentication-Results: {OURS}; {said}\r\n".encode() + MAIL
        found = reported(headers_of(raw), "example.org", authserv_id=OURS, hops=0)
        assert found is not None
        return found.note

    assert note("dmarc=pass header.from=example.org") == "Our mail host confirms that it is from example.org."
    assert note("dmarc=fail header.from=example.org") == "Our mail host could not confirm that it is from example.org."
    assert note("dkim=pass header.d=example.org") == "Our mail host confirms that it is signed by example.org."


@pytest.mark.parametrize(("length", "expected"), [(4096, "pass"), (4097, None)])
def test_report_that_is_too_long_is_not_read(length: int, expected: str | None) -> None:
    good = f"{OURS}; dmarc=pass header.from=example.org"
    value = f"{good} {'(' + 'x' * (length - len(good) - 3) + ')'}"
    assert len(value) == length
    assert report(f"Authentication-Results: {value}") == expected


def test_only_the_topmost_report_counts() -> None:
    good, bad = f"{OURS}; dmarc=pass header.from=example.org", f"{OURS}; dmarc=fail header.from=example.org"
    assert report(f"Authentication-Results: {bad}", f"Authentication-Results: {good}") == "fail"
    assert report("Authentication-Results: mx.elsewhere.example; none", f"Authentication-Results: {good}") is None


def test_report_below_the_line_of_our_own_host_was_in_the_mail_before() -> None:
    good = f"Authentication-Results: {OURS}; dmarc=pass header.from=example.org"
    ours = "Received: from somewhere by mx.play.example; Sat, 21 Nov 2026 12:00:00 +0000"
    assert report(ours, good) is None
    assert report(good, ours) == "pass"
    assert report(ours, good, hops=1) == "pass"
    assert report(ours, ours, good, hops=1) is None


def test_signature_to_which_anybody_may_append_is_looked_at_by_ourselves() -> None:
    raw = f"Authentication-Results: {OURS}; dmarc=pass header.from=example.org\r\n".encode()
    raw += sign(MAIL, "example.org", length=True)
    assert reported(headers_of(raw), "example.org", authserv_id=OURS, hops=0) is None


# Hostile mails --------------------------------------------------------------------------------------------------------

SIGNATURE = b"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=s1; h=from:to; bh=AAAA; b=AAAA\r\n"


@pytest.mark.parametrize(
    "raw",
    [
        SIGNATURE * 5 + MAIL + b" " * 200_000 + b"x\r\n",
        SIGNATURE * 5 + MAIL + (b" " * 900 + b"x") * 200,
        SIGNATURE * 5 + MAIL + b"\r\n" * 100_000 + b"x",
        SIGNATURE.replace(b"b=AAAA", b"b=" + (b"\r\n" + b" " * 300) * 150 + b"!") + MAIL,
        SIGNATURE.replace(b"h=from:to", b"h=" + b"from:to:" * 7_000) + MAIL,
        SIGNATURE.replace(b"d=example.org", b"d=" + b"a." * 25_000 + b"example.org") + MAIL,
        b"DKIM-Signature: " + b" " * 60_000 + b"\r\n" + MAIL,
        b"DKIM-Signature: " + b"a=" * 30_000 + b"\r\n" + MAIL,
        b"Authentication-Results: mx.play.example" + b" (" * 25_000 + b"\r\n" + MAIL,
        b"Authentication-Results: mx.play.example; " + b"dkim=pass " * 6_000 + b"\r\n" + MAIL,
    ],
    ids=range(10),
)
def test_hostile_mail_is_judged_in_a_moment(raw: bytes) -> None:
    started = time.process_time()
    headers = headers_of(raw)
    reported(headers, "example.org", authserv_id=OURS, hops=0)
    assert result(raw, zone()) in ("fail", "none")
    assert time.process_time() - started < scaled(2.5)


LINES = st.sampled_from(
    [
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=", b"h=from:to; bh=", b"b=", b"; x=", b"d=", b"l=", b"..",
        b"Authentication-Results: mx.play.example; ", b"dmarc=pass header.from=", b"example.org", b"\r\n", b"\r\n ",
        b"\n", b"\r", b"From: ", b"<", b">", b'"', b"(", b"@", b";", b":", b"=?utf-8?q?", b"?=", b"\xff", b"\0",
        b"Received: ", b"To: ", b"xn--", b"%{i}",
    ]
)  # fmt: skip


@given(pieces=st.lists(LINES | st.binary(max_size=8), max_size=40))
def test_nothing_that_comes_in_makes_the_judge_fail(pieces: list[bytes]) -> None:
    raw = b"".join(pieces) + b"\r\n" + MAIL
    headers = headers_of(raw)
    sender = sender_in(headers)
    assert sender is None or sender.address.isascii()
    for domain in ("example.org", sender.domain if sender else "x"):
        reported(headers, domain, authserv_id=OURS, hops=1)
        assert prove(raw, headers, domain, zone(), Carried("8.8.8.8", f"x@{domain}")).result in ("pass", "none", "fail")


@given(record=st.text(string.printable, max_size=60) | st.lists(st.sampled_from(
    ["v=spf1 ", "v=spf1", " a", " mx", "/33", "//129", ":", "include", "redirect=", "ip4:", "ip6:::", "%", "-", " -all"]
), max_size=12).map("".join))  # fmt: skip
def test_nothing_that_a_domain_publishes_makes_the_judge_fail(record: str) -> None:
    names = Zone(texts={"example.org": [record], "_dmarc.example.org": [record]})
    assert check_spf("8.8.8.8", "example.org", names) in list(Spf)
    assert result(MAIL, names, ip="8.8.8.8") in ("pass", "none", "fail")
