"""What every command of a mail needs: one handler, names of its own, and a page of help."""

from __future__ import annotations

from collections import Counter

import pytest

from notifications.inbound.verbs import GROUPS, HANDLERS
from notifications.mail_format.command_list import COMMANDS, TOPICS, Command
from notifications.mail_format.commands import NEEDS_MORE, no_moves, read_line
from notifications.outbound.messages.guide import guide_to

BARE = [command for command in COMMANDS if command.takes not in (*NEEDS_MORE, "plan")]


def test_every_declared_command_has_one_handler_and_no_handler_lacks_its_command() -> None:
    handled = Counter(verb for group in GROUPS for verb in group.HANDLERS)
    assert handled == Counter(["attempt", *(command.verb for command in COMMANDS)])  # which answers an exercise
    assert set(HANDLERS) == set(handled)


def test_no_two_commands_share_a_name() -> None:
    names = Counter(name for command in COMMANDS for name in command.names)
    assert [name for name, times in names.items() if times > 1] == []


def test_no_command_hides_a_topic_of_help() -> None:
    assert {name for command in COMMANDS for name in command.names} & set(TOPICS) == set()


def test_every_topic_of_help_has_a_page() -> None:
    assert all(guide_to(topic).paragraphs for topic in TOPICS.values())


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.verb)
def test_help_about_a_command_shows_how_it_is_written(command: Command) -> None:
    order = read_line(f"help {command.verb}", no_moves)
    assert order is not None
    assert order.text == command.verb
    assert f"[{command.usage}]" in guide_to(order.text).paragraphs[0]


@pytest.mark.parametrize("command", BARE, ids=lambda command: command.verb)
def test_a_command_and_its_synonyms_alone_on_a_line_are_the_same_order(command: Command) -> None:
    for name in command.names:
        order = read_line(name, no_moves)
        assert order is not None
        assert order.verb == command.verb
