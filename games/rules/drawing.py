"""The one style in which all boards are drawn as SVG: colours and patterns, labels, what lies below every board.

Colours are written twice on purpose. Presentation attributes hold the light scheme, so that a picture is right
where style sheets are ignored or forbidden (mail pictures, strict content policies). One style block holds the
dark scheme for readers whose device asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.rules.base import Seat
from ground.wording import gettext

FONT = "system-ui, 'DejaVu Sans', 'Segoe UI', Roboto, Arial, sans-serif"
WIDTH = 360.0  # of every board: one unit is one pixel on a phone
SMALLEST = 11.0  # of letters and digits: on a phone they are still read
ROW = 26.0  # height of a line of the list of seats
KEY_ROW = 18.0  # height of a line of the key
KEY_SIZE = 11.0  # of its letters
WIDEST_LETTER = 0.58  # of an average letter, as a share of its size, in the widest of the fonts


@dataclass(frozen=True, slots=True)
class Tone:
    """A colour of the board itself, by scheme."""

    light: str
    dark: str


TONES: dict[str, Tone] = {
    "paper": Tone("#ffffff", "#16191d"),  # behind everything
    "field": Tone("#f4efe2", "#2c3138"),  # playing surface
    "field2": Tone("#e8dfc9", "#353b44"),  # every other square of it
    "hole": Tone("#4b4740", "#07080a"),  # where nothing may stand
    "line": Tone("#847b67", "#8490a0"),  # thin lines
    "ink": Tone("#22201c", "#f1efe9"),  # text
    "faint": Tone("#625b4b", "#b3bac4"),  # less important text
    "mark": Tone("#ffd34d", "#e8bf3f"),  # under the last move
    "edge": Tone("#17150f", "#f7f4ea"),  # around what has to stand out
}


GOLD, DARK = "#f7d774", "#17150f"  # a coin; the edge of pieces and the text on them, in both schemes
LAST_WIDTH = 1.6  # of the edge around the mark under what was played last


@dataclass(frozen=True, slots=True)
class Paint:
    """The look of one seat: a fill, a stroke for its pattern, the pattern (path data in an 8 by 8 tile), its edge."""

    fill: str
    stroke: str
    pattern: str
    edge: str = DARK  # a paint or a tone


PLAIN = ""
RISING = "M-2,2 L2,-2 M-2,10 L10,-2 M6,10 L10,6"
FALLING = "M-2,6 L2,10 M-2,-2 L10,10 M6,-2 L10,2"
DOTS = "M2,2 h0.01 M6,6 h0.01"
LEVEL = "M-1,2 H9 M-1,6 H9"
UPRIGHT = "M2,-1 V9 M6,-1 V9"
CHECKED = "M-1,4 H9 M4,-1 V9"
ZIGZAG = "M-2,6 L2,2 L6,6 L10,2"

PAINTS: dict[str, Paint] = {
    "blue": Paint("#4c8ae0", "#1b4a8c", PLAIN),
    "purple": Paint("#a873cf", "#4f2272", RISING),
    "green": Paint("#5cb35f", "#17561f", DOTS),
    "orange": Paint("#f0913a", "#7d3d03", CHECKED),
    "red": Paint("#e0605b", "#650b08", LEVEL),
    "yellow": Paint("#f2d44a", "#806500", ZIGZAG),
    "dark": Paint("#6b4a32", "#cda57f", RISING, "edge"),
    "light": Paint("#f0ddb4", "#a98c4d", PLAIN),
    "ice": Paint("#cfe8f5", "#4c819d", UPRIGHT),
    "black": Paint("#3a3c42", "#a3a7b0", FALLING, "edge"),
    "white": Paint("#fbfaf6", "#b9b4a6", PLAIN),
}


def escape(text: str) -> str:
    """Text made safe for element content and for attribute values in double quotes."""
    for mark, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(mark, name)
    return text


def coordinate(value: float) -> str:
    """A coordinate with at most one decimal: pictures stay small and the same on every machine."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def element(tag: str, /, *children: str, **attributes: str | float) -> str:
    """An SVG element. Children are markup.

    In names of attributes an underscore stands for a hyphen, and a final underscore is dropped (``class_``).
    """
    parts = [tag]
    for name, value in attributes.items():
        text = value if isinstance(value, str) else coordinate(value)
        parts.append(f'{name.rstrip("_").replace("_", "-")}="{escape(text)}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(children)}</{tag}>" if children else f"<{head}/>"


def toned(tag: str, /, *children: str, fill: str = "none", stroke: str = "none", **attributes: str | float) -> str:
    """An element whose ``fill`` and ``stroke`` may be names of TONES, right in both schemes, or any SVG paint."""
    classes = [f"{part}-{tone}" for part, tone in (("f", fill), ("s", stroke)) if tone in TONES]
    colours = {"fill": TONES[fill].light if fill in TONES else fill}
    if stroke != "none":
        colours["stroke"] = TONES[stroke].light if stroke in TONES else stroke
    if classes:
        colours["class_"] = " ".join(classes)
    return element(tag, *children, **colours, **attributes)


def label(text: str, x: float, y: float, size: float, fill: str = "ink", anchor: str = "middle") -> str:
    """A line of text whose middle height is at ``y``."""
    return toned("text", escape(text), fill=fill, x=x, y=y + size * 0.35, font_size=size, text_anchor=anchor)


def place(name: str, /, tag: str, **shape: str | float) -> str:
    """The invisible shape that says which place of the board is where, under the name that facets of steps use.

    A place that is a line, and not what a line goes round, has ``class_="line"``.
    """
    return element(tag, data_place=name, **shape)


def places(shapes: Iterable[str], **attributes: str | float) -> str:
    """The shapes made by :func:`place`, to be drawn above all else, so that they and nothing below are hit.

    A page that shows the places alone adds 26 units on each side, or ``data_around``, and ``data_above`` units above.
    """
    return element("g", *shapes, class_="places", fill="none", pointer_events="all", **attributes)


@dataclass(frozen=True, slots=True)
class Target:
    """A place that can be pointed at as a link leads on: the address, what a reader hears, and a class of its look."""

    address: str
    words: str
    look: str = ""


_PLACE = re.compile(r'<\w+ data-place="([^"]*)"[^>]*/>')


def linked(svg: str, targets: Mapping[str, Target], marks: Mapping[str, Sequence[str]] | None = None) -> str:
    """The picture of a position with links at these places; without any, the picture as it is.

    ``marks`` are places by the class that their shapes get.
    """
    classes = {name: mark for mark, names in (marks or {}).items() for name in names}

    def link(found: re.Match[str]) -> str:
        target, shape = targets.get(found[1]), found[0]
        if mark := classes.get(found[1]):
            has_class = 'class="' in shape
            shape = shape.replace('class="', f'class="{mark} ') if has_class else f'{shape[:-2]} class="{mark}"/>'
        if target is None:
            return shape
        look = {"class_": target.look} if target.look else {}
        return element("a", shape, href=target.address, aria_label=target.words, **look)

    return _PLACE.sub(link, svg).replace('role="img"', 'role="group"', 1) if targets else svg


def marked(svg: str, marks: Mapping[str, Sequence[str]]) -> str:
    """The picture of a position with classes on the shapes of its places, ``marks`` by class."""
    return linked(svg, {"": Target("", "")}, marks).replace('role="group"', 'role="img"', 1)


def points(corners: Iterable[tuple[float, float]]) -> str:
    """The ``points`` attribute of a polygon."""
    return " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in corners)


def seat_fill(colour: str) -> str:
    """The fill of a piece of that colour: its pattern, if it has one, defined by :func:`picture`."""
    return f"url(#seat-{colour})" if PAINTS[colour].pattern else PAINTS[colour].fill


def seat_edge(colour: str) -> str:
    """The edge of a piece of that colour, for ``toned``: it stands out from the field and from pieces beside it."""
    return PAINTS[colour].edge


def _pattern(colour: str) -> str:
    paint = PAINTS[colour]
    ground = element("rect", width=8, height=8, fill=paint.fill)
    lines = element("path", d=paint.pattern, stroke=paint.stroke, stroke_width=1.7, stroke_linecap="round", fill="none")
    return element("pattern", ground, lines, id=f"seat-{colour}", width=8, height=8, patternUnits="userSpaceOnUse")


def dark_scheme() -> str:
    """The content of the one style element that boards have; pages that forbid inline styles allow it by its hash."""
    rules = [
        f".board .f-{name}{{fill:{tone.dark}}}.board .s-{name}{{stroke:{tone.dark}}}" for name, tone in TONES.items()
    ]
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


def picture(
    title: str, description: str, width: float, height: float, body: Iterable[str], colours: Iterable[str]
) -> str:
    """A whole stand-alone SVG, ``width`` by ``height`` units (360 wide: one unit is one pixel on a phone).

    ``colours`` are the names of the seat colours that the body uses through :func:`seat_fill`.
    """
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)),
        element("style", dark_scheme()),
        element("defs", *(_pattern(colour) for colour in colours if PAINTS[colour].pattern)),
        toned("rect", fill="paper", width=width, height=height),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {coordinate(width)} {coordinate(height)}",
        class_="board",
        role="img",
        font_family=FONT,
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the list of seats: a piece drawn around (0, 0), 18 units wide and high; points; what is left."""

    piece: str
    colour: str
    points: int
    left: str


@dataclass(frozen=True, slots=True)
class Sample:
    """An entry of the key: a mark drawn around (0, 0), 16 units wide and high, and its meaning; or only words."""

    mark: str
    meaning: str


def board_picture(
    title: str,
    description: str,
    board: Iterable[str],
    height: float,
    *,
    standings: Sequence[Standing],
    to_act: Seat | None,
    key: Iterable[Sample],
    detail: Iterable[str] = (),
    detail_top: float = 0.0,
) -> str:
    """A whole picture of a position: the board, ``height`` units high, the seats below it, the key below these.

    ``detail`` is the part of the board below ``detail_top`` that a small picture leaves out.
    """
    bottom = height + ROW * ((len(standings) + 1) // 2) + 4
    explained, end = _key(key, bottom)
    more = [element("g", *drawn, class_="detail", data_top=detail_top)] if (drawn := list(detail)) else []
    beside = element("g", *_seats(standings, to_act, height), *explained, class_="beside", data_top=height)
    body = [*board, *more, beside]
    return picture(title, description, WIDTH, end + 4, body, [standing.colour for standing in standings])


_END_OF_SMALL = re.compile(r'<g class="(?:detail|beside)" data-top="([^"]*)">.*(?=</svg>)', re.DOTALL)
_NOT_SMALL = re.compile(
    r'<(title|desc|metadata|text)\b[^>]*>.*?</\1>|<g class="places".*?</g>|<rect [^>]*"f-paper" width="360"[^>]*>',
    re.DOTALL,
)
_HEIGHT = re.compile(r'(?<= viewBox="0 0 360 )[^"]*')


def small(svg: str) -> str:
    """The picture of a position for lists: the board alone, on the ground of the page, without letters, which nobody
    could read, and words."""
    if end := _END_OF_SMALL.search(svg):
        svg = _HEIGHT.sub(end[1], svg[: end.start()] + svg[end.end() :], count=1)
    return _NOT_SMALL.sub("", svg).replace('role="img"', 'aria-hidden="true"', 1)


def moved(x: float, y: float, *children: str) -> str:
    """What was drawn around (0, 0), drawn around another point, its pattern moved with it."""
    return element("g", *children, transform=f"translate({coordinate(x)},{coordinate(y)})")


def last_tile(half: float) -> str:
    """The square that lies under what was played last, on every board, around (0, 0)."""
    return toned(
        "rect", fill="mark", stroke=DARK, stroke_width=LAST_WIDTH, x=-half, y=-half, width=2 * half, height=2 * half
    )


def _seats(standings: Sequence[Standing], to_act: Seat | None, top: float) -> Iterator[str]:
    """Two seats a line, with a frame around the one to act."""
    for seat, standing in enumerate(standings):
        x, y = 6 + 176 * (seat % 2), top + ROW * (seat // 2) + ROW / 2
        if to_act == seat:
            yield toned("rect", stroke="edge", stroke_width=2, x=x, y=y - 11.5, width=172, height=23, rx=5)
        yield moved(x + 14, y, standing.piece)
        colour = gettext(standing.colour)
        size = 12 if len(colour) <= 6 else SMALLEST  # so that points of two digits keep clear of a long word
        yield label(colour, x + 27, y, size, anchor="start")
        yield label(str(standing.points), x + 93, y, 14, anchor="end")
        yield label(standing.left, x + 168, y, SMALLEST, fill="faint", anchor="end")


def _key(samples: Iterable[Sample], top: float) -> tuple[list[str], float]:
    """The entries beside each other as far as they fit, then below; and where they end."""
    drawn: list[str] = []
    x, y = 8.0, top + KEY_ROW / 2
    for sample in samples:
        lead = 22.0 if sample.mark else 0.0
        room = lead + KEY_SIZE * WIDEST_LETTER * len(sample.meaning)
        if x + room > WIDTH - 4 and x > 8:
            x, y = 8.0, y + KEY_ROW
        if sample.mark:
            drawn.append(moved(x + 9, y, sample.mark))
        drawn.append(label(sample.meaning, x + lead, y, KEY_SIZE, fill="faint", anchor="start"))
        x += room + 10
    return drawn, y + KEY_ROW / 2
