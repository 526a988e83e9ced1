"""Images of containers are fixed by their digests: what the check finds, and what pinning writes."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest
from django.conf import settings

A, B = f"sha256:{'a' * 64}", f"sha256:{'b' * 64}"
DOCKERFILE = "FROM python:3.12-slim AS build\nRUN x\n\nFROM python:3.12-slim\nCOPY --from=build /a /b\nFROM build\n"
COMPOSE = f"services:\n  db:\n    image: postgres:17\n  redis:  # image: none\n    image: valkey/valkey:9@{A}\n"


@pytest.fixture(scope="module")
def images() -> ModuleType:
    spec = importlib.util.spec_from_file_location("container_images", settings.ROOT / "bin/container_images.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_image_without_a_digest_is_named_with_its_file(images: ModuleType) -> None:
    assert images.images_in(DOCKERFILE) == ["python:3.12-slim"]
    assert images.reasons_against({"Dockerfile": DOCKERFILE, "docker-compose.yml": COMPOSE}) == [
        "python:3.12-slim in Dockerfile has no digest, so what it means can change: run ./bin/images --pin.",
        "postgres:17 in docker-compose.yml has no digest, so what it means can change: run ./bin/images --pin.",
    ]


@pytest.mark.parametrize("digest", ["sha256:abc", f"sha256:{'g' * 64}", f"sha512:{'a' * 64}"])
def test_half_a_digest_is_none(images: ModuleType, digest: str) -> None:
    assert len(images.reasons_against({"Dockerfile": f"FROM python:3.12@{digest}\n"})) == 1


def test_pinned_images_keep_their_tags_and_everything_around_them(images: ModuleType) -> None:
    text = images.pinned(DOCKERFILE, {"python:3.12-slim": A})
    assert text == DOCKERFILE.replace("python:3.12-slim", f"python:3.12-slim@{A}")
    both = {"postgres:17": A, "valkey/valkey:9": B}
    assert images.reasons_against({"x": text, "y": images.pinned(COMPOSE, both)}) == []
    assert f"image: valkey/valkey:9@{B}\n" in images.pinned(COMPOSE, both)


def test_every_image_of_the_project_is_found_and_fixed(images: ModuleType) -> None:
    files = {name: (settings.ROOT / name).read_text() for name in images.FILES}
    names = {name.partition(":")[0] for text in files.values() for name in images.images_in(text)}
    assert names == {"python", "postgres", "valkey/valkey", "axllent/mailpit"}
    assert images.reasons_against(files) == []
