FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /srv/seeds

COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY manage.py pyproject.toml ./
COPY seeds seeds
COPY games games
COPY tournaments tournaments
COPY notifications notifications
COPY demo demo
COPY templates templates
COPY static static

RUN useradd --system --home-dir /var/lib/seeds --create-home seeds
USER seeds
EXPOSE 8000 8025
