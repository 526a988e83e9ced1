FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea AS build

WORKDIR /src
RUN python -m venv /opt/seeds
COPY requirements-build.lock requirements-production.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements-build.lock
RUN /opt/seeds/bin/pip install --no-cache-dir --no-compile --require-hashes -r requirements-production.lock
COPY . .
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && /opt/seeds/bin/pip install --no-cache-dir --no-deps /wheels/*.whl \
    && /opt/seeds/bin/pip uninstall --yes pip

# Only what runs: no source, no build tools, no demo and no tests.
FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PATH=/opt/seeds/bin:$PATH

COPY --from=build /opt/seeds /opt/seeds
RUN useradd --system --home-dir /var/lib/seeds --create-home seeds
USER seeds
WORKDIR /var/lib/seeds
EXPOSE 8000 8025
