"""What mail programs themselves write into answers, in the languages of their users: pure tables, all in lower case.

As ``fold`` leaves it: plain quotation marks, dashes and spaces.
"""

# ruff: noqa: RUF001 - letters of other alphabets are what is listed

from __future__ import annotations

# fmt: off

# Verbs of the line above a quotation: "On ..., ... wrote:". Single words, and pieces of scripts without spaces.
WROTE = frozenset((
    "wrote", "writes", "sent", "said", "schrieb", "geschrieben", "schreibt", "écrit", "escribió", "escribio",
    "escribe", "scritto", "scrisse", "escreveu", "schreef", "geschreven", "skrev", "skriver", "skrifaði", "kirjoitti",
    "napisał", "napisała", "napisana", "pisze", "napsal", "napsala", "napísal", "napísala", "napisao", "napisala",
    "написа", "написал", "написала", "написав", "пише", "пишет", "írta", "scris", "έγραψε", "yazdı", "escriure",
    "kirjutas", "rakstīja", "rašė", "menulis", "viết", "כתב", "כתבה", "كتب", "كتبت", "نوشت", "लिखा", "작성",
))
WROTE_WITHIN = ("写道", "寫道", "のメッセージ", "のメール", "が書きました", "เขียน", "작성", "님이")

# The names of header fields by which Outlook and others introduce what they quote, each with its kind.
_HEADERS_OF = {
    "from": (
        "from", "von", "de", "da", "van", "från", "fra", "od", "lähettäjä", "от", "від", "feladó", "de la", "από",
        "kimden", "gönderen", "mittente", "remetente", "odesílatel", "odosielateľ", "saatja", "nuo", "no", "từ",
        "dari", "发件人", "寄件者", "寄件人", "差出人", "送信元", "보낸 사람", "보낸사람", "מאת", "من", "จาก",
    ),
    "date": (
        "sent", "date", "gesendet", "gesendet am", "datum", "envoyé", "date d'envoi", "enviado", "enviado el",
        "enviado em", "envoyé le", "fecha", "inviato", "data", "data invio", "verzonden", "skickat", "sendt", "dato",
        "lähetetty", "päivämäärä", "päiväys", "wysłano", "wysłane", "odesláno", "odoslané", "poslano", "dátum",
        "elküldve", "trimis", "data trimiterii", "отправлено", "дата", "надіслано", "στάλθηκε", "ημερομηνία",
        "gönderildi", "gönderme tarihi", "tarih", "message du", "saadetud", "išsiųsta", "nosūtīts", "đã gửi", "ngày",
        "dikirim", "发送时间", "日期", "寄件日期", "送信日時", "日付", "日時", "보낸 날짜", "날짜", "נשלח", "תאריך",
        "تم الإرسال", "التاريخ", "ส่ง", "วันที่",
    ),
    "to": (
        "to", "an", "à", "a", "para", "aan", "till", "til", "vastaanottaja", "do", "komu", "címzett", "către", "catre",
        "кому", "до", "προς", "kime", "alıcı", "destinatario", "destinataire", "destinatário", "kam", "kellele", "đến",
        "tới", "kepada", "收件人", "收件者", "宛先", "받는 사람", "받는사람", "אל", "إلى", "ถึง",
    ),
    "subject": (
        "subject", "betreff", "objet", "sujet", "asunto", "assunto", "oggetto", "onderwerp", "ämne", "emne", "aihe",
        "temat", "předmět", "predmet", "tárgy", "subiect", "тема", "θέμα", "konu", "teema", "tema", "chủ đề",
        "tiêu đề", "主题", "主旨", "件名", "제목", "נושא", "الموضوع", "เรื่อง",
    ),
    "other": (
        "cc", "kopie", "copie", "copie à", "copia", "kopi", "kopia", "kopio", "копия", "копія", "másolat", "bcc",
        "reply-to", "antwort an", "répondre à", "responder a", "rispondi a", "risposta", "antwoord aan", "svar till",
        "svar til", "odpowiedź do", "importance", "wichtigkeit", "priorität", "attachments", "anlagen", "抄送", "副本",
        "참조", "нужно ответить",
    ),
}
HEADERS = {name: kind for kind, names in _HEADERS_OF.items() for name in names}

# Words between dashes above what is quoted or forwarded.
SEPARATORS = (
    "original message", "original email", "original e-mail", "original text", "original appointment", "reply message",
    "originalnachricht", "original-nachricht", "originale nachricht", "ursprüngliche nachricht",
    "ursprüngliche e-mail", "ursprüngliche mail", "originaltext", "antwort nachricht", "message d'origine",
    "message original", "message initial", "e-mail d'origine", "mensaje original", "correo original",
    "mensagem original", "messaggio originale", "messaggio orig.", "oorspronkelijk bericht", "origineel bericht",
    "origineel e-mailbericht", "originalmeddelande", "ursprungligt meddelande", "originalt meddelande",
    "original meddelande", "oprindelig meddelelse", "oprindelig besked", "original meddelelse", "original besked",
    "opprinnelig melding", "original melding", "originalt melding", "alkuperäinen viesti", "oryginalna wiadomość",
    "wiadomość oryginalna", "wiadomość pierwotna", "původní zpráva", "originální zpráva", "pôvodná správa",
    "originálna správa", "originalna poruka", "izvorna poruka", "izvirno sporočilo", "eredeti üzenet", "eredeti levél",
    "mesaj original", "mesajul original", "исходное сообщение", "оригинальное сообщение", "пересылаемое сообщение",
    "оригінальне повідомлення", "вихідне повідомлення", "оригинално съобщение", "αρχικό μήνυμα", "orijinal mesaj",
    "özgün ileti", "orijinal ileti", "pesan asli", "thư gốc", "tin nhắn gốc", "原始邮件", "邮件原件", "原始郵件",
    "原始信件", "元のメッセージ", "original mail", "원본 메시지", "원본 메일", "ข้อความต้นฉบับ", "הודעה מקורית",
    "الرسالة الأصلية", "previous replies", "previous messages", "previous conversation", "quoted text",
)
FORWARDED = (
    "forwarded message", "begin forwarded message", "forwarded by", "weitergeleitete nachricht",
    "anfang der weitergeleiteten nachricht", "anfang der weitergeleiteten e-mail", "message transféré",
    "message transmis", "début du message transféré", "début du message réexpédié", "mensaje reenviado",
    "inicio del mensaje reenviado", "messaggio inoltrato", "inizio messaggio inoltrato", "mensagem reencaminhada",
    "mensagem encaminhada", "início da mensagem reencaminhada", "doorgestuurd bericht", "begin doorgestuurd bericht",
    "vidarebefordrat meddelande", "vidarebefordrat mejl", "vidarebefordrat brev", "videresendt meddelelse",
    "videresendt besked", "videresendt melding", "välitetty viesti", "przekazana wiadomość",
    "początek przekazywanej wiadomości", "přeposlaná zpráva", "preposlaná správa", "továbbított üzenet",
    "mesaj redirecționat", "пересланное сообщение", "переслане повідомлення", "προωθημένο μήνυμα", "iletilen mesaj",
    "iletilmiş mesaj", "pesan yang diteruskan", "转发邮件", "轉寄郵件", "转发的邮件", "転送されたメッセージ",
    "전달된 메시지", "הודעה שהועברה", "رسالة معاد توجيهها",
)

# Words with which a line that begins like the name of a device is none: "Sent by my cat".
NO_DEVICE = frozenset((
    "mistake", "accident", "wrong", "disregard", "hesitation", "brother", "sister", "son", "daughter", "kid", "child",
    "cat", "dog", "versehen", "falschen", "ignorieren", "bruder", "schwester", "sohn", "tochter", "katze", "hund",
    "erreur", "mégarde", "error", "equivocación", "errore", "sbaglio", "vergissing", "ongeluk", "misstag", "fejl",
    "feil", "pomyłkę", "engano",
))
# How the line begins by which a telephone or a program names itself below an answer.
SENT_FROM = (
    "sent from", "sent via", "sent with", "sent by", "sent using", "send from", "get outlook for",
    "download outlook for", "written on my", "typed on my", "mobile message", "gesendet von", "gesendet mit",
    "gesendet aus", "gesendet über", "gesendet per", "von meinem", "von meiner", "vom iphone gesendet",
    "vom ipad gesendet", "diese nachricht wurde von", "outlook für", "outlook for", "holen sie sich outlook",
    "hol dir outlook", "envoyé de", "envoyé depuis", "envoyé à partir", "envoyé par", "envoyé avec",
    "télécharger outlook", "obtenir outlook", "obtenez outlook", "enviado desde", "enviado de ", "enviado do",
    "enviado a partir", "enviado por", "enviado con", "enviado com", "enviado via", "enviada do", "enviat des",
    "obtener outlook", "obter o outlook", "inviato da", "inviato dal", "inviato con", "inviato tramite",
    "ottieni outlook", "scarica outlook", "verzonden met", "verzonden vanaf", "verzonden vanuit", "verzonden via",
    "verstuurd vanaf", "verstuurd met", "outlook voor", "skickat från", "skickat med", "skickat via", "skickades från",
    "hämta outlook", "sendt fra", "sendt med", "sendt via", "hent outlook", "få outlook", "lähetetty", "hanki outlook",
    "wysłane z", "wysłano z", "wysłane przez", "pobierz program outlook", "odesláno z", "odesláno pomocí",
    "odoslané z", "poslano s", "poslano iz", "küldve", "az iphone-omról küldve", "az ipademről küldve", "trimis de pe",
    "trimis din", "отправлено с", "отправлено из", "отправлено от", "послано с", "надіслано з", "надіслано із",
    "στάλθηκε από", "εστάλη από", "iphone'umdan gönderildi", "iphone'dan gönderildi", "ipad'imden gönderildi",
    "dikirim dari", "đã gửi từ", "được gửi từ", "发自我的", "скачать outlook", "获取 outlook", "获取outlook", "從我的",
    "从我的", "寄自我的", "iphoneから送信", "ipadから送信", "나의 iphone에서", "내 iphone에서", "נשלח מ", "أُرسلت من",
    "أرسلت من", "ส่งจาก",
)
# ... or ends, where the name of the telephone comes first.
SENT_FROM_LAST = ("gesendet", "から送信", "에서 보냄", "傳送", "发送", "gönderildi", "küldve", "-sta", "from mobile")
# What may follow the name of a telephone in such a line.
EXCUSES = ("please", "excuse", "sorry", "pardon", "apologies", "forgive", "so ", "bitte", "http", "and ", "merci")

# How people end a letter. What stands below a quotation and begins so is no answer to it.
SIGN_OFFS = (
    "regards", "best", "kind regards", "best regards", "warm regards", "with kind regards", "best wishes",
    "with best wishes", "all the best", "cheers", "thanks", "many thanks", "thank you", "sincerely", "yours",
    "yours sincerely", "greetings", "gruß", "grüße", "viele grüße", "liebe grüße", "beste grüße", "mit freundlichen",
    "mfg", "lg", "vg", "cordialement", "bien à vous", "saludos", "un saludo", "saluti", "cordiali saluti", "groeten",
    "met vriendelijke", "mvh", "hälsningar", "hilsen", "terveisin", "pozdrawiam", "s pozdravem", "с уважением",
    "atenciosamente", "abraços",
)

# The first words of a line above a quotation, where the date comes later.
OPENINGS = (
    "on", "at", "in", "am", "vom", "le", "el", "il", "em", "a", "op", "den", "på", "dnia", "w dniu", "dne", "dňa",
    "dana", "la", "în", "στις", "τη", "vào", "pada", "el dia", "a(z)", "el día", "em dom.", "em seg.", "в", "у", "ב",
    "בתאריך", "في", "在", "於", "tarihinde", "ke", "ti", "to", "fre", "lør", "søn", "man", "ons", "tir", "tor",
)
# fmt: on
