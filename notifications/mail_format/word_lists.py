"""All words of people that decide how a mail is read, in the languages that the service knows. Pure tables.

In small letters, as ``fold`` leaves them; an entry can be a pattern, such as a stem. A test counts them: whatever is
not listed costs its writer no more than some minutes, so that nothing has to be complete but what doubts a move.
"""

from __future__ import annotations

from itertools import chain


def _entries(*lines: str) -> tuple[str, ...]:
    return tuple(entry.strip() for entry in ",".join(lines).split(",") if entry.strip())


# How a line begins that only says hello.
GREETINGS = _entries(
    "hi, hello, hey, dear, (?:good )?(?:morning|evening|afternoon), hallo, moin, servus",
    "lieber?, guten (?:morgen|tag|abend), sehr geehrter?, grüezi, bonjour, bonsoir",
    "salut, coucou, cher, chère, hola, buenos días, buenas(?: tardes| noches)?, querid[oa]",
    "ciao, salve, buon(?:giorno|asera), car[oa], hoi, dag, beste, goede(?:morgen|middag|navond)",
    "olá, oi, bom dia, boa (?:tarde|noite), cześć, hej, dzień dobry, dobry wieczór, witam, witaj",
)
# How a mail ends, beside what ``phrases.SIGN_OFFS`` has.
FAREWELLS = _entries(
    "love, xx, xxx, x, bye, take care, see you, see you soon, talk soon, from, bis bald, tschüss",
    "alles gute, dein, deine, mit freundlichen grüßen, herzliche grüße, schöne grüße, liebe grüsse, à bientôt",
    "amicalement, bises, bien cordialement, amitiés, un abrazo, abrazos, hasta luego, hasta pronto, a presto",
    "un abbraccio, cari saluti, groet, groetjes, tot ziens, met vriendelijke groet, um abraço, abraço, até logo",
    "cumprimentos, pozdrowienia, do zobaczenia, serdecznie",
)
THANKS = _entries(
    "thank you, thanks, many thanks, thx, ty, danke, vielen dank, merci, gracias, grazie, bedankt, dank je",
    "obrigad[oa], dziękuję, dzięki, please, bitte, gerne?",
)
# How a question begins that is about nobody's move.
SOCIABLE = _entries(
    "how are, how's, how is, how was, how did, wie geht, wie war, wie läuft, ça va, comment vas, comment va",
    "cómo estás, qué tal, come va, come stai?, hoe gaat, hoe is, como vai, tudo bem, como está, jak się",
    "co słychać",
)
# Words that seem to doubt and do not.
IDIOMS = _entries(
    "no (?:hurry|rush|problem|worries), not bad, can't wait, (?:catch|see) you later, why not, well played, keine eile",
    "kein problem, kein stress, nicht schlecht, gut gespielt, warum nicht, pas de souci, pas mal, bien joué",
    "sin prisa, bien jugado, ben giocato, nessuna fretta, non male, geen haast, goed gespeeld, sem pressa",
    "bem jogado, bez pośpiechu",
)
CONDITIONS = _entries(
    "if, unless, provided, assuming, suppos(?:e|ing), (?:in|en) cas[eo], as (?:long|soon) as, only when, wenn",
    "(?:falls|für den fall|sofern|solange|sobald), angenommen, es sei denn, au cas où, qualora",
    r"vorausgesetzt, (?<![^\W\d_] )s[ei], (?:sol[ao]|só|mais|pero|mas?|et?|y|o) s[ei]",
    "s[ei] (?:t[uú]|vous|yo|lei|você)",
    "sauf, à condition, a menos, a (?:patto|condizione), siempre que, a condición, als(?! [^ ]+$)",
    "(?:indien|tenzij|mits|zodra), op voorwaarde, caso, a não ser",
    r"(?:desde|contanto) que, pod warunkiem, je(?:śli|żeli), gdyby\w*",
    "o ile, chyba że",
)
NEGATIONS = _entries(
    r"no(?:body| one)?, not, never, none, neither, cannot, \w+n't, nein, nicht, nie(?:mals|mand)?, kein\w*, nö, non",
    r"(?:refus|weiger|recus|rifiut|odmawia|avoid|evit)\w*, hors de question, pas",
    r"jam(?:ais|ás), aucune?, nunca, ni, nadie, ningún, tampoco, mai, nessun\w*, nee, niet, nooit, geen, não, nem",
    "ninguém, nigdy, nikt",
)
# What takes a move back, wherever it stands.
RETRACTIONS = _entries(
    "kidding, joking, a joke, jk, ignore, disregard, forget (?:it|that|the), never mind, nevermind, withdraw",
    "scra(?:tch|p) that, april fool, take (?:it|that) back, second thoughts?, chang(?:e|ed) my mind, misclick",
    "note to self",
    r"(?:do not|don't) (?:play|count|enter|move), (?:just|only) (?:a )?test(?:ing)?, cancel\w*",
    r"hypothetical\w*, scherz\w*, (?:witz|nur spaß), vergiss, ignorier\w*, quatsch, zurücknehmen, nehme ihn zurück",
    r"(?:wrong|different|falsche\w*|mauvaise|era para otra|verkeerde|zła) (?:game|opponent|spiel|part(?:ie|ida|ij|ia))"
    r"|(?:partita|partida|jogo) (?:sbagliata|errad[ao]|equivocada), anders überlegt, doch nicht",
    "ver(?:tippt|klickt|tan|guckt)",
    r"entwurf, nur ein test, (?:blague|pour rire), me suis trompée?, plaisant\w*, oublie[zr]?",
    r"annule[zr]?, changé d'avis, laisse tomber, brouillon, broma, olvida\w*, ignora\w*, cancela\w*",
    r"cambiado de (?:idea|opinión), borrador, dimentica\w*, lascia perdere, annulla\w*, ripensato",
    r"bozza, grapje, vergeet, negeer\w*, laat maar, (?:brincadeira|uma piada), esque[cç]\w+, mudei de ideia",
    r"rascunho, żart\w*, zapomnij, ignoruj\w*, zmieni\w+ zdanie, anuluj\w*, jednak nie",
)
# What doubts a move next to it.
DOUBTS = _entries(
    "wait, (?:hold|hang) on, hmm+, maybe, perhaps, (?:oo|u)ps, wrong, mistake, instead, rather, draft",
    "(?:for|an) example, later",
    r"tomorrow, unsure, what do you (?:think|say), was hältst, was meinst, thinking, consider\w*, wonder\w*, could",
    "might, would, should, what about, vielleicht",
    r"eventuell, warte, moment, lieber, stattdessen, später, beispiel, überlege\w*, könnte, würde, sollte",
    "que penses, qué (?:te parece|opinas), che ne (?:dici|pensi), wat vind, que achas?, co (?:sądzi|myśli)sz",
    "peut-être, attends, plutôt, exemple, (?:pour|dev|joue)rais, hésite, quizás?, tal vez, espera, ejemplo",
    "podría, debería, jugaría, forse, aspetta, anzi, esempio, potrei, dovrei, misschien, wacht, liever",
    "voorbeeld, zou, talvez, melhor, exemplo, poderia, deveria, może, czekaj, poczekaj, raczej, przykład",
    r"mógłbym, mogłabym, powin\w+",
)
# With which a line below a move goes on that takes it back.
CONTRASTS = _entries("but, or, aber, oder, mais, ou, pero, o, ma, maar, of, mas, ale")
# What reports a move, or names another game.
REPORTS = _entries(
    r"played, said, says, wrote, suggest\w*, told, last (?:move|turn), (?:other|another) game, book",
    "spielte, gespielt, sagte, sagt, schrieb, letzter zug, anderen? partie, buch, joué, disait",
    "(?:as?|ai|il|elle|on) dit, autre partie, livre, jugó, jugué, jugaste, dijo, dice, otra partida, libro, giocato",
    "detto, altra partita, speelde, gespeeld, zei, andere partij, boek, jogou, joguei, disse",
    r"outr[oa] (?:partida|jogo), livro, zagra\w+, powiedzia\w+, inn(?:a|ej) (?:gra|grze|partii), książ\w+",
)
# What may stand in front of a move, and behind it is what thanks.
BEFORE_MOVES = _entries(
    "i(?:'ll)? (?:play|move|go|take|place|put), my move(?: is)?, move, play, here(?: i|')s",
    "ich (?:spiele|ziehe|nehme|setze), mein zug(?: ist)?, je joue, mon coup, juego",
    "mi jugada, gioco, la mia mossa, ik speel, mijn zet, jogo, minha jogada, gram, mój ruch, ok, hi, hello",
)
# Between the parts of one move.
INSIDE = frozenset(_entries(
    "at, to, on, onto, in, into, from, pointing, points, square, cell, node, a, the, token, pyramid, piece, x",
    "y, z, of, with, facing, my, auf, an, nach, feld, von, mit, einen, bei, sur, en, su, op, na",
))  # fmt: skip
# Pieces in the words of other languages, as the notations have them.
PIECES = {
    "nullstein": "null", "kraal": "bead", "blatt": "leaf", "ast": "branch", "perle": "bead", "klein": "small",
    "mittel": "medium", "groß": "large", "wurzel": "root",
}  # fmt: skip
LISTS = (
    GREETINGS, FAREWELLS, THANKS, SOCIABLE, IDIOMS, CONDITIONS, NEGATIONS, RETRACTIONS, DOUBTS, CONTRASTS, REPORTS,
    BEFORE_MOVES, INSIDE, PIECES,
)  # fmt: skip
ENTRIES = len(list(chain.from_iterable(LISTS)))
