"""Every setting, read from the environment once. What is not set gets a default that is safe on one's own machine;
``PRODUCTION=1`` demands the rest and refuses what must not be public, and so does ``CLUB=1``, its form for one machine.
A wrong value stops the start with one sentence.
The table in ``docs/operating.md`` explains each of them to operators.

It is long because every setting stands in one place.
"""

from __future__ import annotations

import os
from email.utils import formataddr, parseaddr
from typing import Any
from urllib.parse import unquote, urlsplit

import environ
from csp.constants import NONE, SELF
from django.http.request import validate_host
from kombu import Queue

from games.records.signing import is_private_key, is_public_key
from seeds import __version__
from seeds.branding.colours import DARK, LIGHT, is_colour, trouble
from seeds.databases.options import SQLITE, options_of
from seeds.environment import IS_CHECKOUT, SHIPPED, Environment, brings_its_own, is_loopback, refuse, var_folder
from seeds.environment import ROOT as ROOT
from seeds.installation import stored_secret_key
from seeds.logs import without_traceback_of_refusals

env = Environment(os.environ)

CLUB = env.flag("CLUB", default=False)
PRODUCTION = env.flag("PRODUCTION", default=CLUB)
if CLUB and not PRODUCTION:
    refuse("CLUB=1 serves other people, so PRODUCTION cannot be 0.")
_public = "CLUB=1" if CLUB else "PRODUCTION=1"  # as refusals name it
DEBUG = env.flag("DEBUG", default=False)
if PRODUCTION and DEBUG:
    refuse(f"DEBUG shows internal data to everybody, so it cannot be on when {_public}.")
if PRODUCTION:
    os.umask(0o077)  # what a process writes, such as the database and logs, is nobody else's

VAR = var_folder(env)

SECRET_KEY = env.text("SECRET_KEY")
if not brings_its_own(env) and not SECRET_KEY:
    refuse("SECRET_KEY is not set: PRODUCTION=1 needs 50 random characters or more that stay the same.")
if PRODUCTION and SECRET_KEY and len(SECRET_KEY) < 50:
    refuse(f"SECRET_KEY is too short to be safe: {_public} needs 50 random characters or more.")
SECRET_KEY = SECRET_KEY or stored_secret_key(VAR)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FORMER", default=[])  # what was signed with them is good for a while

# What records are signed with; where no file is named, a key that follows from SECRET_KEY.
RECORD_KEY = env.file("RECORD_KEY_FILE")
if RECORD_KEY and not is_private_key(RECORD_KEY):
    refuse(
        "RECORD_KEY_FILE must name a file with an Ed25519 private key, as openssl genpkey -algorithm ed25519 writes it."
    )
RECORD_FORMER_KEYS = env.words("RECORD_FORMER_KEYS", default=[])
if not all(map(is_public_key, RECORD_FORMER_KEYS)):
    refuse("RECORD_FORMER_KEYS must be public keys of 64 hexadecimal digits each, with commas between.")

# What each process counts for Prometheus; the library reads it from the environment.
METRICS_TOKEN = env.text("METRICS_TOKEN")
if METRICS_TOKEN and len(METRICS_TOKEN) < 20:
    refuse("METRICS_TOKEN is too short to be safe: use 20 random characters or more.")
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(VAR / "metrics")
# Errors are reported to this address of Sentry or a program like it; nothing is, where there is none.
SENTRY_DSN = env.url("SENTRY_DSN", default="", schemes=["https", "http"], example="https://key@errors.example/1")

# Where the service is reached -----------------------------------------------------------------------------------------

SITE_URL = env.url(
    "SITE_URL", default="http://127.0.0.1:8000", schemes=["http", "https"], example="https://seeds.example"
).rstrip("/")
_site = urlsplit(SITE_URL)
SITE_HOST = _site.hostname or ""
if not SITE_HOST or _site.path or _site.query:
    refuse("SITE_URL must look like https://seeds.example, with a host and nothing after it.")
if PRODUCTION and not env.text("SITE_URL"):
    refuse(f"SITE_URL is not set: {_public} needs the address that players see, such as https://seeds.example.")
if PRODUCTION and _site.scheme != "https":
    refuse(f"SITE_URL must begin with https:// when {_public}.")
if not PRODUCTION and not is_loopback(SITE_HOST):
    refuse(
        f"SITE_URL names {SITE_HOST}, which others can reach, and the mail lab and the demo would be open to them. "
        "Set CLUB=1 to run for others from this machine, or leave SITE_URL out to try it at home."
    )
_local_names = [] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", default=[SITE_HOST, *_local_names])
if PRODUCTION and "*" in ALLOWED_HOSTS:
    refuse(f"ALLOWED_HOSTS must list host names when {_public}, not *.")
if not validate_host(SITE_HOST, ALLOWED_HOSTS):
    refuse(f"ALLOWED_HOSTS must contain {SITE_HOST}, the host of SITE_URL.")
if not PRODUCTION and not all(map(is_loopback, ALLOWED_HOSTS)):
    refuse("ALLOWED_HOSTS can name this machine only, such as 127.0.0.1, unless CLUB=1 or PRODUCTION=1.")
ADMIN_PATH = env.folder("ADMIN_PATH", default="admin/")
BEHIND_PROXY = env.flag("BEHIND_PROXY", default=PRODUCTION)
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# The process that holds streams of the feed open: where it listens, and where browsers and programs reach it.
LIVE_HOST, LIVE_PORT = env.host_and_port("LIVE", default="127.0.0.1:8001")
LIVE_URL = env.url("LIVE_URL", default=SITE_URL, schemes=["http", "https"], example=SITE_URL).rstrip("/")
LIVE_WEB = env.url("LIVE_WEB", default="", schemes=["http"], example="http://web:8000").rstrip("/")
LIVE_CONNECTIONS = env.number("LIVE_CONNECTIONS", default=5000, least=1, most=100_000)
LIVE_CONNECTIONS_OF_A_PEER = env.number(
    "LIVE_CONNECTIONS_OF_A_PEER", default=100 if PRODUCTION else 5000, least=1, most=100_000
)

# What the operator can make their own ---------------------------------------------------------------------------------

SITE_NAME = env.text("SITE_NAME", "Seeds")
if len(SITE_NAME) > 30 or not SITE_NAME.isprintable() or set(SITE_NAME) & set('<>"@%{}'):
    refuse('SITE_NAME must be a name of at most 30 characters without < > " @ % { and }, such as Seeds of Berlin.')
SITE_COLOUR, SITE_COLOUR_DARK = env.text("SITE_COLOUR").lower(), env.text("SITE_COLOUR_DARK").lower()
for _name, _colour, _scheme in (("SITE_COLOUR", SITE_COLOUR, LIGHT), ("SITE_COLOUR_DARK", SITE_COLOUR_DARK, DARK)):
    if _colour and not is_colour(_colour):
        refuse(f"{_name} must be a colour of six hexadecimal digits such as #2c6632, not {_colour!r}.")
    if _colour and (_trouble := trouble(_colour, _scheme)):
        refuse(f"{_name} cannot be read: {_trouble}")
# Markdown files, whose pages are linked at the foot of every page and mail.
PRIVACY_FILE, IMPRINT_FILE = env.text("PRIVACY_FILE"), env.text("IMPRINT_FILE")
for _name in ("PRIVACY_FILE", "IMPRINT_FILE"):
    env.file(_name)

# Database -------------------------------------------------------------------------------------------------------------

DATABASE_URL = env.url(
    "DATABASE_URL",
    default="",
    schemes=["postgres", "postgresql", "sqlite"],
    example="postgres://user:password@localhost:5432/seeds",
)
DATABASE_POOL = env.number("DATABASE_POOL", default=8, least=1, most=200)
DATABASE_SECONDS = env.number("DATABASE_SECONDS", default=15, least=0, most=3600)  # of one statement; 0: without end
_database = (
    environ.Env.db_url_config(DATABASE_URL) if DATABASE_URL else {"ENGINE": SQLITE, "NAME": str(VAR / "db.sqlite3")}
)
if not _database["NAME"]:
    refuse("DATABASE_URL must name a database at its end, such as postgres://user:password@localhost:5432/seeds.")
if _database["ENGINE"] == SQLITE and not brings_its_own(env):
    refuse("DATABASE_URL must name a PostgreSQL database when PRODUCTION=1, or set CLUB=1 to run on one machine.")
_database |= options_of(_database["ENGINE"], pool=DATABASE_POOL, patience=DATABASE_SECONDS)
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Broker and cache -----------------------------------------------------------------------------------------------------

REDIS_URL = env.url("REDIS_URL", default="", schemes=["redis", "rediss"], example="redis://:password@localhost:6379/0")
if not brings_its_own(env) and not REDIS_URL:
    refuse("REDIS_URL is not set: PRODUCTION=1 needs a Redis or Valkey server, such as redis://redis:6379/0.")
CACHES = {
    "default": {
        "BACKEND": "seeds.cache.ForgetfulRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 0.25, "socket_timeout": 0.25},  # seconds; a hit takes one millisecond
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# Apps -----------------------------------------------------------------------------------------------------------------

# What few need: each line takes its pages, operations, commands of mail and parts of other pages with it.
FEATURES = [
    "games.lessons",
    "games.puzzles",
    "games.evaluation",
    "tournaments.clubs",
    "tournaments.circuits",
    "tournaments.mini_cups",
    "tournaments.history",
    "tournaments.what_if",
    "tournaments.fair_play",
]
INSTALLED_APPS = [
    "seeds.processes.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "games",
    "tournaments",
    "notifications",
    *FEATURES,
    "seeds.processes.apps.SeedsConfig",
]
MAIL_LAB = env.flag("MAIL_LAB", default=IS_CHECKOUT and not PRODUCTION)  # whole mails are kept, for everybody to read
if PRODUCTION and MAIL_LAB:
    refuse(f"MAIL_LAB shows every mail to everybody, so it cannot be on when {_public}.")
if MAIL_LAB and not IS_CHECKOUT:
    refuse("MAIL_LAB needs a checkout: it is for development, and not part of the installed package.")
if MAIL_LAB:
    INSTALLED_APPS += ["notifications.lab"]
if IS_CHECKOUT and not PRODUCTION:
    INSTALLED_APPS += ["demo"]
MIDDLEWARE = [
    "seeds.middleware.TraceMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "seeds.middleware.EncryptedMiddleware",
    "seeds.middleware.HeadMiddleware",
    "seeds.middleware.CompressionMiddleware",  # secrets in pages stay secret: tokens are masked, lengths are padded
    "whitenoise.middleware.WhiteNoiseMiddleware",  # in production its files lie there compressed
    "seeds.middleware.PrivateAnswersMiddleware",
    "seeds.rest.cors.PublicReadsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "seeds.middleware.ContentPolicyMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "seeds.middleware.ReadsAtOnceMiddleware",
    "seeds.middleware.NullCharacterMiddleware",
    "seeds.middleware.RefusalsMiddleware",
    "games.web.middleware.SessionEndMiddleware",
    "games.web.middleware.StaffRightsMiddleware",
    "games.web.middleware.ReaderMiddleware",
    "games.web.middleware.GuestMiddleware",
    "games.web.middleware.OneMomentMiddleware",
]
ROOT_URLCONF = "seeds.urls"
WSGI_APPLICATION = "seeds.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SHIPPED / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "seeds.branding.pages.site",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "notifications.context_processors.last_warnings",
                "notifications.context_processors.mail_lab",
                "notifications.context_processors.who_can_join",
            ]
        },
    }
]
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("de", "Deutsch")]  # each by its own name
LOCALE_PATHS = [SHIPPED / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [SHIPPED / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION

# Accounts -------------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
_validation = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_validation}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_validation}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_validation}.CommonPasswordValidator"},
    {"NAME": "games.accounts.passwords.ServiceWordsValidator"},
]
PASSWORD_RESET_TIMEOUT = 3600  # seconds
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "notifications.web.account_adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"{SITE_NAME}: "
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 600  # seconds
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
# A key of "login_failed" is an account from one address; "login_failed_account" counts an account from all addresses at
# which it has not been opened before (notifications.accounts.sign_in_limits).
REGISTRATION = env.choice("REGISTRATION", default="open", among=["open", "by-members", "by-staff"])
ACCOUNT_FORMS = {
    "signup": "notifications.web.joining.JoiningForm",
    "change_password": "notifications.web.password_forms.ChangePasswordForm",
    "reset_password_from_key": "notifications.web.password_forms.ResetPasswordForm",
}
ACCOUNT_RATE_LIMITS = {
    "login_failed": "20/m/ip,5/5m/key",
    "login_failed_account": "50/h/key",
    # Mails that strangers can have sent to an address; "key" is the address.
    "confirm_email": "1/10s/key,10/h/key,20/d/key",
    "reset_password": "20/m/ip,5/m/key,20/d/key",
    "request_login_code": "20/m/ip,3/m/key,20/d/key",
    "download": "5/h/user",
    "manage_email": "10/m/user,20/d/user",
}
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
MFA_ADAPTER = "notifications.accounts.second_factors.SecondFactorAdapter"
MFA_FORMS = {
    "add_webauthn": "notifications.web.password_forms.AddPasskeyForm",
    "edit_webauthn": "notifications.web.password_forms.RenamePasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_PASSKEY_SIGNUP_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
MFA_RECOVERY_CODE_DIGITS = 34  # 112 bits: the library stores what they follow from encrypted, and does not hash them
# Names by which people would take somebody for the service or its staff.
# fmt: off
ACCOUNT_USERNAME_BLACKLIST = [
    "me", "nobody", "anybody", "everybody", "admin", "admins", "administrator", "root", "system", "seeds", "house",
    "service", "support", "help", "info", "security", "staff", "team", "owner", "operator", "moderator",
    "moderators", "mod", "director", "directors", "arbiter", "referee", "organiser", "organizer", "judge",
    "postmaster", "hostmaster", "webmaster", "abuse", "noreply", "moderatorin", "schiedsrichter",
    "schiedsrichterin", "turnierleiter", "turnierleiterin", "turnierleitung", "leitung", "hilfe",
]
# fmt: on

# Safety in the browser ------------------------------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _site.scheme == "https"
# A browser takes a cookie with this prefix from the host itself alone, and over HTTPS.
_prefix = "__Host-" if SESSION_COOKIE_SECURE else ""
SESSION_MOST_DAYS = env.number("SESSION_MOST_DAYS", default=90, least=1, most=400)  # from signing in
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_prefix}sessionid", f"{_prefix}csrftoken"
GUEST_COOKIE_NAME = f"{_prefix}guest"
CSRF_COOKIE_HTTPONLY = True
LESSONS_COOKIE_NAME = f"{_prefix}lessons"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # and no cookie of its own
SECURE_SSL_REDIRECT = PRODUCTION
# The first three are asked from inside, without a proxy; the others are refused without HTTPS (EncryptedMiddleware).
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$", r"^api/", r"^feeds/"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)  # whose word on the caller's address rate limits believe
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
# A club may have other hosts below its domain that know no HTTPS.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION and not CLUB
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Of the style element inside the pictures of boards, with the colours of the dark scheme. Computing it would load the
# rules of every game with the settings; when the colours change, a test shows the new one.
_boards = "jhhQkPeCkkmC6RoTROS9jQn5vYc3uY4Q/tjG493gtk4="
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "style-src": [SELF, f"'sha256-{_boards}'"],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF] if LIVE_URL == SITE_URL else [SELF, LIVE_URL],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# REST -----------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.LimitedTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["seeds.rest.bodies.BoundedJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "seeds.api.Pages",
    "DEFAULT_SCHEMA_CLASS": "ground.rest.schema.ContractSchema",
    "DEFAULT_THROTTLE_CLASSES": ["ground.expensive.AnonymousThrottle", "rest_framework.throttling.UserRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.rate("API_RATE_ANONYMOUS", default="120/min"),
        "user": env.rate("API_RATE_PLAYER", default="600/min"),
        "page_anonymous": env.rate("PAGE_RATE_ANONYMOUS", default="300/min"),
        "page_player": env.rate("PAGE_RATE_PLAYER", default="600/min"),
        "guest_anonymous": env.rate("GUEST_RATE", default="40/hour"),  # new guests from one address
        "steps_anonymous": "30/second",  # picks on a board: of a class behind one address, and of one player
        "steps_player": "10/second",
        "expensive_anonymous": env.rate("EXPENSIVE_RATE_ANONYMOUS", default="60/min"),
        "expensive_player": env.rate("EXPENSIVE_RATE_PLAYER", default="240/min"),
    },
    "NUM_PROXIES": int(BEHIND_PROXY),
    "EXCEPTION_HANDLER": "seeds.api.answer_error",
    "URL_FORMAT_OVERRIDE": None,  # the header Accept chooses the form of an answer
}
# How many requests that cost much a web process works on at a time, which must be fewer than it has threads.
EXPENSIVE_AT_ONCE = env.number("EXPENSIVE_AT_ONCE", default=3, least=1, most=100)
# How many requests for pages and REST that only read; as many more can wait for a place, each of which keeps a thread.
READS_AT_ONCE = env.number("READS_AT_ONCE", default=6, least=1, most=100)
FEED_WAITS = env.number("FEED_WAITS", default=8, least=0, most=100)  # of a web process, each of which keeps a thread
EXPENSIVE_AT_ONCE_EACH = env.number("EXPENSIVE_AT_ONCE_EACH", default=1, least=1, most=100)
SPECTACULAR_SETTINGS = {
    "TITLE": SITE_NAME,
    "DESCRIPTION": "Play, watch and follow the games of Seeds. Reading is open to everybody. To play, make a key on "
    "your settings page and send it as `Authorization: Bearer seeds_...`. A key has scopes (read, play, "
    "organise) and an expiry date, and can be limited to one event. Every error has a `code` for "
    "programs and a `detail` for people. Seats are counted from 1; times are in UTC.",
    "VERSION": __version__,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "OAS_VERSION": "3.1.1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "seeds.rest.schema.describe_answers",
        "seeds.rest.schema.add_examples",
    ],
    "WEBHOOKS": ["notifications.api.webhooks.entry_call", "notifications.api.webhooks.challenge_call"],
    "ENUM_NAME_OVERRIDES": {
        "GameStatus": "games.models.Game.Status",
        "DeclineReason": "games.models.Invitation.Reason",
        "ReasonEnum": "games.models.Report.Reason",
        "ProposalStatus": "games.models.Proposal.Status",
        "SubmissionState": "games.models.Submission.State",
        "EventState": "tournaments.models.Event.State",
        "WebhookKind": "notifications.models.Webhook.Kind",
        "RequestSort": ["time", "appeal", "substitute", "withdrawal", "entry"],
        "MatchState": ["running", "finished", "void"],
    },
    "SWAGGER_UI_SETTINGS": {"deepLinking": False, "persistAuthorization": False},
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# Mail -----------------------------------------------------------------------------------------------------------------

EMAIL_URL = env.url(
    "EMAIL_URL",
    default="",
    schemes=["smtp", "smtp+tls", "smtp+ssl", "filemail", "consolemail", "memorymail"],
    example="smtp+tls://user:password@mail.example:587",
)
if PRODUCTION and not EMAIL_URL.startswith("smtp"):
    refuse(f"EMAIL_URL must name a mail server when {_public}: smtp+tls://user:password@mail.example:587.")
_mail = environ.Env.email_url_config(EMAIL_URL or "filemail://")
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
if EMAIL_URL.startswith("smtp"):
    EMAIL_BACKEND = "notifications.outbound.mail_hosts.PipeliningBackend"
_mail_folder = _mail["EMAIL_FILE_PATH"]  # environ drops the slash in front
EMAIL_FILE_PATH = f"/{_mail_folder}" if _mail_folder else str(VAR / "mail")
EMAIL_HOST, EMAIL_PORT = _mail["EMAIL_HOST"] or "", _mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_USER"] or "", _mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.get("EMAIL_USE_TLS", False), _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 20
if EMAIL_URL.startswith("smtp") and not EMAIL_HOST:
    refuse("EMAIL_URL must name a host, such as smtp+tls://user:password@mail.example:587.")
if PRODUCTION and EMAIL_URL.startswith("smtp:") and "." in EMAIL_HOST and not is_loopback(EMAIL_HOST):
    refuse(
        f"EMAIL_URL must begin with smtp+tls:// or smtp+ssl:// when {_public}; otherwise mails and the password would "
        "be sent unencrypted. Only a server on this machine, or a host without a dot, can be smtp://, as in smtp://mail:25."
    )
MAIL_DOMAIN = env.host("MAIL_DOMAIN", default=f"play.{SITE_HOST}" if PRODUCTION else "play.localhost")
DEFAULT_FROM_EMAIL = env.address("MAIL_FROM", default=formataddr((SITE_NAME, f"seeds@{MAIL_DOMAIN}")))
MAIL_FROM_DOMAIN = parseaddr(DEFAULT_FROM_EMAIL)[1].rpartition("@")[2].lower()
MAIL_SMTP_HOST, MAIL_SMTP_PORT = env.host_and_port("MAIL_SMTP", default="127.0.0.1:8025")
MAIL_SMTP = f"{MAIL_SMTP_HOST}:{MAIL_SMTP_PORT}"  # as people read it
MAIL_MAX_BYTES = 262_144
MAIL_CONNECTIONS = env.number("MAIL_CONNECTIONS", default=400, least=2, most=20_000)
MAIL_CONNECTIONS_OF_A_PEER = env.number("MAIL_CONNECTIONS_OF_A_PEER", default=20, least=1, most=20_000)
MAIL_IDLE_SECONDS = env.number("MAIL_IDLE_SECONDS", default=60, least=1, most=300)
MAIL_CERTIFICATE, MAIL_CERTIFICATE_KEY = env.text("MAIL_CERTIFICATE"), env.text("MAIL_CERTIFICATE_KEY")  # PEM files
MAIL_ENCRYPTED_ONLY = env.flag("MAIL_ENCRYPTED_ONLY", default=False)
if MAIL_ENCRYPTED_ONLY and not MAIL_CERTIFICATE:
    refuse("MAIL_ENCRYPTED_ONLY needs a certificate: MAIL_CERTIFICATE must name its file.")
MAIL_KEEP_DAYS = env.number("MAIL_KEEP_DAYS", default=30, least=1, most=365)  # the words of mails, not that they came
MAIL_ROWS_KEEP_DAYS = env.number("MAIL_ROWS_KEEP_DAYS", default=400, least=60, most=36_500)  # that they came
# Beside SMTP: LMTP for a mail host of our own, IMAP for one mailbox at a hoster, with plus-addresses.
MAIL_LMTP_HOST, MAIL_LMTP_PORT = env.place("MAIL_LMTP", default="")
MAIL_BOX = env.mailbox("MAIL_BOX")
IMAP_URL = env.url(
    "IMAP_URL", default="", schemes=["imap", "imaps"], example="imaps://user:password@imap.hoster.example:993"
)
_imap = urlsplit(IMAP_URL)
IMAP_HOST, IMAP_TLS = _imap.hostname or "", _imap.scheme == "imaps"
IMAP_PORT = _imap.port or (993 if IMAP_TLS else 143)
IMAP_USER, IMAP_PASSWORD = unquote(_imap.username or ""), unquote(_imap.password or "")
IMAP_FOLDER = unquote(_imap.path.strip("/")) or "INBOX"
if IMAP_URL and not (IMAP_HOST and IMAP_USER and IMAP_PASSWORD):
    refuse("IMAP_URL must name user, password and host, such as imaps://user:password@imap.hoster.example:993.")
if IMAP_URL and not MAIL_BOX:
    refuse("MAIL_BOX is not set: IMAP_URL needs the address of its mailbox, such as play@hoster.example.")
if PRODUCTION and IMAP_URL and not IMAP_TLS:
    refuse(f"IMAP_URL must begin with imaps:// when {_public}; otherwise its password would be sent unencrypted.")
IMAP_DONE, IMAP_UNKNOWN = env.text("IMAP_DONE", "Done"), env.text("IMAP_UNKNOWN", "Unknown")
IMAP_POLL_SECONDS = env.number("IMAP_POLL_SECONDS", default=30, least=1, most=60)
# Whose word on a mail's sender counts, when it stands on top: that of our own mail host. Otherwise we judge ourselves.
MAIL_AUTHSERV_ID = env.host("MAIL_AUTHSERV_ID", default="") if env.text("MAIL_AUTHSERV_ID") else ""
MAIL_AUTHSERV_HOPS = env.number("MAIL_AUTHSERV_HOPS", default=0, least=0, most=10)
MAIL_DNS_HOST, MAIL_DNS_PORT = env.host_and_port("MAIL_DNS", default="")
# Signing what goes out, where the server in EMAIL_URL does not.
MAIL_DKIM_KEY = env.file("MAIL_DKIM_KEY_FILE")
MAIL_DKIM_SELECTORS = env.words("MAIL_DKIM_SELECTORS", default=["seeds1", "seeds2"])
if MAIL_DKIM_KEY:
    if "PRIVATE KEY-----" not in MAIL_DKIM_KEY:
        refuse("MAIL_DKIM_KEY_FILE must name a file with an RSA private key, as openssl genrsa 2048 writes it.")
    if EMAIL_URL.startswith("smtp"):
        EMAIL_BACKEND = "notifications.outbound.dkim_signing.SigningBackend"
# The provider behind EMAIL_URL reports bounces and complaints to us; it signs them with, or shows, this secret.
MAIL_EVENTS = env.choice(
    "MAIL_EVENTS", default="", among=["", "brevo", "mailersend", "mailgun", "mailjet", "postmark", "sparkpost"]
)
MAIL_EVENTS_SECRET = env.text("MAIL_EVENTS_SECRET")
if MAIL_EVENTS and len(MAIL_EVENTS_SECRET) < 20:
    refuse("MAIL_EVENTS needs MAIL_EVENTS_SECRET of 20 characters or more, with which the provider identifies itself.")
_shown_as = {"mailersend": "MAILERSEND_SIGNING_SECRET", "mailgun": "MAILGUN_WEBHOOK_SIGNING_KEY"}
if MAIL_EVENTS and MAIL_EVENTS not in _shown_as and ":" not in MAIL_EVENTS_SECRET:
    refuse("MAIL_EVENTS_SECRET must look like user:password, as the provider sends it (HTTP basic authentication).")
ANYMAIL = {_shown_as.get(MAIL_EVENTS, "WEBHOOK_SECRET"): MAIL_EVENTS_SECRET}
TRUST_LOOPBACK_MAIL = env.flag("TRUST_LOOPBACK_MAIL", default=not PRODUCTION)
if PRODUCTION and TRUST_LOOPBACK_MAIL:
    refuse(f"TRUST_LOOPBACK_MAIL is for development: it cannot be on when {_public}.")

# Celery ---------------------------------------------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 1,  # seconds: the sweep finds what a broker that is gone has missed
    "socket_timeout": 3,  # longer than the second for which a worker asks for the next task
    "health_check_interval": 5,  # of a line to a broker that hangs
    "retry_on_timeout": False,
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "seeds.processes.scheduling:SteadyScheduler"
CELERY_BEAT_ENABLE_REMOTE_CONTROL = True  # so that its health can be asked
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Every entry is an idempotent sweep: run twice, or by two schedulers, it does what one run does. Periods in seconds.
SWEEP_SECONDS = env.number("SWEEP_SECONDS", default=30, least=1, most=60)
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "send-waiting-mail": {"task": "notifications.tasks.send_waiting_mail", "schedule": SWEEP_SECONDS},
    "read-waiting-mail": {"task": "notifications.tasks.read_waiting_mail", "schedule": SWEEP_SECONDS},
    "remind-players": {"task": "notifications.tasks.remind_players", "schedule": 2 * SWEEP_SECONDS},
    "write-digests": {"task": "notifications.tasks.write_digests", "schedule": 2 * SWEEP_SECONDS},
    "deliver-waiting": {"task": "notifications.tasks.deliver_waiting", "schedule": SWEEP_SECONDS},
    "purge-old-mail": {"task": "notifications.tasks.purge_old_mail", "schedule": 6 * 3600},
    "try-rested-addresses": {"task": "notifications.tasks.try_rested_addresses", "schedule": 3600},
    "flag-overdue-games": {"task": "games.tasks.flag_overdue_games", "schedule": 2 * SWEEP_SECONDS},
    "publish-held-moves": {"task": "games.tasks.publish_held_moves", "schedule": SWEEP_SECONDS},
    "credit-outages": {"task": "games.tasks.credit_outages", "schedule": SWEEP_SECONDS},
    "wake-forgotten-bots": {"task": "games.tasks.wake_forgotten_bots", "schedule": 2 * SWEEP_SECONDS},
    "forget-login-traces": {"task": "games.tasks.forget_login_traces", "schedule": 6 * 3600},
    "forget-old-answers": {"task": "games.tasks.forget_old_answers", "schedule": 6 * 3600},
    "forget-feed": {"task": "games.tasks.forget_feed", "schedule": 6 * 3600},
    "write-archive": {"task": "games.tasks.write_archive", "schedule": 24 * 3600},
    "compute-stale-standings": {"task": "tournaments.tasks.compute_stale_standings", "schedule": SWEEP_SECONDS},
    "follow-calendar": {"task": "tournaments.tasks.follow_calendar", "schedule": SWEEP_SECONDS},
    "count-ratings": {"task": "tournaments.tasks.count_ratings", "schedule": 10 * SWEEP_SECONDS},
    "check-ratings": {"task": "tournaments.tasks.check_ratings", "schedule": 24 * 3600},
}
if "games.evaluation" in FEATURES:
    _wake = {"task": "games.evaluation.tasks.wake_evaluations", "schedule": 4 * SWEEP_SECONDS}
    CELERY_BEAT_SCHEDULE["wake-evaluations"] = _wake
# Mail that goes out is slow (pictures, other people's servers), house bots think, and players' programs are as slow as
# they like: each has a worker of its own, so that a move that comes by mail queues behind none of them.
CELERY_TASK_ROUTES = {
    "notifications.tasks.send_calls": {"queue": "webhooks"},
    "notifications.tasks.deliver_waiting": {"queue": "webhooks"},
    "notifications.tasks.send_*": {"queue": "mail-out"},
    "notifications.tasks.read_*": {"queue": "mail-in"},
    "games.tasks.play_house_bot": {"queue": "bots"},
    "games.evaluation.tasks.evaluate_games": {"queue": "bots"},
}
# The workers, each with its queues and how many threads it has where several share a process.
WORKERS = {
    "worker": (["celery"], 2),
    "mail-in": (["mail-in"], 2),
    "mail-out": (["mail-out"], 4),
    "bots": (["bots"], 1),
    "webhooks": (["webhooks"], 4),
}
# What a worker works on that is given no queues: everything but players' programs.
CELERY_TASK_QUEUES = [Queue(name) for name in ("celery", "mail-in", "mail-out", "bots")]

# Time -----------------------------------------------------------------------------------------------------------------

FLAG_GRACE_SECONDS = env.number("FLAG_GRACE_SECONDS", default=300, least=0, most=86_400)
FLAG_WARNINGS = env.number("FLAG_WARNINGS", default=1, least=0, most=3)
FLAG_NOTICE_HOURS = env.number("FLAG_NOTICE_HOURS", default=24, least=1, most=336)
LEAVE_DAYS_PER_YEAR = env.number("LEAVE_DAYS_PER_YEAR", default=30, least=0, most=90)
LEAVE_GRACE_HOURS = env.number("LEAVE_GRACE_HOURS", default=24, least=0, most=168)
OUTAGE_LONG_MINUTES = env.number("OUTAGE_LONG_MINUTES", default=60, least=1, most=10_080)
OUTAGE_FLOOR_HOURS = env.number("OUTAGE_FLOOR_HOURS", default=12, least=0, most=168)

LOG_LEVEL = env.choice("LOG_LEVEL", default="INFO", among=["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"])
LOG_FORMAT = env.choice("LOG_FORMAT", default="line", among=["line", "json"])
LOG_SYSLOG_HOST, LOG_SYSLOG_PORT = env.place("LOG_SYSLOG", default="")  # a collector, to which entries go as well
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "seeds.logs.Discreet", "fmt": "{asctime} {levelname} {trace} {name}: {message}", "style": "{"},
        "json": {"()": "seeds.logs.Json"},
    },
    "filters": {"refusals": {"()": "django.utils.log.CallbackFilter", "callback": without_traceback_of_refusals}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["refusals"]}},
    # The SMTP library tells every step of every conversation.
    "loggers": {"mail.log": {"level": "WARNING"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
}
if LOG_SYSLOG_HOST:
    LOGGING["handlers"]["syslog"] = {
        "class": "seeds.logs.Syslog",
        "host": LOG_SYSLOG_HOST.removeprefix("unix:"),
        "port": LOG_SYSLOG_PORT,
        "formatter": LOG_FORMAT,
        "filters": ["refusals"],
    }
    LOGGING["root"]["handlers"].append("syslog")

if SENTRY_DSN:
    from seeds.monitoring.errors import report_to

    report_to(SENTRY_DSN)
