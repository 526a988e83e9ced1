"""Words that may stand in front of a move, behind it and within it without changing what it means. Pure tables.

In small letters, as ``fold`` leaves them. A word that is not here may turn the sense ("never", "if", "was"), so what is
here is a list of phrases, and never a pattern that takes any word.
"""

from __future__ import annotations

import re

# Said before anything else, with or without a sign behind it.
_OPENERS = (
    "ok", "okay", "o.k.", "alright", "all right", "well", "hm+", "ah+", "oh", "sure", "here goes", "here we go",
    "here it is", "here you are", "here you go", "there you go", "my turn", "now", "and now", "finally",
    "done thinking",
    "ok ok", "ok then", "okay then", "well then", "also", "so", "here", "with pleasure", "alright then",
    "dann", "na gut", "jetzt", "nun", "hier",
)  # fmt: skip
# ... and with one: without, they would say something about the move.
_REMARKS = (
    "thanks", "thank you", "thx", "good", "gut", "great", "nice", "cool", "fine", "right", "good move", "nice move",
    "well played",
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
    "begin with", "grow",
)  # fmt: skip
_I_DO = (
    r"i(?:'ll| will| shall| am going to| would like to|'d like to| want to| wish to)?(?: now| just| simply)?",
    r"i(?:'ve| have) decided(?: on)?", r"i'd like", "i would like", "i want", "gonna", "i'm gonna",
    r"i'?ll", r"let(?:'s| us| me)(?: now| just)?", r"we(?:'ll| will)?", r"(?:so )?please", r"i'm (?:just )?going to",
)  # fmt: skip
_DOING = (
    r"i'm (?:playing|placing|putting|moving|choosing|taking|going with|going for|going)",
    r"i am (?:playing|placing|putting|moving|choosing|taking|going with|going for|going)",
    "playing", "placing", "putting", "moving", "choosing", "taking", "going with", "going for", "growing",
    "opening with",
    "starting with", r"ich (?:spiele|ziehe|nehme|setze|w\xe4hle|lege|baue|beginne mit)",
    r"(?:spiele|ziehe|nehme|setze|lege|baue) ich",
    r"(?:hier (?:ist |kommt )?)?mein zug(?: ist)?", "zug",
    "antwort", "je joue", "mon coup(?: est)?", "juego",
    r"mi jugada(?: es)?", "gioco", "ik speel", "jag spelar", "gram",
)  # fmt: skip
_LABELS = (
    r"(?:here(?:'s| is| comes)? |this is |that's )?"
    r"(?:(?:my|our|the|this)? ?(?:first |next (?!turn))?|next (?!turn))"
    r"(?:move|turn|answer|choice|play|reply|response|step|action|pick|decision|selection)"
    r"(?: (?:is|now|for this turn|this time|this turn))*(?: ?(?:no\.?|nr\.?|number|#)? ?\d{1,3})?(?: is)?",
    r"first(?=:)", r"n(?:o|r)\.? ?\d{1,3}(?=:)", "please", "again", "once more", "same again",
)  # fmt: skip
_CLOSERS = (
    "please", "pls", "plz", r"thanks(?: a lot| so much| very much| again| in advance)?", "many thanks",
    r"thank you(?: very much| so much| again)?", "thx", "ty", "tia", "then", "xx+", "cheers",
    "ok", "okay", r"bye(?: bye)?", "goodbye",
    r"see you(?: soon| later| around)?", "cu", r"good luck(?: to you)?", "gl", "hf", "gg", "glhf", "gl hf",
    "have fun", "enjoy",
    r"have a (?:nice|good|great|lovely) (?:day|evening|weekend|one|night|week)", r"your (?:turn|move|go)(?: now)?",
    "over to you", "back to you", "now", "this time", "this turn", "it is",
    r"for (?:me|my (?:move|turn)|this turn)",
    r"is my (?:move|turn|choice|answer|reply|play|pick)", r"my (?:move|turn)", r"best(?: wishes)?",
    r"(?:kind |best |warm |with )?regards", "greetings", "love", "lg", "vg", "mfg", "take care", "hah+a*", "(?:ha)+",
    "(?:he)+", "lol", "danke", "bitte", "gerne?", "merci", "gracias", "grazie", "sir", "madam", "my friend", "mate",
    "good game",
    "from me", "as my move", "as my answer", "nice game", "good night", "good morning", "good evening",
    "sorry for the delay", "sorry for the wait", "sorry for being late", "that's it", "that is all", "that's all",
    "done with it",
    r"thanks for the (?:game|match)", r"greetings from [a-z]+", "hope you are well", "happy new year", "happy easter",
    "merry christmas", "to start", "to begin with", "for a start", "zum start", "zum anfang", "is what i play", "over",
    "viele gr\xfc\xdfe", "liebe gr\xfc\xdfe", "sch\xf6ne gr\xfc\xdfe", "beste gr\xfc\xdfe", "mit besten gr\xfc\xdfen",
    "gr\xfc\xdfe", "gru\xdf", "sch\xf6nes wochenende", "sch\xf6nen (?:tag|abend)", "tsch\xfcss", "bis bald",
    "viel spa\xdf", "viel gl\xfcck", "ciao",
)  # fmt: skip

_A = r"(?: (?:a|an|the|my))?"
_GAP = r"[\s,.!:;=>~-]*"
_NEED = r"\s*[,.!;~-]+\s*"


def _any(words: tuple[str, ...]) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


BEFORE = re.compile(
    rf"(?:{_any(_HELLO)}(?:(?: (?!(?:no|not|never|wait|stop|nein|nicht)\b)[a-z]+)?{_NEED}| ))?"
    rf"(?:{_any(_REMARKS)}{_NEED})?"
    rf"(?:{_any(_OPENERS)}(?![a-z0-9']){_GAP})?"
    rf"(?:{_any(_REMARKS)}{_NEED})?"
    rf"(?:(?:{_any(_I_DO)} (?:{_any(_DO)}{_A})|{_any(_I_DO)}|{_any(_LABELS)}|{_any(_DOING)}{_A}|{_any(_DO)}{_A})"
    rf"(?![a-z0-9']){_GAP})?"
)
AFTER = re.compile(rf"[\s,.!:;()~-]+(?:(?:and |& ?|\+ ?)?{_any(_CLOSERS)}(?![a-z0-9'])[\s,.!:;()~-]*){{1,3}}$")

_POLITE = (
    "please", "pls", "plz", r"thanks(?: a lot| so much| very much| again)?", "many thanks", r"thank you(?: very much)?",
    "thx", "danke", "vielen dank", "bitte", "gerne?", "merci", "gracias", "grazie",
)  # fmt: skip
POLITE = re.compile(rf"(?:[\s,.!:;~-]+{_any(_POLITE)})+$")  # behind a command

SMILEY = re.compile(r"(?:(?<=\s)|^|(?<=[\w.!,])(?=[:;]))(?:[:;=][-'o^]?[)(\]DPpo3*]+|<3|\^_?\^|[xX]D+)(?=$|[\s.!,])")
# Pictures that put what stands beside them in doubt.
SIGNS_OF_DOUBT = frozenset(
    "\u274c\U0001f6ab\u26d4\U0001f44e\u2753\u2754\U0001f914\U0001f645\u2716\u2717\u2718\U0001f937\U0001f6d1\u270b\U0001f519"
    "\u23f3\u231b\U0001f643\U0001f644\U0001f926\U0001f925\U0001f921\U0001f61c\U0001f62c\U0001f615\U0001fae4\U0001f974"
)

# Between the parts of one move.
INSIDE = frozenset((
    "at", "to", "on", "onto", "in", "into", "from", "pointing", "point", "points", "towards", "toward", "square",
    "cell", "node", "hole", "field", "position", "pos", "a", "the", "token", "pyramid", "piece", "coordinates", "x",
    "y", "z", "of", "with", "twig", "facing", "orientation", "my", "goes", "auf", "an", "nach", "feld", "von",
    "mit", "ein", "eine", "einen", "meine", "meinen", "mein", "bei", "sur", "en", "su", "op", "na", "zweig",
))  # fmt: skip

# Pieces in the words of other languages, as the notations have them.
PIECES = {
    "nullstein": "null", "kraal": "bead",
    "blatt": "leaf", "ast": "branch", "perle": "bead", "klein": "small", "kleine": "small", "mittel": "medium",
    "mittlere": "medium", "gro\xdf": "large", "gro\xdfe": "large", "wurzel": "root",
}  # fmt: skip
