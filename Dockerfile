FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea AS build

WORKDIR /src
COPY bin/package bin/bootstrap.py bin/interpreter.py bin/
COPY requirements-maintenance.lock requirements-production.lock ./
RUN python bin/package --dependencies /opt/seeds
COPY . .
RUN python bin/package /opt/seeds

# Only what runs: no source, no build tools, no demo and no tests.
FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PATH=/opt/seeds/bin:$PATH

COPY --from=build /opt/seeds /opt/seeds
RUN useradd --system --home-dir /var/lib/seeds --create-home seeds
USER seeds
WORKDIR /var/lib/seeds
EXPOSE 8000 8025
