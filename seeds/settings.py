"""Every setting, read from the environment once. What is not set gets a default that is safe on one's own machine;
``PRODUCTION=1`` demands the rest and refuses what must not be public. A wrong value stops the start with one sentence.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parent.parent
env = environ.Env()


def refuse(sentence: str) -> None:
    raise ImproperlyConfigured(sentence)


PRODUCTION = env.bool("PRODUCTION", default=False)
DEBUG = env.bool("DEBUG", default=False)
VAR = Path(env.str("SEEDS_VAR", default=str(ROOT / "var")))
VAR.mkdir(parents=True, exist_ok=True)


def stored_secret_key() -> str:
    """The key of an embedded installation: made once and kept in ``var``, readable by its owner only."""
    path = VAR / "secret_key"
    if not path.exists():
        draft = VAR / f"secret_key.{secrets.token_hex(4)}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        try:
            path.hardlink_to(draft)  # atomic: of two first starts one wins, both read the same key
        except FileExistsError:
            pass
        draft.unlink()
    return path.read_text()


SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY:
    if PRODUCTION:
        refuse("SECRET_KEY is not set: give PRODUCTION=1 a long random text that stays the same.")
    SECRET_KEY = stored_secret_key()

# Where the service is reached -----------------------------------------------------------------------------------------

SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
_site = urlsplit(SITE_URL)
if _site.scheme not in ("http", "https") or not _site.hostname:
    refuse(f"SITE_URL must look like https://seeds.example, not {SITE_URL!r}.")
if PRODUCTION and _site.scheme != "https":
    refuse("SITE_URL must begin with https:// when PRODUCTION=1.")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[_site.hostname, "localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# Database -------------------------------------------------------------------------------------------------------------

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR / 'db.sqlite3'}")}
_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    if PRODUCTION:
        refuse("DATABASE_URL must name a PostgreSQL database when PRODUCTION=1.")
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-20000;",
    }
elif _database["ENGINE"].endswith("postgresql"):
    # Threads share a pool: a new connection per request cost five times the throughput in our benchmark.
    _database["OPTIONS"] = {"pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=8), "timeout": 10}}
else:
    refuse("DATABASE_URL must begin with postgres:// or sqlite:///.")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Broker and cache -----------------------------------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL and urlsplit(REDIS_URL).scheme not in ("redis", "rediss", "unix"):
    refuse(f"REDIS_URL must begin with redis://, rediss:// or unix://, not {REDIS_URL!r}.")
if PRODUCTION and not REDIS_URL:
    refuse("REDIS_URL is not set: PRODUCTION=1 needs a Redis or Valkey server, such as redis://redis:6379/0.")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# Apps -----------------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "allauth",
    "allauth.account",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "games",
    "tournaments",
    "notifications",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.middleware.PlayerTimeZoneMiddleware",
]
ROOT_URLCONF = "seeds.urls"
WSGI_APPLICATION = "seeds.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
LANGUAGE_CODE = "en-gb"
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ROOT / "static"]
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
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "notifications.accounts.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 2

# Safety in the browser ------------------------------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _site.scheme == "https"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", default=PRODUCTION) else None
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# REST -----------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "seeds.api.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("API_RATE_ANONYMOUS", default="120/min"),
        "user": env.str("API_RATE_PLAYER", default="600/min"),
    },
    "EXCEPTION_HANDLER": "seeds.api.answer_error",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Seeds",
    "DESCRIPTION": "Play, watch and follow Branches and Twigs and Thorns and Treeblox.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# Mail -----------------------------------------------------------------------------------------------------------------

_mail = env.email_url("EMAIL_URL", default=f"filemail://{VAR / 'mail'}")
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = _mail.get("EMAIL_HOST") or "", _mail.get("EMAIL_PORT") or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.get("EMAIL_HOST_USER") or "", _mail.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.get("EMAIL_USE_TLS", False), _mail.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = _mail.get("EMAIL_FILE_PATH")
EMAIL_TIMEOUT = 20
if PRODUCTION and not env.str("EMAIL_URL", default=""):
    refuse("EMAIL_URL is not set: PRODUCTION=1 needs a mail server, such as smtp+tls://user:password@mail.example:587.")
MAIL_DOMAIN = env.str("MAIL_DOMAIN", default="play.localhost" if not PRODUCTION else f"play.{_site.hostname}")
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default=f"Seeds <seeds@{MAIL_DOMAIN}>")
MAIL_DOOR = env.str("MAIL_DOOR", default="127.0.0.1:8025")
MAIL_MAX_BYTES = 262_144
TRUST_LOOPBACK_MAIL = env.bool("TRUST_LOOPBACK_MAIL", default=not PRODUCTION)
if PRODUCTION and TRUST_LOOPBACK_MAIL:
    refuse("TRUST_LOOPBACK_MAIL is for development: it cannot be on when PRODUCTION=1.")

# Celery ---------------------------------------------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 1,  # a move must not wait for a broker that is gone: the sweep finds what it missed
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
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Every entry is an idempotent sweep: run twice, or by two schedulers, it does what one run does.
CELERY_BEAT_SCHEDULE = {
    "send-waiting-mail": {"task": "notifications.tasks.send_waiting_mail", "schedule": 30},
    "read-waiting-mail": {"task": "notifications.tasks.read_waiting_mail", "schedule": 30},
    "remind-players": {"task": "notifications.tasks.remind_players", "schedule": 60},
    "flag-overdue-games": {"task": "games.tasks.flag_overdue_games", "schedule": 60},
    "play-house-bots": {"task": "games.tasks.play_house_bots", "schedule": 60},
    "compute-stale-standings": {"task": "tournaments.tasks.compute_stale_standings", "schedule": 30},
}

# Time -----------------------------------------------------------------------------------------------------------------

FLAG_GRACE_SECONDS = env.int("FLAG_GRACE_SECONDS", default=300)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
}
