#!/usr/bin/env python
"""Django's command line for Seeds, in a checkout."""

from __future__ import annotations

from seeds.__main__ import main

if __name__ == "__main__":
    main()
