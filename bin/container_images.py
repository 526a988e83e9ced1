"""The images that Dockerfile, docker-compose.yml and the workflow name: each by tag and digest, so that a tag which is
moved changes nothing here. Standard library only."""

from __future__ import annotations

import re
from collections.abc import Mapping

FILES = ("Dockerfile", "docker-compose.yml", ".github/workflows/checks.yml")
# ``FROM image`` and ``image: image``. What a stage of the Dockerfile itself is called has no tag, and is no image.
IMAGE = re.compile(r"^(?P<before>FROM[ \t]+|[ \t]*image:[ \t]*)(?P<name>[^\s#]+)", re.MULTILINE | re.IGNORECASE)
DIGEST = re.compile(r"@sha256:[0-9a-f]{64}\Z")


def images_in(text: str) -> list[str]:
    """The images that a file names, in its order, each once, with the digests that they have."""
    stages = set(re.findall(r"^FROM[ \t]+\S+[ \t]+AS[ \t]+(\S+)", text, re.MULTILINE | re.IGNORECASE))
    return [name for name in dict.fromkeys(match["name"] for match in IMAGE.finditer(text)) if name not in stages]


def reasons_against(files: Mapping[str, str]) -> list[str]:
    """Why the images of ``files``, texts by their names, are not fixed; empty if each has a digest."""
    return [
        f"{name} in {file} has no digest, so what it means can change: run ./bin/images --pin."
        for file, text in files.items()
        for name in images_in(text)
        if not DIGEST.search(name)
    ]


def pinned(text: str, digests: Mapping[str, str]) -> str:
    """The text with each image fixed to what its tag means now: ``digests`` has ``sha256:...`` by name and tag."""

    def fixed(match: re.Match[str]) -> str:
        name = match["name"].partition("@")[0]
        return match["before"] + (f"{name}@{digests[name]}" if name in digests else match["name"])

    return IMAGE.sub(fixed, text)
