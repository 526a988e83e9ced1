"""What people write beside a move: mails in which it is not meant, or not for certain, and mails in which it is."""

# ruff: noqa: RUF001 - letters of other alphabets are what is tested

DOUBTFUL = (
    "Hi Tom,\n\n{}\n\nThat's what I would play if I were braver. Let me sleep on it.",
    "{}\ndoesn't work, does it?",
    "{}\n\n-- \nJoe\n\nP.S. Ignore the above please, wrong game",
    "{}\njust kidding 😂",
    (
        "Hi! Quick question about notation. If I wanted to move the knight, would I type\n\n{}\n\nor do I need "
        "the square it comes from too?"
    ),
    "If you hadn't moved your bishop, I'd have gone\n\n{}\n\nNow I have to find something else.",
    "{}\n\nOh no, hang on, that's the wrong rook. Will write again.",
    "Please hold this until I confirm:\n\n{}\n\nThanks",
    "Hi there. I got a mail that says my move was\n\n{}\n\nI never sent that! Can someone look into it?",
    "Hi Bob,\nthinking aloud here\n{}\nseems natural, then again so did the last blunder\ncheers\nMike",
    "It's not my turn yet, right? When it is I was going to do\n\n{}\n\nbut depends on what you do.",
    "remember when uncle ted played\n{}\nat the christmas party and everyone groaned",
    "For Linda's game, not this one:\n\n{}",
    "Not before Sunday please:\n\n{}\n\nI want to show the position to my club first.",
    "I bet you expected\n\n{}\n\nWell, you'll have to be patient. Still thinking.",
    "TEST\n\n{}\n\nThis is only a test of my new mail program, please do nothing.",
    "ok ok ok\n{}\n...\nno. no no no. brb",
    (
        "Hi Sue!\n\nGreat move last time, you really got me there.\n\nI've been staring at the board all "
        "evening, and every line seems to begin with\n\n{}\n\nyet none of them ends well.\n\nI'll write again "
        "once I've found something.\n\nHugs, Pat"
    ),
    "Autocorrect turned my move into\n{}\nwhich is nonsense. Proper one coming.",
    "I offer a draw. Should you refuse, I might consider\n{}",
    "{}\n\nor not?\n\nLucy",
    "I have not sent\n\n{}\n\nSomebody must have my address. Please look into this before going on.",
    "Holiday notice: I am away 3-17 August. Pending idea, not final:\n\n{}\n\nSee you in two weeks.",
    "As if!\n{}\nAs if I'd do that.",
    (
        "Correction to my earlier mail. I wrote\n\n{}\n\nwhich should have been something else, I'll check the "
        "board tonight and tell you."
    ),
    "Hi,\n\n{}\n\nBefore you enter it: is my king in check at the moment? If so I need another one.\n\nRuth",
    "hello admin pls delete\n{}\nfrom my history thx",
    "u want me to play\n{}\ndont u",
    "lemme check w/ my coach first\n{}",
    "cant play\n{}\ncos of the pin right?",
    "Your last move was\n\n{}\n\nwasn't it? My printer smudged it.",
    "Last year against Hoffmann I had the same position, played\n\n{}\n\nand regretted it within a minute.",
    "Let us vote in the family:\n\n{}\n\n3 for, 3 against. Aunt Jane has yet to call.",
    "Pros: active. Cons: loses.\n\n{}\n\nStill weighing it up.",
    'What does "\n{}\n" mean in the mail you sent me?',
    "Hi\n{}\nis what I'd planned\nbut then I saw your last move properly\nso\nback to the drawing board",
    "It would be a\nmistake to\n{}\nI guess",
    "Great fun so far!\n\n{}\n\nUnless that loses, in which case something else.",
    (
        "Good evening,\n\nplease find below the move that I do not want to play under any "
        "circumstances.\n\n{}\n\nEverything else is open.\n\nHarold"
    ),
    "{}\n\nYours, Ed\n\n(old text, please ignore everything above my name)",
    "{}\n\nI've written this down here so that I don't forget it. Not sending it as my turn yet.",
    (
        "Dear Jo,\n\nwhat a week! The boiler broke, the dog ran off, and in the middle of it all I thought of "
        "{} for a moment.\n\nThen the dog came back and I lost the thread. Give me until Saturday."
    ),
    "You'll laugh. My dentist, drill in hand, recommended\n\n{}\n\nI couldn't object at the time. I do now.",
    "Bet you a fiver you can't find what's wrong with\n\n{}\n\nI can't either, which worries me.",
    "Sealed move (open only when play resumes in October):\n\n{}",
    "Could you forward this to Olga for her game with me?\n\n{}\n\nNothing new from me in ours.",
    "Guess the move game! I think you'll answer with\n\n{}\n\nAm I close?",
    "{}\n\nHmmmmm",
    (
        "{}\n\nHave I got the coordinates the right way round? I want the corner nearest to me. If that's the "
        "far corner then it's not what I want."
    ),
    "Hallo Klaus,\n\n{}\n\nwäre mein Gefühl, aber ich muss erst noch eine Nacht darüber schlafen.",
    "Bitte noch nicht ausführen:\n\n{}\n\nIch will erst mit Horst sprechen.",
    (
        "Ich bin bis zum 20. im Urlaub und habe keinen Zugriff auf meine Mails. Angedacht war\n{}\naber das "
        "entscheide ich nach der Rückkehr."
    ),
    "hm\n{}\nhm hm\nweiß nich",
    "Wenn du den Läufer nicht gezogen hättest, dann hätte ich\n\n{}\n\ngespielt. Jetzt muss ich neu überlegen.",
    "Bitte streichen Sie\n{}\naus dem Protokoll, das war meine Tochter.",
    "Da lachen ja die Hühner:\n{}",
    "Nächsten Dienstag, wenn mein Internet wieder läuft, spiele ich vermutlich\n{}",
    "{}\n\nÄh, Moment, Kommando zurück.",
    "Test test\n\n{}\n\nKommt das an? Ist nicht ernst gemeint.",
    "Warum hast du nicht\n\n{}\n\ngespielt? Dann wäre es aus gewesen mit mir.",
    "Angenommen, rein theoretisch,\n{}\nWas dann?",
    "soll ich\n{}\noder lieber warten",
    "Ich schwanke noch.\n\n{}\n\nhat etwas für sich, der Springerzug aber auch.",
    "Letztes Jahr gegen Schmidt ging das mit\n{}\ngründlich daneben.",
    "Abwarten und Tee trinken.\n\n{}\n\nläuft uns ja nicht weg.",
    "Frohe Ostern euch allen! 🐣\n\n{}\n\nGilt aber erst, wenn Papa ja gesagt hat.",
    "{}\n\nDas stand bei mir noch in der Zwischenablage, keine Ahnung woher.",
    (
        "Hier schreibt die Frau von Heinz. Er liegt mit Grippe im Bett und murmelt immerzu\n\n{}\n\nBitte "
        "warten Sie, bis er wieder klar ist."
    ),
    "Der Kiebitz neben mir zischt dauernd\n{}\nKann man den irgendwo abbestellen?",
    "Salut Pierre,\n\n{}\n\nme tente bien, mais je préfère dormir dessus. À demain !",
    "{}\n\nAmitiés,\nJean-Luc\n\nPS : oublie ça, je me suis trompé de partie.",
    "Si tu avais roqué, j'aurais joué\n\n{}\n\nMaintenant, je cherche autre chose.",
    "Dans le journal ils donnent\n{}\navec un point d'interrogation.",
    "Gracias por la partida!\n\n{}\n\nEso lo dijo mi abuela, que no sabe jugar.",
    "La página me dice que\n{}\nes ilegal. ¿Por qué?",
    (
        "Querido amigo, tus palabras me alegraron mucho.\n\n{}\n\nTodavía no lo apuntes. Quiero consultarlo con "
        "la almohada.\n\nRamón"
    ),
    "Ma tu avresti giocato\n\n{}\n\nal mio posto?",
    "boh\n{}\nboh",
    "Kan dit eigenlijk wel?\n{}",
    "Ik heb vorige week al\n\n{}\n\ngestuurd. Waarom staat het bord nog hetzelfde?",
    "Hej Lars,\n\n{}\n\nFast jag är inte säker. Kan jag få en dag till?",
    "Aldrig i livet\n{}",
    "Cześć Tomek,\n\n{}\n\nNie jestem pewien, daj mi czas do jutra.",
    "Nie mój cyrk, nie moje małpy:\n{}\nto z partii Marka",
    "Nem que a vaca tussa\n{}",
    "kkkk imagina eu jogando\n{}\n👀",
)

PLAIN = (
    "Hello,\n\n{}\n\nThanks,\nMargaret",
    "{}\n\nSent from my iPhone",
    "Good morning,\n\n{}\n\nRegards,\nR. Whitcombe",
    "Dear Sir or Madam,\n\n{}\n\nYours faithfully,\nArthur Penhaligon",
    "{}\nThanks",
    "Good evening\n\n{}\n\nMany thanks\nColin & Pat",
    "Hi Lucy\n{}\nLove, Grandad",
    "{}\n\nDr. Eleanor Voss\nDepartment of Geology\nRoom 3.14",
    "Hi Ben\n\n{}\n\nSent from my Samsung Galaxy smartphone",
    "{}\n\nGet Outlook for Android",
    "Hi\n\n{}\n\nThanks\n\nSent from Yahoo Mail on Android",
    "hello again\n\n{}\n\nbye for now, Fiona",
    "Hiya,\n{}\nta\nSteve",
    "Morning :)\n\n{}\n\nNat",
    "Hello game server\n\n{}\n\nthank you\nWilliam",
    "Dear Game Master,\n\n{}\n\nWith best wishes,\nHarold",
    "Hey Sam!\n\n{}\n\n- Kate",
    "Hi Gwen,\n\n{}\n\nxx",
    "{}\n\nTim\n(sent from my phone, please excuse typos)",
    "Hallo,\n\n{}\n\nViele Grüße\nKlaus",
    "Guten Tag,\n\n{}\n\nMit freundlichen Grüßen\nHans-Jürgen Kettler",
    "Moin moin\n\n{}\n\nBis dann\nHinnerk",
    "Grüß Gott,\n\n{}\n\nHerzliche Grüße\nResi Obermaier",
    "Hallo Martin\n\n{}\n\nvg, Jens",
    "{}\n\nMfG\nW. Brandt",
    "{}\n\nGesendet von meinem iPad",
    "Lieber Georg,\n\n{}\n\nherzlichst\nDein Friedrich",
    "Sehr geehrte Damen und Herren,\n\n{}\n\nHochachtungsvoll\nEberhard von Lüttwitz",
    "Guten Abend,\n\n{}\n\nDanke!\nRolf",
    "{}\n\nlg",
    "Tach,\n{}\nSchüss, Kalle",
    "Salut Pierre !\n\n{}\n\nAmitiés,\nClaire",
    "Bonsoir,\n\n{}\n\nMerci et à bientôt\nMireille",
    "Buenos días:\n\n{}\n\nMuchas gracias.\nUn saludo\nCarmen Ortuño",
    "Hola Paco!\n{}\nun abrazo, Luis",
    "Buongiorno,\n\n{}\n\nCordiali saluti\nIng. Marco Bellini",
    "Hoi Kees,\n\n{}\n\nGroetjes,\nAnnemiek",
    "Dag Joost\n\n{}\n\ngroet, Wim",
    "Hej Lars\n\n{}\n\nMvh Anders",
    "Hei!\n\n{}\n\nTerveisin\nMikko",
    "Olá,\n\n{}\n\nObrigado,\nJoão",
    "Cześć,\n\n{}\n\nPozdrawiam\nMarek",
    "Ahoj,\n\n{}\n\nDíky, Petr",
    "Здравствуйте!\n\n{}\n\nС уважением,\nАлексей",
    "Γεια σας,\n\n{}\n\nΕυχαριστώ\nΝίκος",
    "Hi Uncle Joe\n\n{}\n\nfrom Oscar",
    "Hi Val -\n\n{}\n\nThanks -\nTrish",
    "Howdy,\n\n{}\n\nTake care y'all\nHank",
    "Dia duit,\n\n{}\n\nSlán,\nNiamh",
    "Greetings!\n\n{}\n\nYours in gaming,\nFitz",
    (
        "{}\n\nRegards,\nNina\n\nNina Castellan\nNurse Practitioner\nElmbrook Surgery\n\nPlease consider the "
        "environment before printing this email."
    ),
    (
        "{}\n\nKind regards,\nLeonard Fox\n\nThis e-mail and any attachments are confidential. If you have "
        "received it in error please notify the sender and delete it."
    ),
    "thank you\n\n{}\n\nm.",
    "Hi Nora,\n\n{}\n\nThanks and bye,\nElliot K.",
)
