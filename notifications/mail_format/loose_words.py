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
    r"for (?:me|now|my (?:move|turn)|this turn)",
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
    rf"(?:{_any(_HELLO)}(?:(?: [a-z]+)?{_NEED}| ))?"
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
    "wait", "stopp?", "halt", "never", "not", "nicht", "nie", "niemals", "nah", "naja",
    r"(?:please )?(?:forget|scratch|ignore|strike|cancel|undo|disregard)"
    r" (?:it|that|this|the above|my move|this e?-?mail|this message)",
    "please ignore", r"(?:(?:this|that) (?:is|was) |just |only )*(?:a |nur )?(?:test|joke)(?:ing)?", "fyi",
    r"not (?:this|that)(?: one)?", "fwd", r"see (?:below|above)", "siehe (?:unten|oben)",
    "nope", "never ?mind", r"(?:just|only)? ?(?:kidding|joking)", "jk", "not really", r"on second thoughts?", "oops",
    "no", r"(?:do not|don't|dont) play(?: (?:it|that|this))?",
    r"(?:bitte |das )*(?:nicht (?:spielen|beachten)|ignorieren)",
    r"vergiss (?:es|das)", r"(?:lieber |dann )?doch nicht",
    "quatsch", r"(?:das )?war (?:nur )?ein (?:scherz|witz)", "nur (?:ein )?(?:spa\xdf|spass|scherz)",
    r"(?:nein|moment|warte)(?: mal)?",
    "nein", "non", "nee", "nej", "nie", "n\xe3o",
    r"oubliez? (?:\xe7a|cela)", "olvida(?:lo| eso)", "es broma", "laat maar", "toch niet", "gl\xf6m det",
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
# Words at the end of a line that ask for more: what stands below them is the end of their sentence.
_OPEN_ENDED = (
    "but", "suggest(?:s|ed)?", "recommend(?:s|ed)?", "advise[sd]?", "prefer(?:s|red)?", "like[sd]?", "hate[sd]?",
    "want(?:s|ed)?", "expect(?:s|ed)?", "fear(?:s|ed)?", "regret(?:s|ted)?", "think", "thinks", "thought",
    "considered",
    "vorschl\xe4gt", "schl\xe4gt vor", "empfiehlt", "hasse", "h\xe4tte", "wollte", "sugg\xe8re", "conseille",
    "d\xe9teste",
    "sugiere", "recomienda", "odio", "suggerisce", "consiglia", "stelt voor", "haat", "f\xf6resl\xe5r", "hatar",
    "foresl\xe5r", "sugeruje", "sugere", "recomenda", "odeio",
    "after", "before", "until", "unless", "without", "except", "instead of", "than", "like", "as", "if", "that",
    "what", "whether", "about", "against", "says?", "said", "reads", "by", "had", "consider", "imagine", "suppose",
    "between", "for", "at", "from", "into", "read", "missed", "overlooked", "comes?", "came", "an", "auf",
    "mit", "bei", "aus", "du", "wir", "man", "zwischen", "von", "f\xfcr", "ich", "meint", "kommt", "kam",
    "nach", "vor", "ohne", "au\xdfer", "statt", "als", "wie", "wenn", "falls", "ob", "dass", "\xfcber", "gegen",
    "sagte?",
    "are", "is", "sind", "ist", "hattest", "hast", "hatte", "apr\xe8s", "avant", "sans", "si", "dit", "despu\xe9s de",
    "antes de", "sin", "dice",
    "dopo", "prima di", "senza", "se", "na", "voor", "zonder", "als", "efter", "utan", "om", "po", "przed", "bez",
)  # fmt: skip
OPEN_ENDED = re.compile(rf"\b(?:{'|'.join(_OPEN_ENDED)})$")
# Words at the beginning of the line below a move that go on about it.
GOES_ON = re.compile(
    r"(?:that|this|it|das|es)(?:'s| is| was| ist| war) (?:what|how|where|was|wie|wo)\b(?! i(?:'ll| will)? play\b)"
    r"|(?:is|was) (?:that|this|it)\b"
    r"|[. ]*(?:is|was|were|isn't|wasn't|would|wouldn't|could|might|may|seems|looks|loses|wins|says|said|ist|war|w\xe4re"
    r"|verliert|gewinnt|hat|sagte?|meinte?|est|\xe9tait|serait|es|fue|ser\xeda|\xe8|era|sarebbe|zou|was|var|skulle|jest|by\u0142o)\b"
)
# The move was meant for somewhere else.
_GAME = "(?:game|match|board|window|mail|e-?mail|thread|fenster|spiel|partie|brett|partij|partida|partita|parti)"
ELSEWHERE = re.compile(
    rf"\b(?:wrong|falsche[snm]?|mauvaise?|verkeerde|fel) (?:{_GAME}|person|address|adresse)\b"
    rf"|\b(?:for|in|of|f\xfcr|zu|pour|para|per|voor|f\xf6r)"
    rf"(?: (?:the|einem|einer|ein|eine|die|das|une?|una|el|la|een|ett|det))?"
    rf" (?:an)?(?:other|different|andere[snmr]?|autre|otr[ao]|altr[ao]|annat) {_GAME}\b"
    r"|\b(?:(?:is|was|meant) for|(?:ist|war|gilt|gedacht) f\xfcr)\b"
    rf"|\b{_GAME} \d{{1,18}}\b"
)
_SMALL_TALK = (
    r"how(?:'s| is| are| was| were| do| did| have)\b.*\b(?:you|your|life|things|everybody|it going|weather|family)\b.*"
    r"|what(?:'s| is) (?:up|new)|wie geht'?s?\b.*|alles (?:gut|klar)\b.*|\xe7a va\b.*"
    r"|qu\xe9 tal\b.*|come (?:va|stai)\b.*"
)
SMALL_TALK = re.compile(rf"(?:{_SMALL_TALK})\?+")
# A question beside a move that may be about it.
ASKS = re.compile(
    r"\b(?:should|shall|can|may|could|would|do|did|have|am|was|must|kann|darf|soll|sollte|muss)"
    r" (?:i|we|it|this|that|ich|wir|es|das)\b.*\?"
    r"|\b(?:this|that|which|one|move|legal|illegal|allowed|agree|possible|better|best|good|bad|ok|okay|right|or|think|say"
    r"|oder|zug|das|dies|erlaubt|besser|gut|richtig|meinst|denkst|findest|coup|jugada|mossa|zet|drag|ruch|mieux|mejor"
    r"|meglio|beter|b\xe4ttre)\b.*\?"
)
# The beginning of a line that says when a move comes that is not this one.
_LATER = r"(?:tomorrow|tonight|later|next (?:time|turn)|(?:\xfcber)?morgen|sp\xe4ter|n\xe4chstes mal|heute abend)"
REPORTS = re.compile(
    rf"\b(?:{'|'.join(_WAS)})(?: (?:me|us|mir|uns|it))? ?:?$|\b(?:{'|'.join(_LAST)}) (?:{'|'.join(_MOVE)})\b[^.!?]*$"
)
_ASKING = (
    r"did|do you|does|have you|hast du|can|darf|if|unless|assuming|once|wenn|falls|sobald|what|how|should|shall|why|is"
    r"|would|could|soll|wie"
)
AGAINST = re.compile(
    rf"\b(?:{'|'.join(_NOT)})\b.*(?::|\b(?:{'|'.join(_TO_PLAY)}))$"
    rf"|\b(?:{'|'.join(_NOT)})$|^(?:{_ASKING})\b[^.!?]*$"
    rf"|^{_LATER}\b[^.!?]*$"
    r"|\b(?:(?:would|could|might|should|'d) have|h\xe4tte|w\xfcrde|k\xf6nnte)\b[^.!?]*$"  # as it did not come
)
_SIGHS = r"(?:(?:ah|ach|oh|hm+|well|sorry|ups|oops|haha|no|nein|non)[ ,.!-]+)*"
_CANCELLING = rf"{_SIGHS}(?:{'|'.join(_CANCELLED)})(?:[ ,.!-]+(?:{'|'.join(_CANCELLED)}))?[ .!]*"
# Words anywhere beside a move that say that it is not decided, not meant, or not of the writer.
_HEDGES = (
    "maybe", "perhaps", "possibly", "probably", "vielleicht", "evtl", "eventuell", "wahrscheinlich", "peut-\xeatre",
    "quiz\xe1s?", "tal vez", "forse", "magari", "misschien", "wellicht", "kanskj?e", "m\xe5ske", "mo\u017ce", "talvez",
    "(?:not|am|nicht) (?:so |quite |yet |ganz )?(?:sure|certain|sicher)", "unsure", "unsicher", "undecided",
    "mistake", "accident(?:ally)?", "inadvertently", "versehen(?:tlich)?", "irrtum", "erreur", "error", "errore",
    "vergissing", "misstag", "engano", "pomy\u0142k\u0105?", "confirm(?:ed)?", "best\xe4tig\\w*", "until",
    "hold (?:it|this|that|on)", "please wait", "warte", "attends", "espera", "aspetta", "wacht", "v\xe4nta", "poczekaj",
    r"(?:take|taking|took|nehme|nimm)\b.*\b(?:back|zur\xfcck)", "(?:scrap|strike|scratch|forget|ignore|disregard)",
    "ignorieren?", "do(?: not|n't) (?:play|count|move|use)", "instead", "rather", "stattdessen", "lieber",
    "decide", "think (?:again|about it|it over|aloud|(?:some |a bit )?more)", "thinking", "sleep on", "\xfcberlege?n?",
    "\xfcberlegt", "nachdenken", "noch nicht", "(?:final|real) (?:answer|move|one)", "whether",
    "if (?:it|that|this)(?:'s)?", "ob (?:das|es|ich)",
    "zur\xfccknehmen", "scherz", "kidding", "joke", "(?:to|zum) test(?:en)?",
    "checking (?:if|whether)", "(?:an idea|eine idee)",
    "draft", "entwurf", "decided yet", "nicht werten", "auf keinen fall", "(?:or|oder) (?:not|nicht)",
    "out of (?:the )?office", "(?:auto|automatic) ?-?reply", "(?:will|shall) (?:reply|respond)", "automatische antwort",
    "(?:derzeit|zurzeit|momentan) (?:abwesend|nicht im b\xfcro)",
    r"e\.g", r"z\. ?b", "(?:for|an) example", "zum beispiel", "par exemple", "por ejemplo", "per esempio",
    "bijvoorbeeld", "till exempel", "na przyk\u0142ad",
    "por exemplo", "not me", "wish i", "(?:cat|dog|son|daughter|kid|child|friend) (?:typed|wrote|sent)", "afraid of",
    "cannot play", "yesterday's", "(?:you|one|we|he|she|they|nobody) (?:could|would|might|should|can)\\b",
    "dont play", "to be",
)  # fmt: skip
HEDGES = re.compile(rf"\b(?:{'|'.join(_HEDGES)})(?![\w'])")
# Verbs at the end of a line whose object may be the move below it.
_TAKES_MOVE = (
    "try", "tried", "found", "finds", "find", "with", "to", "of", "stop", "prevent", "writes?", "threaten(?:s|ing)?",
    "chose", "took", "did", "made", "puts?", "lays?", "places?", "sees?", "saw", "shows?", "showed", "means?", "meant",
    "type", "typed", "send", "rejected", "refused", "undo", "cancel",
    "following", "folgendes", *_TO_PLAY,
)  # fmt: skip
TAKES_MOVE = re.compile(rf"\b(?:{'|'.join(_TAKES_MOVE)})$")
I_PLAY = re.compile(
    r"(?:(?:and|so|now|then|here|today|this (?:turn|time|move)|ok|okay|jetzt|dann)[ ,]+)*"
    rf"(?:i(?:'ll| will)?(?: now)?|ich) (?:{'|'.join(_TO_PLAY)})"
)
ENDS_IN_NOT = re.compile(rf"[ .]*(?:\S+ ){{0,3}}(?:no|{'|'.join(_NOT)})[ .!]*")
# A field of a mail that was pasted above a move.
FIELD = re.compile(
    r"(?:from|to|cc|date|sent|subject|von|an|gesendet|datum|betreff|de|para|fecha|enviado|asunto|da|a|oggetto|van|aan"
    r"|onderwerp|fr\xe5n|till|\xe4mne|od|do|temat|objet|envoy\xe9|\xe0) ?: "
)
CANCELS = re.compile(rf"\?+|(?:but|aber|mais|pero|ma|maar|men)\b.*|{_CANCELLING}")
FORBIDS = re.compile(_CANCELLING)  # above a move

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
