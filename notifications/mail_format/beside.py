"""What stands beside a command: courtesy, words for the other players, or a doubt. Pure.

Courtesy (a greeting, thanks, a farewell, a name, a signature) changes nothing. Listed doubt stops what it stands next
to; a retraction stops it wherever it stands. Everything else is for people, and gives its writer time to object.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby

from games.rules.folding import fold
from notifications.mail_format import phrases, word_lists

LONGEST_RETRACTION = 14  # words of a line that takes a move back from afar
LONGEST_SIGNED = 8  # words of a line of a signature
MOST_NAMES = 4  # words of a name
MOST_LAST = 3  # lines of a farewell with the name below it, blank ones not counted
SIGNS_OF_DOUBT = frozenset("❌🚫⛔👎❓❔🤔🙅✖✗✘🤷🛑✋🔙⏳⌛🙃🙄🤦🤥🤡😜😬😕🫤🥴🚧⏸↩💭🤫🤐😏")
SMILEY = re.compile(r"(?:(?<=\s)|^|(?<=[\w.!,])(?=[:;]))(?:[:;=][-'o^]?[)(\]DPpo3*]+|<3|\^_?\^|[xX]D+)(?=$|[\s.!,])")


def finding(*lists: Iterable[str]) -> re.Pattern[str]:
    entries = sorted((entry for entries in lists for entry in entries), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(entries)})(?![\w'])")


_FAREWELLS = finding(word_lists.FAREWELLS, map(re.escape, phrases.SIGN_OFFS))
_GREETING = finding(word_lists.GREETINGS)
_THANKS = finding(word_lists.THANKS)
_SOCIABLE = finding(word_lists.SOCIABLE)
_IDIOM = finding(word_lists.IDIOMS)
_RETRACTION = finding(word_lists.RETRACTIONS)
_DOUBT = finding(
    word_lists.CONDITIONS,
    word_lists.NEGATIONS,
    word_lists.RETRACTIONS,
    word_lists.DOUBTS,
    word_lists.REPORTS,
    map(re.escape, phrases.WROTE),
)
_BEFORE = finding(word_lists.BEFORE_MOVES)
_CONTRAST = finding(word_lists.CONTRASTS)
_TAKES_BACK = finding(word_lists.NEGATIONS, word_lists.RETRACTIONS, word_lists.DOUBTS, word_lists.CONDITIONS)
POLITE = re.compile(rf"(?:[\s,.!:;~-]+{_THANKS.pattern}(?: (?:a lot|so much|very much|again|you))?)+[\s.!]*$")
_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_ENDS = re.compile(r"[.!?,)…]$")
_GOES_ON = re.compile(r"(?:[a-zß-ÿ]|\.\.)")
_ABOUT_THE_MOVE = re.compile(
    r"\b(?:move|play|gam|(?:il)?legal|allow|zug|spiel|erlaubt|coup|jou|jug|jog|moss|gioc|zet|ruch|gr(?:a|\u0119|y|ze)\b|part[iy])"
)
POSTSCRIPT = re.compile(r"(?:p\.? ?[sd]|n\.? ?b|edit|nachtrag|correction|korrektur)\b(?![-\w])")
_NAME = re.compile(r"[^\W\d_][\w'.-]*")
_CONTACT = re.compile(r"https?:\S+|www\.\S+|[\w.+-]+@[\w.-]+|[+(]?\d[\d ()/-]{5,}\d")
_NOTHING = re.compile(r"[\W_]*|\[(?:image|cid)\b[^\]]*\]|<?https?:\S+>?")
_JOINS = frozenset(("and", "und", "et", "y", "e", "en", "from", "aus", "von", "van", "de", "all", "there", "everybody"))


def beside(lines: Sequence[str], of_orders: AbstractSet[int], names: Collection[str] = ()) -> tuple[str, list[str]]:
    """What a person's own folded lines say beside the commands among them, at the places ``of_orders``: the line that
    doubts them, empty if none does, and the words for people.

    ``names`` are words of the writer's names, in small letters.
    """
    near = _near(lines, of_orders)
    beside_orders = (at for at, line in enumerate(lines) if line and at not in of_orders and not _is_own(line, names))
    doubt = next((lines[at] for at in beside_orders if _doubts(lines, at, of_orders, is_near=at in near)), "")
    return doubt, _for_people(lines, of_orders, names)


YES = r"(?:yes|yep|yeah|yup|y|ja|jep|jawohl|j|oui|s[i\xed\xec]|sim|tak)"
AGREED = (
    r"(?:exactly|correct|sure|ok|okay|fine|genau|richtig|stimmt|gerne?|of course|nat\xfcrlich|claro|bien s\xfbr|certo"
    r"|natuurlijk|oczywi\u015bcie|go ahead|(?:do|play) it|spiel(?:e|en)? (?:es|das|ihn)"
    r"|(?:that's|that is) (?:it|right|correct)|i meant that|d[ae][ns] meinte ich)"
)
_AGREEMENT = re.compile(rf"(?:(?:{YES}|{AGREED})[ ,.!-]+)+|(?:[ ,.!-]+(?:{YES}|{AGREED}))+$")


def without_agreement(text: str) -> str:
    """What is left of "sure, accept" in small letters without the words that only agree in front of it and behind."""
    found = _AGREEMENT.match(text)
    return _AGREEMENT.sub("", text[found.end() :] if found else text)


# Doubt ----------------------------------------------------------------------------------------------------------------


def doubts(text: str) -> bool:
    """Whether the words around a move on its own line doubt it, or report one."""
    plain = _plain(text)
    return "?" in text or not SIGNS_OF_DOUBT.isdisjoint(text) or bool(_DOUBT.search(plain))


def subject_doubts(subject: str) -> bool:
    """Whether the subject of a mail that answers none of ours may doubt the move below it: "Draft", "Legal?"."""
    return doubts(fold(subject))


def retracts(line: str) -> bool:
    """Whether a line takes back what stands far from it."""
    plain = _plain(line)
    return len(plain.split()) <= LONGEST_RETRACTION and bool(_RETRACTION.search(plain))


def doubts_a_yes(lines: Sequence[str]) -> str:
    """The first line beside a yes that may take it back; empty if there is none. Whatever else a mailbox adds is none.

    Those of the texts that firms add are longer, or stand next to such a line.
    """
    for line, below in zip(lines, [*lines[1:], ""], strict=False):
        if max(len(line.split()), len(below.split())) > LONGEST_SIGNED:
            return ""
        if "?" in line or _TAKES_BACK.search(_plain(line)):
            return line
    return ""


def objects(lines: Sequence[str]) -> bool:
    """Whether the words of a mail without a command take back what its writer was told that we have read."""
    plain = [_plain(line) for line in lines if line and not greets(line)]
    return bool(plain) and (bool(_TAKES_BACK.match(plain[0])) or any(map(retracts, plain)))


def _doubts(lines: Sequence[str], at: int, of_orders: AbstractSet[int], *, is_near: bool) -> bool:
    line = lines[at]
    if greets(line):
        return False
    if not SIGNS_OF_DOUBT.isdisjoint(line) or retracts(line):
        return True
    plain = _plain(line)
    is_sociable = bool(_SOCIABLE.match(plain.lstrip("\xbf ")))
    is_postscript = bool(POSTSCRIPT.match(line.lower()))
    if is_postscript and _ABOUT_THE_MOVE.search(plain):
        return True
    below = _next_filled(lines, at, 1)
    is_open = below in of_orders and line[-1].isalpha() and " " in line and not _BEFORE.fullmatch(plain)
    after = next((lines[place] for place in range(at + 1, len(lines)) if lines[place] and place not in of_orders), "")
    is_sentence = below == at + 1 or (_GOES_ON.match(after) and not _is_thanks(after))
    if is_open and is_sentence and not _is_thanks(line):
        return True  # the move stands within a sentence, which reports it
    if is_near or is_postscript:
        is_contrast = at - 1 in of_orders and bool(_CONTRAST.match(plain))
        return ("?" in line and not is_sociable) or is_contrast or bool(_DOUBT.search(plain))
    if "?" in line and not is_sociable and _ABOUT_THE_MOVE.search(plain):
        return True
    sentences = _SENTENCE.findall(plain) or [""]
    if _next_filled(lines, at, -1) in of_orders:  # a report is about what stands below it
        return bool(_TAKES_BACK.search(sentences[0]))
    doubt = _TAKES_BACK if _is_thanks(line) else _DOUBT  # for a book
    return below in of_orders and bool(doubt.search(sentences[-1]))


def _next_filled(lines: Sequence[str], at: int, step: int) -> int:
    """The place of the next line above or below that is not blank; that of the line itself if there is none."""
    end = -1 if step < 0 else len(lines)
    return next((place for place in range(at + step, end, step) if lines[place]), at)


def paragraphs(lines: Sequence[str], rules: str = "") -> Iterator[list[int]]:
    """The places of folded lines in a row. Blank lines part them, and lines that are drawn with the signs ``rules``."""
    for is_text, places in groupby(range(len(lines)), lambda at: bool(lines[at].strip(rules))):
        if is_text:
            yield list(places)


def _near(lines: Sequence[str], of_orders: AbstractSet[int]) -> set[int]:
    """The places of lines next to a command: in its paragraph, or above it as a part of its sentence, or below it and
    as short as what is said of what stands above."""
    near = {at for block in paragraphs(lines) if not of_orders.isdisjoint(block) for at in block}
    for order in of_orders:
        above, below = _next_filled(lines, order, -1), _next_filled(lines, order, 1)
        if not _ENDS.search(lines[above]):
            near.add(above)
        line = lines[below]
        if _GOES_ON.match(line) or len(line.split()) <= MOST_NAMES or _TAKES_BACK.match(_plain(line)):
            near.add(below)
    return near


# Courtesy -------------------------------------------------------------------------------------------------------------


def greets(line: str) -> bool:
    """Whether a folded line only says hello, with or without a name."""
    found = _GREETING.match(line.lower())
    return found is not None and _are_names(line[found.end() :])


def without_farewell(lines: Sequence[str]) -> list[str]:
    """The lines above a farewell at the end and the name below it. "Thanks", "Cheers!" and "see you" with no name below
    are said to people."""
    filled = [(at, fold(line)) for at, line in enumerate(lines) if line.strip()][-MOST_LAST:]
    for number, (at, line) in enumerate(filled):
        names = [name for _, name in filled[number + 1 :]]
        is_said = not names and (_is_thanks(line) or line.endswith("!") or line.split()[-1].islower())
        if _says_goodbye(line) and not is_said and all(_are_names(name) for name in names):
            return list(lines[:at])
    return list(lines)


def _for_people(lines: Sequence[str], of_orders: AbstractSet[int], names: Collection[str]) -> list[str]:
    """The lines that are no courtesy, with the thanks between them; none where only thanks are left."""
    kept: list[str] = []
    last = max((at for at, line in enumerate(lines) if line), default=-1)
    first = min(of_orders, default=-1)
    is_signed = has_words = False  # whether the last filled line was a farewell or a name
    for at, line in enumerate(lines):
        if at in of_orders or not line or _NOTHING.fullmatch(line) or (not kept and greets(line)):
            is_signed = is_signed and not line
            continue
        is_name = (is_signed and _are_names(line)) or (at == last and len(line.strip(" ,.-~*_")) <= 2)
        is_name = is_name or _is_own(line, names) or _heads_a_signature(line, next(iter(lines[at + 1 : at + 2]), ""))
        is_end = at > first and (_says_goodbye(line) or is_name)
        is_end = is_end or (is_signed and _is_of_signature(line)) or (at < first and not kept and _is_own(line, names))
        if not is_end:
            kept.append(line)
            has_words = has_words or not _is_thanks(line)
        is_signed = is_end
    return kept if has_words else []


def _says_goodbye(line: str) -> bool:
    """Whether a line is a farewell, or two, with or without a name behind it."""
    rest = line.strip(" -~*_")
    while found := _FAREWELLS.match(rest.lower()):
        rest = rest[found.end() :].strip(" ,.!-~*&+").removeprefix("and ").removeprefix("und ")
        if not rest:
            return True
    return rest != line.strip(" -~*_") and _are_names(rest)


def _is_thanks(line: str) -> bool:
    plain = _plain(line).strip(" .!,")
    is_short = len(plain.split()) <= LONGEST_SIGNED and not any(map(str.isdigit, plain))
    return is_short and bool(_THANKS.match(plain)) and not plain.startswith(("please", "bitte"))


def _is_own(line: str, names: Collection[str]) -> bool:
    words = [word.strip(".,") for word in line.strip(" ,.-~*_").split()]
    is_like = all(word[:1].isupper() or len(word) == 1 or _knows(word.lower(), names) for word in words)
    return 0 < len(words) <= MOST_NAMES and is_like and any(_knows(word.lower(), names) for word in words)


def _knows(word: str, names: Collection[str]) -> bool:
    return any(
        word == name or (min(len(word), len(name)) >= 3 and (word.startswith(name) or name.startswith(word)))
        for name in names
    )


def _are_names(text: str) -> bool:
    words = [word for word in text.strip(" ,.!:;-~*_").replace(",", " ").split() if word.lower() not in _JOINS]
    are_words = all(_NAME.fullmatch(word) and (word[0].isupper() or len(words) == 1) for word in words)
    return len(words) <= MOST_NAMES and are_words and not _DOUBT.search(_plain(text)) and "?" not in text


def _heads_a_signature(line: str, below: str) -> bool:
    """Whether a line is a whole name with a position or a number directly below."""
    is_name = " " in line and line[-1].isalpha() and _are_names(line)
    return is_name and bool(below) and _is_of_signature(below)


def _is_of_signature(line: str) -> bool:
    words = line.split()
    is_capital = sum(word[0].isupper() or not word[0].isalpha() for word in words) * 2 >= len(words)
    return bool(_CONTACT.search(line)) or (is_capital and len(words) <= LONGEST_SIGNED and not doubts(line))


def _plain(line: str) -> str:
    """In small letters, without what only seems to doubt."""
    return _IDIOM.sub(" ", line.lower())
