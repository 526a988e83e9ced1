"""Lines of an answer that nobody has typed: what mailboxes, firms and programs add to every mail. Pure.

They are known by their form, or because they stood at the same place in earlier mails of the same sender.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from games.rules.folding import fold
from notifications.mail_format.beside import paragraphs
from notifications.mail_format.command_list import COMMAND_OF
from notifications.mail_format.commands import FREE_TEXT, Order
from notifications.mail_format.quotation import RULE_LINE

ENOUGH = 2  # words about mail in a line that nobody has typed
FEWEST_WORDS = 4  # of such a line
LONGEST_LABEL = 40  # characters, beyond which a line may be of a text over several
MOST_ABOVE, MOST_BELOW = 20, 60  # lines at both ends that are looked at
EARLIER = 2  # mails in which a line must have stood

# Of what mail hosts, firms and lawyers write about a mail, and people hardly ever: beginnings of words.
_OF_MAIL = re.compile(
    r"\b(?:e-?mail|message|nachricht|sender|absender|recipient|empf\xe4nger|addressee|destinat|attachment|anhang|anh\xe4nge"
    r"|link|external|extern|organi[sz]ation|confiden|vertraulich|privileg|disclos|unauthori|unbefugt|virus|viren|scan"
    r"|gepr\xfcft|malware|phishing|print|drucke|environment|umwelt|courriel|imprim|environnement|correo|mensaje|mensagem"
    r"|messaggio|bericht|vertrouwelijk|fortrolig|konfiden|poufn|afzender|bijlag|nadawc|za\u0142\u0105cz|exp\xe9diteur|remitent"
    r"|remetent|mittent|adjunt|allegat|anexo|pi\xe8ces? jointe"
    r"|often get|disclaimer|amtsgericht|handelsregister)",
    re.IGNORECASE,
)
# Of a person who writes about themselves or about the game.
_OF_PEOPLE = re.compile(
    r"\b(?:(?-i:I)|i'm|i'll|i've|me|my|mine|ich|mir|mich|mein\w*|je|mon|ma|yo|mi|io|mio|ik|mijn|jag|jeg|ja|eu|moves?|games?|play\w*"
    r"|turns?|undo|ignore|disregard|cancel|mistake|accident|joke|tests?|spa\xdf|withdraw\w*|instead|wrong|zug|z\xfcge|spiel\w*|partie|coup|jugada|partida|mossa|partita|zet|drag|ruch"
    r"|jogada)\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\S*(?:@|://|www\.)\S*")
# A label such as [EXTERNAL], a file with its size, the heading of a list of files.
_FORM = re.compile(
    r"[*\[({<# ]*(?:external|extern\w*)(?: (?:e-?mail|sender|message|mail))?[\])}>*:# ]*"
    r"|(?:virus-free|virenfrei|sans virus|libre de virus|senza virus)\b.*"
    r"|[-*<\[( ]*[^\s:<>\[\]][^:<>\[\]]*\.(?:[a-z]{3,4}|mp[34]|7z)\b[ ]?(?:[\[(<]?[\d.,]+ ?[kmg]i?b[\])>]?)?[>\])]*"
    r"|[<\[](?:image|cid|inline)\b[^\]>]*[\]>]"
    r"|(?:\d+ )?(?:attach|anhang|anh\xe4ng|anlage|pi\xe8ces? jointe|adjunt|allegat|bijlage|bilag|za\u0142\u0105cz|anexo"
    r"|liite)[^.?!]{0,30}:",
    re.IGNORECASE,
)
IsLine = Callable[[str], bool]


def without_furniture(
    lines: Sequence[str],
    read: Callable[[str], Order | None],
    earlier: Sequence[Sequence[str]] = (),
    is_doubt: IsLine = bool,
) -> list[str]:
    """A person's own lines without those that nobody has typed. Commands are always kept, and so are the words behind
    ``say`` and ``note`` but for what stands below them at the end.

    ``read`` tells commands from other lines. ``earlier`` are the lines of other mails of theirs; a line that stood
    there is kept where it is a doubt.
    """
    is_near = [at < MOST_ABOVE or at >= len(lines) - MOST_BELOW for at in range(len(lines))]
    folded = [fold(line) if near else "" for line, near in zip(lines, is_near, strict=True)]
    added = {at for at in _repeated_in(folded, earlier) if not is_doubt(folded[at])}
    blocks = list(paragraphs(folded, RULE_LINE))
    for block in blocks:
        text = " ".join(folded[at] for at in block)
        is_text = len(block) > 1 and _is_added(text) and max(len(folded[at]) for at in block) > LONGEST_LABEL
        added.update(at for at in block if is_text or _is_added(folded[at]) or _FORM.fullmatch(folded[at]))
    if not added:
        return list(lines)
    orders = {at: order for at, line in enumerate(folded) if line and (order := read(lines[at]))}
    added -= orders.keys()
    start = min((at for at, order in orders.items() if COMMAND_OF[order.verb].takes in FREE_TEXT), default=len(lines))
    last = max((block[-1] for block in blocks if not added.issuperset(block)), default=-1)
    kept = [line for at, line in enumerate(lines) if at not in added or start < at <= last]
    while kept and not kept[-1].strip(RULE_LINE):
        del kept[-1]
    return kept[next((at for at, line in enumerate(kept) if line.strip(RULE_LINE)), 0) :]


def _is_added(text: str) -> bool:
    """Whether a text is about mail as such, in more than one word, and says nothing of its writer or of a game."""
    words = {found[0].lower() for found in _OF_MAIL.finditer(text)}
    if len(words) < ENOUGH or len(text.split()) < FEWEST_WORDS:
        return False
    said = _ADDRESS.sub(" ", text)
    return "?" not in said and not _OF_PEOPLE.search(said)


def _repeated_in(folded: Sequence[str], earlier: Sequence[Sequence[str]]) -> set[int]:
    """The places of lines that stood word for word at the same place, from above or below, in two earlier mails."""
    mine, found = [at for at, line in enumerate(folded) if line], set()
    others = [[line for line in map(fold, lines) if line] for lines in earlier]
    for number, at in enumerate(mine):
        line, below = folded[at], number - len(mine)
        same = (lines[number : number + 1] == [line] or lines[below : below + 1 or None] == [line] for lines in others)
        if sum(same) >= EARLIER:
            found.add(at)
    return found
