"""What people write beside a move that says nothing about it: greetings, thanks, wishes, praise. Pure tables.

In small letters, as ``fold`` leaves it. A topic is a set of words, of which one must be there and no other may: so
there is no "not", "if", "was it" or "Bert said" that could turn what is said into something about the move.
"""

from __future__ import annotations

from dataclasses import dataclass

from notifications.mail_format import phrases


@dataclass(frozen=True)
class Topic:
    """A part of a sentence is about it if it has one of the words ``about`` it, and beside it only those ``around``.

    ``only_below``: above a move it might report one, as *your move*, and is not known there. ``may_name``: directly
    above a move, with nothing behind it, it might be about that one, as *a nice move*. ``needs_more``: one word alone
    might take the move back.
    """

    about: frozenset[str]
    around: frozenset[str]
    first: frozenset[str] = frozenset()  # words with which it begins; empty for any
    only_below: bool = False
    may_name: bool = False
    needs_more: bool = False


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _topic(about: str, around: str, first: str = "", **kinds: bool) -> Topic:
    words = _words(about)
    return Topic(words, words | _words(around), _words(first), **kinds)


# fmt: off
GREETINGS = (
    "hi", "hello", "hey", "hiya", "heya", "dear", "morning", "evening", "afternoon", "good morning", "good evening",
    "good afternoon", "good day", "g'day", "greetings", "aloha", "howdy", "hallo", "hallihallo", "moin", "moin moin",
    "servus", "grüezi", "grüß gott", "grüß dich", "guten tag", "guten morgen", "guten abend", "tach", "liebe",
    "lieber", "sehr geehrte", "sehr geehrter", "bonjour", "bonsoir", "salut", "coucou", "cher", "chère", "hola",
    "buenos días", "buenas tardes", "buenas", "estimado", "estimada", "querido", "querida", "ciao", "salve",
    "buongiorno", "buonasera", "caro", "cara", "hoi", "dag", "goedemorgen", "goedemiddag", "goedenavond", "goedendag",
    "beste", "hej", "hejsan", "hejsa", "hei", "god morgon", "god morgen", "god dag", "olá", "oi", "bom dia",
    "boa tarde", "boa noite", "cześć", "dzień dobry", "dobry wieczór", "witam", "ahoj", "dobrý den", "szia", "moi",
    "terve", "привет", "здравствуйте", "добрый день", "こんにちは", "γεια σας", "γεια", "dia duit", "hallöchen",
    "merhaba", "to whom it may concern",
)
GREETED = _words(
    "all there everybody everyone folks again guys both friend friends sir madam or and & mr mr. mrs mrs. ms ms. dr "
    "dr. my to game server master team seeds dear zusammen miteinander alle allerseits ihr leute herr frau damen "
    "herren und nochmal tous todos tutti allemaal alla"
)
# Those that one word in small letters can follow: "hi ben".
SMALL_GREETINGS = _words("hi hello hey hiya heya dear hallo moin servus hej hola salut hoi ciao")
# Those that stand before other nouns, too: "beste Alternative".
GREETING_ADJECTIVES = _words("liebe lieber liebes beste caro cara querido querida cher chère")
PARTICLES = _words("and & und von van de der den di da del la le et y e of for the")
PLACES = _words("in at from aus von de da uit från fra z")
# How a mail ends, with or without a name behind it.
FAREWELLS = (
    *phrases.SIGN_OFFS, "love", "love you", "hugs", "kisses", "take care", "god bless", "yours truly",
    "yours faithfully", "respectfully", "with love", "from", "take care y'all", "yours in gaming", "herzlichst",
    "slán", "ευχαριστώ", "with kind regards", "with admiration", "bye", "bye for now", "goodbye", "good night",
    "bye bye", "ta", "thx", "ty", "tia", "xx", "xxx", "x", "xo", "xoxo", "kr", "br", "rgds", "gl", "hf", "gg", "glhf",
    "gl hf", "mahalo", "all the best from", "warmest regards", "season's greetings", "happy thanksgiving",
    "un cordial saludo", "cumprimentos", "bien à toi", "schüss", "díky", "hooroo", "yours aye", "dankeschön", "abraço",
    "vänliga hälsningar", "warmly", "mvg", "atentamente", "a bientôt", "un abbraccio", "teşekkürler", "keep well",
    "stay safe", "ttyl", "many thanks in advance", "thanks in advance", "thanks again", "danke und gruß", "gruss",
    "liebe grüsse", "schöne grüße", "herzliche grüße", "mit besten grüßen", "mit besten grüssen", "mit lieben grüßen",
    "mit freundlichen grüßen", "mit freundlichen grüssen", "mit freundlichem gruß", "grüße", "freundliche grüße",
    "alles liebe", "alles gute", "bis bald", "bis dann", "bis demnächst", "bis die tage", "tschüss", "tschüß",
    "gute nacht", "hg", "glg", "bg", "vlg", "pfiat di", "ade", "mach's gut", "dein", "deine", "ihr", "ihre", "servus",
    "i. a.", "i.a.", "amicalement", "bien cordialement", "bises", "bisous", "amitiés", "à bientôt", "à plus",
    "un abrazo", "abrazos", "besos", "hasta pronto", "hasta luego", "saludos cordiales", "un caro saluto", "un saluto",
    "cari saluti", "a presto", "groet", "groetjes", "met vriendelijke groet", "met vriendelijke groeten",
    "hartelijke groet", "hartelijke groeten", "vriendelijke groeten", "tot ziens", "kram", "hej då", "kh", "vh",
    "vennlig hilsen", "med vennlig hilsen", "venlig hilsen", "med venlig hilsen", "med vänlig hälsning",
    "med vänliga hälsningar", "pozdrowienia", "um abraço", "até logo", "até breve", "beijos", "üdv", "kiitos",
    "děkuji", "спасибо", "よろしくお願いします",
)
# Those that stand before a name in small letters, too.
BEFORE_SMALL = frozenset((
    "lg", "vg", "hg", "glg", "mfg", "cheers", "thanks", "thank you", "many thanks", "thx", "ty", "ta", "love", "x",
    "xx", "gruß", "grüße", "danke", "ciao", "merci", "gracias", "grazie", "bedankt", "tack", "tak", "takk", "dziękuję",
    "obrigado", "obrigada",
))
# Those behind which a word in capitals can be anything but a name: "Your mistake", "Dein Fehler".
BEFORE_KNOWN = frozenset(("from", "dein", "deine", "ihr", "ihre", "yours", "best", "x", "xx", "love", "ade", "ta"))
# Whole parts of sentences that are about nothing here.
REMARKS = frozenset((
    "well", "well well", "wow", "ouch", "phew", "argh", "ha", "haha", "yay", "brrr", "at last", "finally", "touché",
    "bravo", "chapeau", "respect", "hats off", "congratulations", "congrats", "well played", "well done",
    "nicely done", "nicely played", "well fought", "very sneaky of you", "me again", "it's me again", "still alive",
    "still alive over here", "take your time", "please take your time", "no hurry", "no rush", "no hurry at all",
    "no rush at all", "there is no hurry", "there's no hurry", "i'm in no hurry", "ready when you are",
    "the ball is in your court", "ball's in your court", "i did not see that coming", "i didn't see that coming",
    "did not see that coming", "didn't see that coming", "i did not see that one coming",
    "i didn't see that one coming", "you got me", "you got me there", "you've got me", "you've got me there",
    "may the best one win", "best of luck", "fingers crossed", "same to you", "the same to you", "you too",
    "no worries", "no problem", "you're welcome", "that's me done", "that's me done for today", "that's me for today",
    "that's all", "that's it", "that's it for today", "that's all for today", "still fun though",
    "no idea what i am doing", "no idea what i'm doing", "never played this before", "i never played this before",
    "good luck to both of us", "good luck all the same", "lol", "rofl", "lots of love", "no time today",
    "i have no time today", "you did your homework", "not bad", "not bad at all", "here goes", "here goes nothing",
    "here we go", "here we go again", "here you go", "here it is", "here you are", "back to you", "over to you",
    "back over to you", "over to you now", "for once", "this turn i play", "this time i play", "and over to you",
    "and back to you", "here comes my move", "here comes my answer", "hier kommt mein zug", "hier kommt meine antwort",
    "ok", "okay", "right", "anyway", "that's what i play", "your go", "your move no rush",
    "your move and no rush at all", "sorry for the wait", "sorry for the long wait", "sorry for keeping you waiting",
    "apologies for the wait", "thanks for your wait", "mein nächster zug", "mein nächster zug ist", "speak soon x",
    "hope this finds you well", "i hope this finds you well", "please accept my apologies",
    "please accept my apologies for the late answer", "bitte entschuldige die späte antwort",
    "bitte entschuldige die verspätung", "danke fürs warten", "sorry fürs warten", "getting tight", "quick one",
    "welcome back", "looking forward", "bin gespannt", "bin gespannt auf deine antwort", "es eilt nicht",
    "und jetzt du", "jij bent aan de beurt", "ursäkta att det dröjde", "rematch", "gute besserung", "weiter so",
    "bleib gesund", "bleibt gesund", "lass dir zeit", "keine eile", "kein stress", "autsch", "hut ab", "respekt",
    "glückwunsch", "na endlich", "endlich", "puh", "uff", "das tat weh", "gut gespielt", "stark gespielt",
    "schön gespielt", "mal sehen was du dazu sagst", "danke für das warten", "nicht schlecht",
    "ich lerne viel von dir", "pass auf dich auf",
    "ich hatte keine zeit", "keine zeit heute", "jetzt du", "du wieder", "jetzt wieder du", "du bist dran",
    "du bist am zug", "du bist wieder dran", "jetzt bist du dran", "jetzt bist du wieder dran", "ich bin dran",
    "ich bin wieder dran", "jetzt bin ich dran", "jetzt bin ich wieder dran", "bin wieder dran", "bin wieder da",
    "ich bin wieder da", "so", "désolé pour le retard", "désolée pour le retard", "bien joué", "joli coup",
    "beau coup", "à toi", "à toi de jouer", "à vous", "merci beaucoup", "merci", "bonne journée", "bonne soirée",
    "bonne chance", "bon week-end", "bonnes vacances", "bonne partie", "semaine chargée", "voici mon coup", "mon coup",
    "perdón por el retraso", "perdona el retraso", "perdona la tardanza", "siento el retraso", "gracias",
    "muchas gracias", "buena jugada", "qué buena jugada", "te toca", "te toca a ti", "buena suerte",
    "buen fin de semana", "feliz navidad", "scusa il ritardo", "scusate il ritardo", "grazie", "grazie mille",
    "bella mossa", "tocca a te", "buona giornata", "buona serata", "buona fortuna", "buon fine settimana",
    "ecco la mia mossa", "sorry voor de vertraging", "sorry dat het zo lang duurde", "bedankt", "dank je",
    "dank je wel", "mooie zet", "goed gespeeld", "jij bent weer", "jij bent", "jouw beurt", "fijn weekend",
    "fijne dag", "veel plezier", "veel succes", "förlåt att det dröjde", "förlåt", "tack", "tack så mycket",
    "snyggt drag", "bra spelat", "din tur", "trevlig helg", "lycka till", "undskyld forsinkelsen", "tak", "takk",
    "tak for spillet", "god weekend", "god helg", "beklager forsinkelsen", "przepraszam za opóźnienie", "dziękuję",
    "dzięki", "ładny ruch", "twoja kolej", "miłego dnia", "miłego weekendu", "desculpa a demora", "desculpe a demora",
    "obrigado", "obrigada", "boa jogada", "sua vez", "tua vez", "bom fim de semana", "boa sorte",
))
PRAISE = frozenset(("what a move", "what a game", "what a match", "was für ein zug", "was für ein spiel"))
QUESTIONS = frozenset((
    "how are you", "how are you doing", "how are you today", "how's it going", "how is it going", "how are things",
    "how is life", "how's life", "how is your family", "how's the family", "how are the kids", "what's up",
    "what's new", "are you well", "all well", "all well with you", "everything ok with you", "how's the weather",
    "how is the weather", "how was your weekend", "how was your holiday", "how was your trip", "how have you been",
    "how do you do", "and you", "wie geht's", "wie geht es dir", "wie geht es euch", "wie geht's dir",
    "wie geht's euch", "wie geht's so", "alles gut", "alles klar", "alles gut bei dir", "alles gut bei euch",
    "wie war dein wochenende", "wie war der urlaub", "und dir", "ça va", "comment ça va", "comment vas-tu", "qué tal",
    "cómo estás", "como estas", "come va", "come stai", "hoe gaat het", "hur mår du", "hur är läget", "jak się masz",
    "tudo bem",
))

_DAYS = (
    "day evening weekend week night morning afternoon trip holiday holidays vacation easter christmas year birthday "
    "summer winter autumn spring sunday monday tuesday wednesday thursday friday saturday journey flight break advent"
)
_NICE = (
    "nice good great lovely beautiful wonderful interesting exciting strong clever sneaky cunning tough hard tricky "
    "tense close fun cool brilliant excellent amazing fantastic super fine impressive elegant surprising unexpected "
    "quick fast enjoyable entertaining fascinating thrilling smart neat complicated difficult delightful nasty"
)
_SCHOEN = (
    "schön schöne schöner schönes gut gute guter gutes toll tolle toller tolles stark starke starker starkes super "
    "klasse spannend spannende spannendes interessant interessante interessantes knapp knifflig knifflige harte "
    "hartes genial genialer fies fieser gemein gemeiner fein feiner clever cleverer raffiniert schwer schwere "
    "schweres schwierig nett netter eng beeindruckend überraschend klug kluger lustig"
)
TOPICS = (
    _topic("thanks thank thx ty ta cheers",
           "move moves you for the a this your so very much lot again all many million game games match mail "
           "message patience waiting playing with me reminder reply quick kind answer update help fun explanation "
           "invitation challenge wishes being patient bearing everything asking and as ever postcard words tip "
           "understanding lovely nice great good"),
    _topic("sorry apologies apologize apologise pardon forgive excuse",
           "so very really i i'm am my many accept the this a long late slow delay delayed silence reply answer "
           "response being taking ages keeping you again little bit and to have kept was took me it it's been busy "
           "week weekend month day days mad crazy hectic work at lately ill sick on holiday vacation travelling "
           "traveling abroad last all in hospital flu cold for about had lot too much forgot "
           "completely totally such slowness tardiness few feeling better now was", needs_more=True),
    _topic("busy ill sick travelling traveling abroad holiday holidays vacation hospital flu cold hectic away crazy "
           "mad back",
           "i a an the my with on in from last all this week weekend month days day long very so few and at lately "
           "really bit was were been had i've have it's it just got again now sorry finally work",
           "was been had i've just finally back work sorry it's", needs_more=True),
    _topic("busy ill sick travelling traveling abroad holiday holidays vacation hospital flu cold hectic away",
           "i we was were a an the my with on in from last all this week weekend month days day long very so few and "
           "lately really bit sorry just been have",
           "i we"),
    _topic(f"{_DAYS} luck fun safe healthy warm well better sunshine health",
           "have enjoy happy merry stay get wishing wish hope hoping i we you good best all lots keep take a an nice "
           "great lovely wonderful pleasant relaxing rest of the your to and family everyone everybody both there "
           "soon feel with too ahead new much love start into is are had had everything you're feeling doing ok okay "
           "fine weather sun safe home travels still more back love very game",
           "have enjoy happy merry stay get wishing wish hope hoping i we good best all lots keep take a and",
           needs_more=True),
    _topic(_NICE,
           "what that this it that's it's was is a an the some very really so such quite pretty truly extremely and "
           "game games match fight position play move turn answer reply one battle opening endgame start race "
           "contest far again indeed as always usual by way of yours from you there here today i must say getting "
           "well",
           f"what that this it that's it's a an some very really so quite truly {_NICE}", may_name=True),
    _topic("move turn reply answer response",
           "my here here's is the ok okay so and now finally anyway it's then again already for today below as "
           "follows first new next from me in return please find",
           "my here here's ok okay so and now finally anyway it's then please"),
    _topic("turn move",
           "your it's so and now then again already over to you my friend",
           only_below=True),
    _topic("winning losing ahead behind lost trouble doomed stronger lead leading toast",
           "i you we i'm you're we're am are think guess fear afraid looks seems like really clearly still now "
           "already in deep the again here a bit for me too much certainly probably anyway",
           "i you we i'm you're we're"),
    _topic("enjoying enjoy love fun learning",
           "i i'm am we we're are really this the our game games match very much a lot so still playing with you "
           "from against and having great it's is it more to"),
    _topic("forward", "i'm i am looking really much to your the our next reply answer game rematch response"),
    _topic("see talk speak hear cu catch",
           "you ya u to from soon later tomorrow around then again next week month year on monday tuesday wednesday "
           "thursday friday saturday sunday in at there the club tournament pub meeting and",
           "see talk speak hear cu catch"),
    _topic("greetings regards love wishes greeting",
           "best kind warm many with from to the all of us family everybody everyone and you both yours my sunny "
           "rainy cold snowy good"),
    # German
    _topic("dank danke",
           "zug deinen vielen herzlichen besten lieben tausend dir euch sehr schön nochmal für die das den fürs "
           "dein deine geduld spiel partie mail nachricht nachfrage erinnerung wünsche mitspielen antwort hilfe "
           "erklärung verständnis einladung schöne schnelle tolle und gruß"),
    _topic("sorry entschuldigung entschuldige entschuldigt verzeihung verzeih leid",
           "tut mir die das den der späte späten lange langen antwort verspätung wartezeit pause verzögerung für ich "
           "war krank viel zu tun im urlaub verreist unterwegs lang beschäftigt hat so gedauert etwas länger bin "
           "spät dran hatte arbeit wenig keine zeit letzte woche leider sehr und mit dass es",
           needs_more=True),
    _topic("krank urlaub verreist unterwegs beschäftigt arbeit grippe zurück wieder",
           "ich war hatte bin endlich so viel zu tun im lange lang letzte woche sehr und jetzt da aus dem der leider "
           "mit bei gesund nun dran also sorry",
           "ich war hatte bin endlich so"),
    _topic("wochenende tag abend woche urlaub ferien feiertage ostern weihnachten jahr rutsch besserung reise nacht "
           "fest glück spaß erfolg glückwunsch geburtstag gesundheit advent sonntag samstag restwoche start",
           "dir euch noch ein eine einen schön schönen schönes schöne gut guten gute gutes frohe frohes erholsame "
           "erholsamen viel alles beste herzlichen liebe neues glückliches zum und der familie für die nächste ins "
           "in den wünsche ich weiterhin gesegnete genieß genieße das lieber lieben",
           "dir euch noch ein eine einen schön schönen schönes schöne gut guten gute gutes frohe frohes erholsame "
           "erholsamen viel alles herzlichen glückliches und ich genieß genieße weiterhin",
           needs_more=True),
    _topic("gut", "ich hoffe es geht dir euch dass allen", "ich hoffe"),
    _topic(_SCHOEN,
           "was für ein eine das es der ist war wird ja aber wirklich sehr ganz echt so und zug partie spiel züge "
           "stellung antwort idee match eröffnung nuss sache bisher von dir wieder übrigens noch",
           f"was ein eine das es sehr wirklich echt ganz so {_SCHOEN}", may_name=True),
    _topic("zug antwort", "mein meine hier ist so und na nun jetzt dann also nächster erster lautet",
           "mein meine hier so und na nun jetzt dann also"),
    _topic("gewinnst verliere führst vorne vorn eng spannend stark",
           "ich du glaube fürchte denke schätze wohl liegst bist zu für mich wird es jetzt nun echt sehr so",
           "ich du es jetzt"),
    _topic("grüße grüsse gruß gruss grüßen",
           "viele liebe beste schöne herzliche mit aus von an alle allen uns die familie daheim unterwegs zu hause "
           "dem der ganz sonnige sonnigen lieben besten freundlichen und"),
)
# Words that take the move directly below as what they are about: "thanks for playing".
TAKES_AN_OBJECT = _words("playing taking having being keeping enjoying play")
# Words of a subject that doubt the move in its mail.
DOUBTING_SUBJECTS = _words(
    "draft test idea joke maybe perhaps not don't never wrong ignore disregard question unsure kidding wait stop "
    "example entwurf frage idee witz scherz vielleicht nicht nie falsch falsche unsicher beispiel warte stopp "
    "brouillon blague peut-être borrador pregunta broma bozza domanda scherzo concept vraag utkast kladde szkic "
    "pytanie rascunho pergunta"
)
# Words that a part of a sentence cannot end in: what stands below them would be the end of it.
OPEN_ENDED = _words(
    "to of in on at is my an a the for and are had with have from this was as by with your you're it's what think "
    "guess fear afraid like looks seems hope here's but i it that or es für die das den ein eine der was ist von mit "
    "an aus und glaube denke fürchte schätze zum im dass"
)
# One word that doubts a move, where otherwise a name stands.
NO_NAMES = _words(
    "no nope nah not never yes wait stop halt kidding joking joke psych jk oops ups cancel undo ignore scratch maybe "
    "perhaps later tomorrow tonight soon test testing tests draft sarcasm irony ironic wrong mistake sorry nevermind "
    "forget hmm hm unsure pending idea question note quote quoted fyi ps p.s nb edit correction hold pass resign draw "
    "instead rather just only if but or false invalid illegal legal void old private secret what why how when where "
    "was really nein nö nicht nie niemals ja jein warte moment stopp scherz witz spaß spass quatsch ironie sarkasmus "
    "entwurf vielleicht morgen später falsch irrtum versehen vergiss doch abwarten frage idee zitat remis hinweis "
    "notiz aber oder nur wie wer warum wirklich non jamais peut-être attends blague erreur demain oui nunca quizás "
    "espera broma error mañana si sí mai forse aspetta scherzo errore domani nee nooit misschien wacht grapje fout "
    "nej aldrig kanske vänta skämt fel nigdy może czekaj żart błąd não talvez brincadeira erro na tb so ne my your "
    "his her their our somebody someone nobody mein dein sein jemand niemand falsche falscher falsches nächste heute "
    "bad work under pas keine kein unter ohne zum nach ein fat strike other another andere anderes partie premature "
    "someday final answer finale antwort uh uh-oh deine ihr ihre from to on in at says said think thinking disregard "
    "misclick typo cancelled canceled withdrawn retracted undecided tbc tbd tentative hypothetical impossible don't "
    "dunno uh-oh noo umm gotcha sike otherwise option confirm check need please still candidate april fool mist "
    "fehler verklickt vertippt aprilscherz reingelegt ungültig eventuell bitte hypothesis theory speculation nonsense "
    "suggestion proposal plan analysis variation sideline backup archive spam bluff trick trap fake rumour rumor copy "
    "memo reminder dream wish unsinn blödsinn theorie vorschlag analyse variante kopie falle finte gerücht erinnerung "
    "traum wunsch bauchgefühl"
)
# Ends of adverbs, "theoretically", and names that end so.
ADVERBS = ("ly", "isch", "lich", "weise", "mente", "ement")
NAMES_LIKE_ADVERBS = _words(
    "emily sally kelly molly billy lily lilly polly holly carly beverly kimberly milly willy wally nelly shelly tilly "
    "dolly charly orly clement"
)
# Words in small letters that stand in signatures.
IN_SIGNATURES = _words(
    "m t p e w pronouns family secretary manager director engineer developer teacher professor lecturer nurse doctor "
    "student chair president treasurer librarian consultant architect club department office phone tel mobile mobil "
    "fax fax. tel. fon email e-mail mail web street road floor room ext company firm ltd gmbh inc llc leiter leiterin "
    "abteilung straße she her he him they them zimmer raum etage sachbearbeiter sachbearbeiterin projektleitung "
    "clinic university md phd msc plc ag e.v"
)
# What firms write below every mail.
OF_LAWYERS = (
    "confidential", "intended recipient", "consider the environment", "vertraulich", "amtsgericht", "handelsregister",
    "confidentiel", "confidencial", "avast", "virenfrei", "virus-free",
)
# Words of sentences: a line below a name that has one of them is no line of a signature.
OF_SENTENCES = NO_NAMES | _words(
    "i you he she it we they i'm i'd i'll you're it's that's that this is are was were be been have has had do does "
    "did don't can't won't would could should can will might may must if unless because above below move moves game "
    "played playing ich du er sie es wir ihr ist sind war waren hat habe hast kann könnte würde soll muss wenn falls "
    "weil oben unten zug spiel je tu il elle nous vous est c'est jeu yo él ella es jugada io lui è mossa ik jij hij "
    "zet jag det är drag"
)
# fmt: on
