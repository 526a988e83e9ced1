#!/usr/bin/env python
"""Django's command line for Seeds."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

from seeds.environment import Environment
from seeds.installation import prepare

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")
    prepare(Environment(os.environ))
    execute_from_command_line(sys.argv)
