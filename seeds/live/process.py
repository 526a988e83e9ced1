"""What the web server loads for streams: the application, in a process that ends with the one that started it."""

from __future__ import annotations

from seeds.processes import orphans

orphans.die_with_parent()  # before all else is loaded, which takes a while

from seeds.live.app import application as application  # noqa: E402
