"""How eleven mail programs write an answer, each in twelve languages: what stands where, how the old mail is quoted,
which words stand above it, how it is encoded. For ``mailclient``, which answers with it.

Nothing here is used for reading: ``inbound.replies`` and ``inbound.phrases`` know these programs from the other side.

It is long because it has a table of sentences for each program and language.
"""

# ruff: noqa: RUF001 - letters and signs of other languages are what is listed

from __future__ import annotations

import html
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage

GMAIL_WIDTH = 78  # at which it breaks the lines of its plain text


@dataclass(frozen=True)
class Quoted:
    """The mail that is answered: who wrote it and when, its two texts, its subject and its reader."""

    name: str
    address: str
    at: datetime
    to: str
    subject: str
    text: str
    html: str

    @property
    def writer(self) -> str:
        return f"{self.name} <{self.address}>" if self.name else self.address


@dataclass(frozen=True)
class Language:
    """The words of mail programs in one language. The lines above a quotation as ``str.format`` takes them."""

    months: str
    days: str  # of the week, from Monday
    gmail: str
    apple: str
    thunderbird: str
    outlook_fields: str  # from, sent, to, subject
    answer: str  # what Outlook puts in front of the subject
    from_iphone: str
    get_outlook: str

    def attribution(self, pattern: str, mail: Quoted, *, seconds: str = "") -> str:
        at = mail.at
        return pattern.format(
            day=self.days.split()[at.weekday()],
            d=at.day,
            m=at.month,
            mon=self.months.split()[at.month - 1],
            y=at.year,
            hm=f"{at:%H:%M}{seconds}",
            h12=f"{at:%I:%M}{seconds} {at:%p}".lstrip("0"),
            name=mail.name or mail.address,
            writer=mail.writer,
        )


LANGUAGES = {
    "en": Language(
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
        "Mon Tue Wed Thu Fri Sat Sun",
        "On {day}, {mon} {d}, {y} at {h12} {writer} wrote:",
        "On {d} {mon} {y}, at {hm}, {writer} wrote:",
        "On {d}/{m}/{y} {hm}, {name} wrote:",
        "From Sent To Subject",
        "RE",
        "Sent from my iPhone",
        "Get Outlook for iOS",
    ),
    "de": Language(
        "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
        "Mo. Di. Mi. Do. Fr. Sa. So.",
        "Am {day}, {d}. {mon} {y} um {hm} Uhr schrieb {writer}:",
        "Am {d:02}.{m:02}.{y} um {hm} schrieb {writer}:",
        "Am {d:02}.{m:02}.{y} um {hm} schrieb {name}:",
        "Von Gesendet An Betreff",
        "AW",
        "Von meinem iPhone gesendet",
        "Outlook für iOS herunterladen",
    ),
    "fr": Language(
        "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
        "lun. mar. mer. jeu. ven. sam. dim.",
        "Le {day} {d} {mon} {y} à {hm}, {writer} a écrit\N{NO-BREAK SPACE}:",
        "Le {d} {mon} {y} à {hm}, {writer} a écrit\N{NO-BREAK SPACE}:",
        "Le {d:02}/{m:02}/{y} à {hm}, {name} a écrit\N{NO-BREAK SPACE}:",
        "De\N{NO-BREAK SPACE} Envoyé\N{NO-BREAK SPACE} À\N{NO-BREAK SPACE} Objet\N{NO-BREAK SPACE}",
        "RE",
        "Envoyé de mon iPhone",
        "Télécharger Outlook pour iOS",
    ),
    "es": Language(
        "ene feb mar abr may jun jul ago sept oct nov dic",
        "lun mar mié jue vie sáb dom",
        "El {day}, {d} {mon} {y} a las {hm}, {writer} escribió:",
        "El {d} {mon} {y}, a las {hm}, {writer} escribió:",
        "El {d}/{m}/{y} a las {hm}, {name} escribió:",
        "De Enviado Para Asunto",
        "RE",
        "Enviado desde mi iPhone",
        "Obtener Outlook para iOS",
    ),
    "it": Language(
        "gen feb mar apr mag giu lug ago set ott nov dic",
        "lun mar mer gio ven sab dom",
        "Il giorno {day} {d} {mon} {y} alle ore {hm} {writer} ha scritto:",
        "Il giorno {d} {mon} {y}, alle ore {hm}, {writer} ha scritto:",
        "Il {d:02}/{m:02}/{y} {hm}, {name} ha scritto:",
        "Da Inviato A Oggetto",
        "R",
        "Inviato da iPhone",
        "Ottieni Outlook per iOS",
    ),
    "nl": Language(
        "jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.",
        "ma di wo do vr za zo",
        "Op {day} {d} {mon} {y} om {hm} schreef {writer}:",
        "Op {d} {mon} {y}, om {hm} heeft {writer} het volgende geschreven:",
        "Op {d}-{m}-{y} om {hm} schreef {name}:",
        "Van Verzonden Aan Onderwerp",
        "Antw",
        "Verstuurd vanaf mijn iPhone",
        "Outlook voor iOS downloaden",
    ),
    "pt": Language(
        "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
        "seg. ter. qua. qui. sex. sáb. dom.",
        "Em {day}, {d} de {mon} de {y} às {hm}, {writer} escreveu:",
        "Em {d} de {mon} de {y}, à(s) {hm}, {writer} escreveu:",
        "Em {d:02}/{m:02}/{y} {hm}, {name} escreveu:",
        "De Enviado Para Assunto",
        "RES",
        "Enviado do meu iPhone",
        "Obter o Outlook para iOS",
    ),
    "sv": Language(
        "jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.",
        "mån tis ons tors fre lör sön",
        "Den {day} {d} {mon} {y} kl {hm} skrev {writer}:",
        "{d} {mon} {y} kl. {hm} skrev {writer}:",
        "Den {y}-{m:02}-{d:02} kl. {hm}, skrev {name}:",
        "Från Skickat Till Ämne",
        "SV",
        "Skickat från min iPhone",
        "Hämta Outlook för iOS",
    ),
    "pl": Language(
        "sty lut mar kwi maj cze lip sie wrz paź lis gru",
        "pon. wt. śr. czw. pt. sob. niedz.",
        "{day}, {d} {mon} {y} o {hm} {writer} napisał(a):",
        "Wiadomość napisana przez {writer} w dniu {d} {mon} {y}, o godz. {hm}:",
        "W dniu {d}.{m:02}.{y} o {hm}, {name} pisze:",
        "Od Wysłane Do Temat",
        "ODP",
        "Wysłane z iPhone'a",
        "Pobierz program Outlook dla systemu iOS",
    ),
    "ru": Language(
        "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
        "пн вт ср чт пт сб вс",
        "{day}, {d} {mon} {y} г. в {hm}, {writer}:",
        "{d} {mon} {y} г., в {hm}, {writer} написал(а):",
        "{d:02}.{m:02}.{y} {hm}, {name} пишет:",
        "От Отправлено Кому Тема",
        "RE",
        "Отправлено с iPhone",
        "Скачать Outlook для iOS",
    ),
    "ja": Language(
        "1 2 3 4 5 6 7 8 9 10 11 12",
        "月 火 水 木 金 土 日",
        "{y}年{m}月{d}日({day}) {hm} {writer}:",
        "{y}/{m:02}/{d:02} {hm}、{writer}のメール:",
        "On {y}/{m:02}/{d:02} {hm}, {name} wrote:",
        "差出人 送信日時 宛先 件名",
        "RE",
        "iPhoneから送信",
        "Outlook for iOS を入手",
    ),
    "zh": Language(
        "1 2 3 4 5 6 7 8 9 10 11 12",
        "一 二 三 四 五 六 日",
        "{writer} 于{y}年{m}月{d}日周{day} {hm}写道：",
        "{y}年{m}月{d}日 {hm}，{writer} 写道：",
        "在 {y}/{m}/{d} {hm}, {name} 写道:",
        "发件人 发送时间 收件人 主题",
        "答复",
        "发自我的iPhone",
        "获取 Outlook for iOS",
    ),
}


# What stands in an answer ---------------------------------------------------------------------------------------------

Compose = Callable[[EmailMessage, Quoted, str, Language], None]


def _quoted(text: str, mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in text.splitlines())


def _wrapped(text: str, width: int = GMAIL_WIDTH) -> str:
    """Lines broken where a program breaks them: at spaces, and never within a word."""
    return "\n".join(
        "\n".join(textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)) or ""
        for line in text.splitlines()
    )


def _paragraphs(text: str, tag: str = "div", **attributes: str) -> str:
    given = "".join(f' {name}="{value}"' for name, value in attributes.items())
    lines = (html.escape(line, quote=False) or "<br>" for line in text.splitlines())
    return "".join(f"<{tag}{given}>{line}</{tag}>" for line in lines)


def _inside_body(markup: str) -> str:
    _, _, rest = markup.partition("<body")
    inside = rest.partition(">")[2].partition("</body>")[0]
    return inside or markup


def _fields(mail: Quoted, words: Language) -> list[tuple[str, str]]:
    """Outlook's way to say what was answered: a piece of the header."""
    values = (mail.writer, words.attribution("{day} {d} {mon} {y} {hm}", mail), mail.to, mail.subject)
    return list(zip(words.outlook_fields.split(" "), values, strict=True))


def _field_lines(mail: Quoted, words: Language, star: str = "") -> str:
    return "\n".join(f"{star}{name}:{star} {value}" for name, value in _fields(mail, words))


def _field_markup(mail: Quoted, words: Language) -> str:
    return "<br>".join(f"<b>{name}:</b> {html.escape(value)}" for name, value in _fields(mail, words))


# Programs -------------------------------------------------------------------------------------------------------------


def _gmail(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """Answer on top, text and HTML, the quotation in a container of its own. Breaks lines of plain text."""
    attribution = words.attribution(words.gmail, mail)
    plain = f"{_wrapped(text)}\n\n{_wrapped(attribution)}\n\n{_quoted(mail.text)}\n"
    answer.set_content(plain, cte="7bit" if plain.isascii() else "base64")
    answer.add_alternative(
        f'<div dir="ltr">{_paragraphs(text)}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{html.escape(attribution)}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{_inside_body(mail.html)}</blockquote></div>\n',
        subtype="html",
        cte="quoted-printable",
    )


def _gmail_app(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """As on the web, but paragraphs stand apart and quoted lines are broken anew."""
    attribution = words.attribution(words.gmail, mail)
    plain = f"{_wrapped(text)}\n\n{_wrapped(attribution)}\n\n{_quoted(_wrapped(mail.text, 74))}\n"
    answer.set_content(plain, cte="quoted-printable")
    answer.add_alternative(
        f'{_paragraphs(text, "div", dir="auto")}<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f'{html.escape(attribution)}<br></div><blockquote class="gmail_quote">'
        f"{_inside_body(mail.html)}</blockquote></div>\n",
        subtype="html",
        cte="base64",
    )


def _outlook(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """On the desktop: a signature, then a piece of the old header and the old text, all without any mark."""
    signature = "Anna Example\nClub secretary"
    answer.set_content(f"{text}\n\n{signature}\n\n{_field_lines(mail, words)}\n\n{mail.text}\n", cte="quoted-printable")
    answer.add_alternative(
        f'<html><body><div class="WordSection1">{_paragraphs(text, "p", **{"class": "MsoNormal"})}'
        f'<p class="MsoNormal">&nbsp;</p>{_paragraphs(signature, "p")}'
        f'<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in">'
        f'<p class="MsoNormal">{_field_markup(mail, words)}</p></div></div>'
        f"{_inside_body(mail.html)}</div></body></html>\n",
        subtype="html",
        cte="quoted-printable",
    )


def _outlook_web(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """A line across, then a piece of the old header and the old text."""
    answer.set_content(
        f"{text}\n\n________________________________\n{_field_lines(mail, words)}\n\n{mail.text}\n", cte="base64"
    )
    answer.add_alternative(
        f'<html><body>{_paragraphs(text, "p")}<div id="appendonsend"></div><hr>'
        f'<div id="divRplyFwdMsg">{_field_markup(mail, words)}</div>'
        f"<div>{_inside_body(mail.html)}</div></body></html>\n",
        subtype="html",
        cte="base64",
    )


def _outlook_ios(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """An advertisement, a line across, then a piece of the old header and the old text."""
    link = "https://aka.ms/o0ukef"
    answer.set_content(
        f"{text}\n\n{words.get_outlook}<{link}>\n________________________________\n"
        f"{_field_lines(mail, words)}\n\n{mail.text}\n",
        cte="quoted-printable",
    )
    answer.add_alternative(
        f'<html><body>{_paragraphs(text, "div", dir="auto")}<div id="ms-outlook-mobile-signature">'
        f'<a href="{link}">{words.get_outlook}</a></div><hr><div id="divRplyFwdMsg" dir="ltr">'
        f"{_field_markup(mail, words)}</div>{_inside_body(mail.html)}</body></html>\n",
        subtype="html",
        cte="quoted-printable",
    )


def _apple_mail(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """Answer on top; the words above the quotation are quoted, too."""
    attribution = words.attribution(words.apple, mail)
    old = _quoted(f"{attribution}\n\n{mail.text}")
    answer.set_content(f"{text}\n\n{old}\n\n", cte="quoted-printable")
    answer.add_alternative(
        f'<html><body style="overflow-wrap: break-word;">{_paragraphs(text)}<br><div><blockquote type="cite">'
        f"<div>{html.escape(attribution)}</div><br><div>{_inside_body(mail.html)}</div></blockquote></div></body></html>\n",
        subtype="html",
        cte="quoted-printable",
    )


def _thunderbird(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """Plain text whose lines are broken softly, answer below the quotation, a signature."""
    own = "\n".join(
        " \n".join(textwrap.wrap(line, 72, break_long_words=False, break_on_hyphens=False)) or ""
        for line in text.splitlines()
    )
    answer.set_content(
        f"{words.attribution(words.thunderbird, mail)}\n{_quoted(mail.text)}\n\n{own}\n\n-- \nAnna Example\n",
        cte="8bit",
        params={"format": "flowed"},
    )


def _yahoo(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """The old text is moved in a little and not marked otherwise."""
    attribution = words.attribution(words.gmail, mail, seconds=":00")
    old = "\n".join(f"  {line}" for line in mail.text.splitlines())
    answer.set_content(f" {text}\n\n    {attribution}  \n \n{old}\n  \n", cte="base64")
    answer.add_alternative(
        f'<html><body><div class="ydp8f1b2yahoo-style-wrap">{_paragraphs(text, "div", dir="ltr")}</div>'
        f'<div id="ydp77e1yahoo_quoted_1" class="ydp77e1yahoo_quoted"><div>{html.escape(attribution)}</div>'
        f"<div>{_inside_body(mail.html)}</div></div></body></html>\n",
        subtype="html",
        cte="base64",
    )


def _k9(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """Plain text, a signature between the answer and the quotation, marks without a space."""
    attribution = words.attribution(words.gmail, mail, seconds=":00 GMT+01:00")
    answer.set_content(
        f"{text}\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.\n\n"
        f"{attribution}\n{_quoted(mail.text, '>')}\n",
        cte="base64",
    )


def _mutt(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """Plain text only, answer below the quotation, a signature."""
    attribution = words.attribution(words.thunderbird, mail)
    answer.set_content(f"{attribution}\n{_quoted(mail.text)}\n\n{text}\n\n-- \nSent from a terminal\n", cte="8bit")


def _phone(answer: EmailMessage, mail: Quoted, text: str, words: Language) -> None:
    """HTML only, hard and non-breaking spaces, a boast of the maker at the end."""
    lines = "<br>".join(html.escape(line, quote=False).replace(" ", "&nbsp;") for line in text.splitlines())
    attribution = html.escape(words.attribution(words.apple, mail))
    answer.set_content(
        f'<html><body dir="auto">{lines}<br><br><div dir="ltr">{words.from_iphone}</div><div dir="ltr"><br>'
        f'<blockquote type="cite">{attribution}<br><br></blockquote></div>'
        f'<blockquote type="cite">{_inside_body(mail.html)}</blockquote></body></html>\n',
        subtype="html",
        cte="quoted-printable",
    )


PROGRAMS: dict[str, Compose] = {
    "gmail": _gmail,
    "gmail app": _gmail_app,
    "outlook": _outlook,
    "outlook web": _outlook_web,
    "outlook ios": _outlook_ios,
    "apple mail": _apple_mail,
    "thunderbird": _thunderbird,
    "yahoo": _yahoo,
    "k-9": _k9,
    "mutt": _mutt,
    "phone": _phone,
}


def subject_of_answer(subject: str, program: str, words: Language) -> str:
    """The subject of an answer; Outlook translates what it puts in front."""
    prefix = words.answer if program.startswith("outlook") else "Re"
    return subject if subject.lower().startswith(f"{prefix.lower()}:") else f"{prefix}: {subject}"
