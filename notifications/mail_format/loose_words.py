"""Words that may stand in front of a move, behind it and within it without changing what it means. Pure tables.

In small letters, as ``fold`` leaves them. A word that is not here may turn the sense ("never", "if", "was"), so what is
here is a list of phrases, and never a pattern that takes any word.
"""

from __future__ import annotations

import re

# Said before anything else, with or without a sign behind it.
_OPENERS = (
    "ok", "okay", "o.k.", "alright", "all right", "well", "so", "hm+", "ah+", "oh", "sure", "here goes", "here we go",
    "here it is", "here you are", "here you go", "my turn", "now", "and now", "finally", "good", "done thinking",
)  # fmt: skip
# ... and with one: without, they would say something about the move.
_REMARKS = (
    "thanks", "thank you", "thx", "great", "nice", "cool", "fine", "right", "good move", "nice move", "well played",
    "good game", "sorry for the delay", "sorry for being late", "sorry i'm late", "sorry for the wait", "good luck",
)  # fmt: skip
_HELLO = (
    "hi", "hello", "hey", "dear", "hallo", "moin", "good morning", "good evening", "good afternoon", "good day",
    "bonjour", "hola", "ciao",
)  # fmt: skip
_DO = (
    "play", "move", "go", "go for", "go with", "place", "put", "choose", "take", "pick", "answer", "answer with",
    "reply", "reply with", "continue with", "respond with", "set", "make", "make the move", "make my move",
    "play the move", "move to", "do", "enter", "register", "submit", "select", "opt for", "start with", "open with",
    "begin with",
)  # fmt: skip
_I_DO = (
    r"i(?:'ll| will| shall| am going to| would like to|'d like to| want to| wish to)?(?: now| just| simply)?",
    r"i'?ll", r"let(?:'s| us| me)(?: now| just)?", r"we(?:'ll| will)?", r"(?:so )?please", r"i'm (?:just )?going to",
)  # fmt: skip
_DOING = (
    r"i'm (?:playing|placing|putting|moving|choosing|taking|going with|going for|going)",
    r"i am (?:playing|placing|putting|moving|choosing|taking|going with|going for|going)",
    "playing", "placing", "putting", "moving", "choosing", "taking", "going with", "going for",
    r"ich (?:spiele|ziehe|nehme|setze|w\xe4hle)", r"mein zug(?: ist)?", "je joue", "mon coup(?: est)?", "juego",
    r"mi jugada(?: es)?", "gioco", "ik speel", "jag spelar", "gram",
)  # fmt: skip
_LABELS = (
    r"(?:here(?:'s| is| comes)? |this is |that's )?(?:my|our|the|this|next|my next|the next)? ?"
    r"(?:move|turn|answer|choice|play|reply|response|step|action|pick|decision|selection)"
    r"(?: (?:is|now|for this turn|this time|this turn))*(?: ?(?:no\.?|nr\.?|number|#)? ?\d{1,3})?(?: is)?",
    "please", "again", "once more", "same again",
)  # fmt: skip
_CLOSERS = (
    "please", "pls", "plz", r"thanks(?: a lot| so much| very much| again| in advance)?", "many thanks",
    r"thank you(?: very much| so much| again)?", "thx", "ty", "tia", "cheers", "ok", "okay", r"bye(?: bye)?", "goodbye",
    r"see you(?: soon| later| around)?", "cu", "good luck", "gl", "hf", "gg", "glhf", "gl hf", "have fun", "enjoy",
    r"have a (?:nice|good|great|lovely) (?:day|evening|weekend|one|night|week)", r"your (?:turn|move|go)(?: now)?",
    "over to you", "back to you", "now", "this time", "this turn", "it is",
    r"for (?:me|now|my (?:move|turn)|this turn)",
    r"is my (?:move|turn|choice|answer|reply|play|pick)", r"my (?:move|turn)", r"best(?: wishes)?",
    r"(?:kind |best |warm |with )?regards", "greetings", "love", "lg", "vg", "mfg", "take care", "hah+a*", "(?:ha)+",
    "(?:he)+", "lol", "danke", "bitte", "merci", "gracias", "grazie", "sir", "madam", "my friend", "mate", "good game",
    "from me", "as my move", "as my answer", "nice game", "good night", "good morning", "good evening",
    "sorry for the delay", "sorry for being late", "that's it", "that is all", "that's all", "done with it",
)  # fmt: skip

_A = r"(?: (?:a|an|the|my))?"
_GAP = r"[\s,.!:;=>~-]*"
_NEED = r"\s*[,.!;~-]+\s*"


def _any(words: tuple[str, ...]) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


BEFORE = re.compile(
    rf"(?:{_any(_HELLO)}(?: [a-z]+)?{_NEED})?"
    rf"(?:{_any(_REMARKS)}{_NEED})?"
    rf"(?:{_any(_OPENERS)}(?![a-z0-9']){_GAP})?"
    rf"(?:{_any(_REMARKS)}{_NEED})?"
    rf"(?:(?:{_any(_I_DO)} (?:{_any(_DO)}{_A})|{_any(_I_DO)}|{_any(_DOING)}{_A}|{_any(_DO)}{_A}|{_any(_LABELS)})"
    rf"(?![a-z0-9']){_GAP})?"
)
AFTER = re.compile(rf"[\s,.!:;()~-]+(?:{_any(_CLOSERS)}(?![a-z0-9'])[\s,.!:;()~-]*){{1,3}}$")

# Lines beside a move that turn it into something that is not to be played, in the languages of our players.
_NOT = (
    "never", "not", "don't", "dont", "won't", "wouldn't", "shouldn't", "can't", "neither", "nor", "nie", "niemals",
    "nicht", "kein", "jamais", "ne", "pas", "nunca", "jam\xe1s", "non", "mai", "nooit", "niet", "inte", "aldrig",
    "ikke", "nigdy", "n\xe3o",
)  # fmt: skip
_TO_PLAY = (
    "play", "playing", "played", "move", "moving", "choose", "take", "go", "do", "with", "spiele", "spielen", "ziehen",
    "ziehe", "setzen", "jouer", "jouerais", "joue", "jugar", "jugar\xeda", "juego", "giocare", "giocherei", "spelen",
    "spela", "spille", "gra\u0107", "jogar",
)  # fmt: skip
_CANCELLED = (
    "wait", r"(?:please )?(?:forget|scratch|ignore|strike|cancel|undo|disregard) (?:it|that|this|the above|my move)",
    "nope", "never ?mind", r"(?:just|only)? ?(?:kidding|joking)", "jk", "not really", r"on second thoughts?", "oops",
    "no", r"(?:do not|don't|dont) play (?:it|that|this)", r"vergiss (?:es|das)", r"(?:lieber |dann )?doch nicht",
    "quatsch", r"(?:das )?war (?:nur )?ein (?:scherz|witz)", "nur (?:ein )?(?:spa\xdf|spass|scherz)",
    r"(?:nein|moment|warte)(?: mal)?",
    "nein", "non", r"oubliez? (?:\xe7a|cela)", "olvida(?:lo| eso)", "es broma", "laat maar", "toch niet", "gl\xf6m det",
)  # fmt: skip
# Lines above a move that report one instead of playing it: "your last move was", "Bert played:".
_WAS = (
    "played", "moved", "sent", "answered", "was", "were", "gespielt", "gezogen", "gesetzt", "geschickt", "spieltest",
    "spielte", "zogst", "zog", "war", "jou\xe9e?", "\xe9tait", "jugado", "jugaste", "jug\xf3", "jugu\xe9", "fue",
    "giocato", "giocasti", "giocai", "era", "stat[ao]", "speelde", "gespeeld", "zette", "spelade", "spelat", "var",
    "spillede", "spillet", "spilte", r"zagra\u0142\w*", r"by\u0142[ao]?", "jogou", "jogaste", "joguei", "jogado", "foi",
)  # fmt: skip
_LAST = (
    "last", "previous", "earlier", "letzte[rsnm]?", "vorige[rsnm]?", "vorherige[rsnm]?", "dernier", "pr\xe9c\xe9dent",
    "\xfaltim[ao]", "ultim[ao]", "anterior", "precedente", "laatste", "senaste", "f\xf6rra", "sidste", "siste",
    "forrige", "ostatni", "poprzedni",
)  # fmt: skip
_MOVE = (
    "moves?", "turn", "zug", "coup", "jugada", "mossa", "zet", "beurt", "drag", "tr\xe6k", "trekk", "ruch", "lance",
    "jogada",
)  # fmt: skip
REPORTS = re.compile(rf"\b(?:{'|'.join(_WAS)}) ?:?$|\b(?:{'|'.join(_LAST)}) (?:{'|'.join(_MOVE)})\b[^.!?]*$")
_ASKING = r"did|do you|does|have you|hast du|if|unless|wenn|falls|what|how|should|shall|why|is|would|could|soll|wie"
AGAINST = re.compile(
    rf"\b(?:{'|'.join(_NOT)})\b.*(?::|\b(?:{'|'.join(_TO_PLAY)}))$"
    rf"|\b(?:{'|'.join(_TO_PLAY)})\b.*\b(?:{'|'.join(_NOT)})$|^(?:{_ASKING})\b[^.!?]*$"
)
CANCELS = re.compile(
    rf"\?+|(?:but|aber|mais|pero|ma|maar|men)\b.*|(?:(?:ah|oh|hm+|well|sorry|ups|oops|no|nein|non)[ ,.!-]+)*"
    rf"(?:{'|'.join(_CANCELLED)})(?:[ ,.!-]+(?:{'|'.join(_CANCELLED)}))?[ .!]*"
)

# Between the parts of one move.
INSIDE = frozenset((
    "at", "to", "on", "onto", "in", "into", "from", "pointing", "point", "points", "towards", "toward", "square",
    "cell", "node", "hole", "field", "position", "pos", "a", "the", "token", "pyramid", "piece", "coordinates", "x",
    "y", "z", "of", "with", "twig", "facing",
))  # fmt: skip
