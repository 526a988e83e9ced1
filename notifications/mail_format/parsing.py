"""Raw bytes of a mail to headers and text. Nothing here raises anything but UnreadableMail, whatever comes in.

It is long because each limit stands beside what it protects.
"""

from __future__ import annotations

import binascii
import copy
import email
import email.policy
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.errors import MessageError
from email.header import Header, decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from encodings.aliases import aliases

from django.utils.translation import gettext_noop
from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST_HEADER_BYTES = 65_536
MOST_HEADER_LINES = 1_000
MOST_BOUNDARIES = 50
MOST_PARTS = 50
MOST_DEPTH = 10
MOST_TEXT = 65_536  # characters, the first of which are read
MOST_TAGS = 5_000  # of an HTML mail; what is one's own stands on top
MOST_OPEN_TAGS = 500  # of an HTML mail at a time: each one more makes every block below it slower

_READ = ("text/plain", "text/html")
_REPORTS = frozenset(("message/delivery-status", "message/feedback-report", "message/disposition-notification"))

MOST_DASHED_LINES = 1_000  # a line that begins with two dashes may end a part
LONGEST_CONTENT_TYPE = 2_000  # reading its parameters takes quadratic time
MOST_OF_A_REPORT = 65_536  # bytes
MOST_LINES_OF_A_REPORT = 1_000  # two of which are enough for a block with a message object of its own
LONGEST_DECODED = 4_000  # characters of a header
LONGEST_ENCODING = 100  # characters of its name

_BOUNDARY = re.compile(rb"boundary[*\d]*\s{0,9}=", re.IGNORECASE)
_CONTENT_TYPE = re.compile(rb"^content-type[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
MOST_LINES = 5_000  # of a mail; one of the greatest size that is written in base64 has some 3,400
_BLANK_START = re.compile(rb"\A(?:[ \t]*\r?\n)+")
_MBOX_START = re.compile(rb"\AFrom [^\r\n]*\r?\n")
END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
# Anybody may have put blanks on empty lines where a signature is relaxed.
_LINE_OF_BLANKS = re.compile(rb"^[ \t]++(?=\r?$)", re.MULTILINE)
_BLANKS_AT_ENDS = re.compile(rb"[ \t]++(?=\r?\n|\Z)")
_REPORT = re.compile(rb"message/(?:delivery-status|feedback-report)", re.IGNORECASE)
_LONG_HEADER_OF_PART = re.compile(
    rb"^--[^\n]*+\n(?:(?:[^\n:\x00- ]*+:|[ \t]|From )[^\n]*+\n){%d}" % (MOST_HEADER_LINES + 1), re.MULTILINE
)
_LETTER_OF_WINGDINGS = re.compile(r"(?<=\S) J$", re.MULTILINE)
_NO_ENCODING = re.compile(r"\([^()]*\)|[^a-z0-9]")
_LINE_OF_BASE64 = re.compile(rb"\s*[a-z0-9+/]+=*\s*$", re.IGNORECASE | re.MULTILINE)


class UnreadableMail(Exception):
    """Bytes that are no mail, or one that is built to hurt; the message, to be translated, says why."""


@dataclass(frozen=True)
class ParsedMail:
    """A mail taken apart: its headers, and its text as plain lines (quotations included).

    ``has_report``: a part of it is for programs: what became of another mail, or a complaint about one. ``is_cut``: it
    was longer than what is read of a mail. ``sorts``: the content types of its parts, where none has text that is read.
    ``trouble``: why nothing below its header could be read, to be translated.
    """

    headers: Message
    text: str
    has_report: bool = False
    is_cut: bool = False
    sorts: tuple[str, ...] = ()
    trouble: str = ""

    def header(self, name: str) -> str:
        return decoded(self.headers.get(name))


def bounded(raw: bytes) -> bytes:
    """As much of a mail as is taken apart, from its first header on. Raises UnreadableMail if that would take long."""
    raw = _from_first_header(raw)
    _checked_head(raw)
    _check_parts(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))  # which the parser takes for a line end, too
    return _without_endless_lines(raw)


def headers_of(raw: bytes) -> Message:
    """The headers alone, cheaply: for the mail servers. None where they cannot be read."""
    try:
        return _headers_of(raw)
    except UnreadableMail:
        return Message()


def _headers_of(raw: bytes) -> Message:
    head = _checked_head(_from_first_header(raw))
    try:
        return BytesHeaderParser(policy=email.policy.compat32).parsebytes(head)
    except (MessageError, ValueError, LookupError, RecursionError) as error:
        raise UnreadableMail(gettext_noop("The header cannot be read.")) from error


def parse_mail(raw: bytes) -> ParsedMail:
    """Take a mail apart. Raises UnreadableMail where not even its header can be read."""
    headers = _headers_of(raw)
    try:
        return _parsed(raw)
    except UnreadableMail as error:
        trouble = str(error)
    except (MessageError, ValueError, LookupError, RecursionError, AttributeError, TypeError):
        trouble = gettext_noop("It cannot be taken apart.")
    return ParsedMail(headers, "", has_report=headers.get_content_type() in _REPORTS, trouble=trouble)


def _parsed(raw: bytes) -> ParsedMail:
    kept = bounded(raw)
    head, body = _parted(kept)
    message = email.message_from_bytes(head + _LINE_OF_BLANKS.sub(b"", body), policy=email.policy.compat32)
    parts = _leaves(message)
    bodies = [part for part in parts if len(parts) == 1 or not _is_attached(part)]
    sorts = {part.get_content_type(): None for part in parts}
    text, is_cut = _text_of(bodies)
    if b"Wingdings" in body:  # a smiley of Outlook
        text = _LETTER_OF_WINGDINGS.sub("", text)
    return ParsedMail(
        headers=message,
        text=text,
        has_report=not _REPORTS.isdisjoint(sorts),
        is_cut=is_cut or _is_own(_from_first_header(raw)[len(kept) :]),
        sorts=() if any(part.get_content_type() in _READ for part in bodies) else tuple(sorts),
    )


def _from_first_header(raw: bytes) -> bytes:
    """Without the blank lines and the mailbox line that some relays put in front: they would hide all headers."""
    return _BLANK_START.sub(b"", _MBOX_START.sub(b"", _BLANK_START.sub(b"", raw)))


def _checked_head(raw: bytes) -> bytes:
    end = END_OF_HEADERS.search(raw, 0, MOST_HEADER_BYTES)
    if end is None and len(raw) > MOST_HEADER_BYTES:
        raise UnreadableMail(gettext_noop("Its header is too long."))
    head = raw[: end.end()] if end else raw
    if _line_ends(head) > MOST_HEADER_LINES:
        raise UnreadableMail(gettext_noop("Its header has too many lines."))
    return head


def _check_parts(raw: bytes) -> None:
    """Before a parser sees it: whether taking it apart would take long. Raises UnreadableMail."""
    boundaries = sum(1 for _ in zip(_BOUNDARY.finditer(raw), range(MOST_BOUNDARIES + 1)))  # noqa: B905
    if boundaries > MOST_BOUNDARIES or (boundaries and raw.count(b"\n--") > MOST_DASHED_LINES):
        raise UnreadableMail(gettext_noop("It has too many parts."))
    is_long = boundaries and _LONG_HEADER_OF_PART.search(raw)
    if is_long or any(len(field[0]) > LONGEST_CONTENT_TYPE for field in _CONTENT_TYPE.finditer(raw)):
        raise UnreadableMail(gettext_noop("A header of one of its parts is too long."))


def bytes_of_body(raw: bytes) -> bytes:
    """The body of a mail without blanks and line ends: what stays as it was signed."""
    return b"".join(_parted(_from_first_header(raw))[1].split())


def _line_ends(raw: bytes) -> int:
    return raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n")


def _without_endless_lines(raw: bytes) -> bytes:
    """The mail without what stands below very many line ends, each of which costs the parser as much as a line.

    Of a report only the beginning is left, since the mail that has come back stands at its end.
    """
    most = MOST_LINES
    if _REPORT.search(raw):
        head, body = _parted(raw)
        raw, most = head + body[:MOST_OF_A_REPORT], MOST_LINES_OF_A_REPORT
    return raw if _line_ends(raw) <= most else b"".join(raw.splitlines(keepends=True)[:most])


def _is_own(rest: bytes) -> bool:
    """Whether what was cut off may be words of the writer of a mail, and no quotation."""
    return bool(rest) and not rest.startswith((b">", b"|"))


def _parted(raw: bytes) -> tuple[bytes, bytes]:
    """The header, with the empty line below it, and the body, which nobody can change without breaking a signature."""
    end = END_OF_HEADERS.search(raw)
    return (raw[: end.end()], raw[end.end() :]) if end else (raw, b"")


def _leaves(message: Message) -> list[Message]:
    """The parts that hold no other parts, in order; attached mails are not entered."""
    leaves: list[Message] = []
    waiting: list[tuple[Message, int]] = [(message, 1)]
    while waiting:
        part, depth = waiting.pop()
        if depth > MOST_DEPTH:
            raise UnreadableMail(gettext_noop("Its parts are nested too deep."))
        if part.get_content_maintype() == "multipart" and part.is_multipart():
            waiting.extend((child, depth + 1) for child in reversed(parts_of(part)))
        else:
            leaves.append(part)
        if len(leaves) > MOST_PARTS:
            raise UnreadableMail(gettext_noop("It has too many parts."))
    return leaves


def parts_of(part: Message) -> list[Message]:
    """What a part holds. The library may be asked for nothing else of a body: it reads text in any charset, and some
    take quadratic time, or raise."""
    return [child for child in part.get_payload() if isinstance(child, Message)] if part.is_multipart() else []


def _text_of(bodies: list[Message]) -> tuple[str, bool]:
    """The plain text if there is any, else the HTML as text; and whether words of it were cut off."""
    plain = [_without_armour(_decode(part)) for part in bodies if part.get_content_type() == "text/plain"]
    if any(text.strip() for text in plain):
        whole, is_cut = "\n".join(plain), False
    else:
        html = [_read_html(_decode(part)) for part in bodies if part.get_content_type() == "text/html"]
        whole, is_cut = "\n".join(text for text, _ in html), any(cut for _, cut in html)
    return whole[:MOST_TEXT], is_cut or _is_own(whole[MOST_TEXT:].partition("\n")[2].encode())


def _without_armour(text: str) -> str:
    """A text without what PGP puts around it where it is only signed."""
    if "-----BEGIN PGP SIGN" not in text:
        return text
    kept: list[str] = []
    until: str | None = None  # how the line begins with which what PGP has added ends
    for line in text.splitlines():
        if line.startswith(("-----BEGIN PGP SIGN", "-----BEGIN PGP PUBLIC")):
            until = "" if "MESSAGE" in line else "-----END PGP"
        elif until is None:
            kept.append(line.removeprefix("- "))
        elif line.startswith(until) if until else not line.strip():
            until = None
    return "\n".join(kept)


def _is_attached(part: Message) -> bool:
    """Whether a part is a file, wherever a program shows it."""
    disposition = str(part.get("Content-Disposition", ""))
    is_named = parameter(part, "filename", "Content-Disposition") or parameter(part, "name")
    return "attachment" in disposition.lower() or bool(is_named)


# Python's codecs that read a charset. Others hide text, are no charsets, take quadratic time, or raise.
_CHARSETS = frozenset(aliases.values()) - {"utf_7", "mbcs"} | {"iso8859_1", "utf_8_sig", "cp874", "koi8_u", "koi8_t"}
_NO_LETTERS = re.compile(r"[^a-z0-9]+")


def parameter(part: Message, name: str, header: str = "Content-Type") -> str:
    """A parameter of a header as it stands there, in small letters; empty if there is none.

    In linear time, and without reading it in the charset that it may name.
    """
    found = re.search(
        rf";\s{{0,9}}{name}[*\d]{{0,4}}\s{{0,9}}=[\s\"]{{0,9}}([^\";\s]*)", str(part.get(header, "")), re.I
    )
    return found[1].lower() if found else ""


def _decode(part: Message) -> str:
    text = text_of_bytes(payload_as(part, encoding_of(part)), parameter(part, "charset"))
    return unflowed(text, part) if names_flowed(part) else text


def encoding_of(part: Message) -> str:
    """Base64 or quoted-printable, where a part seems to name it, however it is spelt; else empty: it is as it is."""
    named = _NO_ENCODING.sub("", str(part.get("Content-Transfer-Encoding", ""))[:LONGEST_ENCODING].lower())
    if "64" in named or named == "b":
        return "base64"
    return "quoted-printable" if "quote" in named or "printable" in named or named in ("q", "qp") else ""


def payload_as(part: Message, encoding: str) -> bytes:
    """The bytes of a part, read in an encoding; as they are, where they cannot be in it.

    Blanks at the ends of lines do not count (RFC 2045, 6.7): where a signature is relaxed, anybody may have added them.
    """
    bare = copy.copy(part)
    del bare["Content-Transfer-Encoding"]
    raw = bare.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return b""
    if encoding == "quoted-printable":
        return binascii.a2b_qp(_BLANKS_AT_ENDS.sub(b"", raw))
    if encoding == "base64" and _LINE_OF_BASE64.match(raw):
        with suppress(binascii.Error):
            return binascii.a2b_base64(raw + b"===")
    return raw


def text_of_bytes(payload: bytes, named: str) -> str:
    """Bytes as text: in the charset that is named, else UTF-8, else Windows-1252."""
    name = _NO_LETTERS.sub("_", named.lower().rpartition("'")[2]).strip("_")
    codec = aliases.get(name, name)
    for charset in (codec if codec in _CHARSETS else "utf_8", "utf_8", "cp1252"):
        try:  # all who say Latin-1 mean Windows-1252
            text = payload.decode("cp1252" if charset in ("latin_1", "iso8859_1") else charset)
            break
        except (LookupError, UnicodeError):
            continue
    else:
        text = payload.decode("ascii", "replace")
    return text.replace("\0", "")  # which no database stores


def names_flowed(part: Message) -> bool:
    return parameter(part, "format") == "flowed"


def unflowed(text: str, part: Message) -> str:
    """Lines that a mail program broke softly (RFC 3676), whole again, without spaces that the part says it added."""
    lines: list[list[str]] = []
    soft, spaces_go = False, parameter(part, "delsp") == "yes"
    for line in text.splitlines():
        is_quoted = line.startswith(">")
        stuffed = line if is_quoted else line.removeprefix(" ")
        joins = soft and not is_quoted
        soft = stuffed.endswith(" ") and stuffed.rstrip() != "--" and not is_quoted
        if soft and spaces_go:
            stuffed = stuffed[:-1]
        if joins:
            lines[-1].append(stuffed)
        else:
            lines.append([stuffed])
    return "\n".join(map("".join, lines))


def decoded(value: object) -> str:
    """A header value with its encoded words read, control characters gone."""
    if value is None:
        return ""
    given = value if isinstance(value, Header) else " ".join(str(value).split())[:LONGEST_DECODED]
    try:
        pieces = [
            piece if isinstance(piece, str) else text_of_bytes(piece, charset or "")
            for piece, charset in decode_header(given)
        ]
    except (MessageError, ValueError, LookupError):  # ``=?utf-8?b?A?=`` is no base64
        pieces = [str(value)]
    whole = " ".join("".join(pieces).split())[:LONGEST_DECODED]
    return " ".join("".join(mark if mark.isprintable() else " " for mark in whole).split())


# HTML -----------------------------------------------------------------------------------------------------------------

# What mail programs put a quotation, the words above it or a signature into, and what is struck out. Some programs
# prefix others' names.
# fmt: off
_QUOTATIONS = (
    "blockquote", "[class*=gmail_quote]", "[class*=gmail_attr]", "[class*=gmail_signature]", "[class*=yahoo_quoted]",
    "[class*=moz-cite-prefix]", "[class*=moz-signature]", "[class*=moz-forward-container]",
    "[class*=protonmail_quote]", "[class*=protonmail_signature]", "[class*=tutanota_quote]", "[class*=zmail_extra]",
    "[class*=k9mail-signature]", "[class*=ms-outlook-mobile-reference-message]", "[id*=ms-outlook-mobile-signature]",
    "[id*=mail-editor-reference-message-container]", "[id*=AppleMailSignature]", "[id^=OLK_SRC]",
    "[id=isForwardContent]", "[name=quote]", "s", "strike", "del", "[style*=line-through]", "[style*=Wingdings]",
    "[data-marker=__QUOTED_TEXT__]", "[data-marker=__HEADERS__]",
)
# fmt: on
# After these everything on their level belongs to the quotation, too.
_QUOTATION_STARTS = (
    "[id*=divRplyFwdMsg], [id*=appendonsend], [id*=stopSpelling], [id=zwchr], [id=reply-intro], "
    "[class*=OutlookMessageHeader]"
)
_SPACES = re.compile(r"[ \t\r\n\f]+")
_GAPS = re.compile(r"[ \t]{2,}")  # anybody can make them longer where a signature is relaxed
_HUGE_TAG = re.compile(r"<[^<>]{4000,}>?")  # a picture as an attribute, or thousands of attributes
# Tags but those that have no end or need none.
_NESTING_TAG = re.compile(
    r"<(/?)(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dd|dt|td|th|tr|tbody|thead"
    r"|tfoot|option)[\s/>])([a-z][^\s/>]*)",
    re.IGNORECASE,
)
_SILENT = "script, style, head, title, template, noscript, svg, math, img, object, iframe"
_LEFT_OUT = ", ".join((_SILENT, *_QUOTATIONS))
# fmt: off
_BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "fieldset", "footer", "form", "h1",
    "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody",
    "td", "tfoot", "th", "thead", "tr", "ul",
))
# fmt: on


def text_of_html(html: str) -> str:
    """The text that the sender of an HTML mail wrote, as lines; quotations are left out."""
    return _read_html(html)[0]


def _read_html(html: str) -> tuple[str, bool]:
    """The same, and whether it was cut outside of a quotation."""
    given = html[:MOST_TEXT]
    few = "<".join(given.split("<", MOST_TAGS)[:MOST_TAGS])
    plain = _HUGE_TAG.sub(" ", _GAPS.sub(" ", few))
    kept = _up_to_depth(plain)
    is_cut = len(few) < len(given) or len(kept) < len(plain)
    tree = LexborHTMLParser(kept)
    if tree.body is None:
        return "", is_cut
    left_out = {node.mem_id for node in tree.css(_LEFT_OUT)}
    for start in tree.css(_QUOTATION_STARTS):
        node: LexborNode | None = start
        while node is not None and node.mem_id not in left_out:
            left_out.add(node.mem_id)
            node = node.next
    lines = (" ".join(line.split()) for line in "".join(_pieces(tree.body, left_out)).splitlines())
    return "\n".join(line for line in lines if line), is_cut and not _ends_within(tree.body, left_out)


def _ends_within(root: LexborNode, left_out: set[int]) -> bool:
    """Whether the last of a tree is in a node that is left out."""
    node: LexborNode | None = root
    while node is not None:
        if node.mem_id in left_out:
            return True
        node = node.last_child
    return False


def _up_to_depth(html: str) -> str:
    """The HTML up to where too many tags are open at a time."""
    is_open: Counter[str] = Counter()
    depth = 0
    for tag in _NESTING_TAG.finditer(html):
        name = tag[2].lower()
        if not tag[1]:
            is_open[name] += 1
            depth += 1
        elif is_open[name]:
            is_open[name] -= 1
            depth -= 1
        if depth > MOST_OPEN_TAGS:
            return html[: tag.start()]
    return html


def _pieces(root: LexborNode, left_out: set[int]) -> Iterator[str]:
    """The words below a node in order, with a line end around everything that stands on lines of its own."""
    waiting: list[LexborNode | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node
        elif node.tag == "-text" and node.mem_id not in left_out:
            text = node.text_content or ""
            plain = _SPACES.sub(" ", text)
            is_kept = plain != text and node.parent is not None and node.parent.tag == "pre"
            yield text if is_kept else plain
        else:
            yield (end := "\n" if node.tag in _BLOCKS else "")
            if node.mem_id not in left_out:
                waiting += (end, *reversed(list(node.iter(include_text=True))))
