FROM python:3.12-slim AS build

WORKDIR /src
COPY requirements-build.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements-build.lock
COPY . .
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1

COPY requirements-production.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements-production.lock
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-deps /wheels/*.whl

RUN useradd --system --home-dir /var/lib/seeds --create-home seeds
USER seeds
WORKDIR /var/lib/seeds
EXPOSE 8000 8025
