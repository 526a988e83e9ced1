"""What every game promises (games.rules.base), for all seats and options. New games join by registering."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from games.rules import RULES
from games.rules.base import (
    FormatError,
    IllegalMove,
    MoveError,
    Option,
    OptionError,
    Position,
    Roll,
    Rules,
    places_of,
    split_steps,
)
from games.rules.playout import random_faces
from games.rules.replay import format_roll, replay

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LONGEST_GAME = 5000  # steps
SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Case:
    """One way to set up one game."""

    slug: str
    seats: int
    options: tuple[tuple[str, str | int], ...]

    @property
    def rules(self) -> Rules[Any, Any]:
        return RULES[self.slug]

    def start(self) -> Position[Any]:
        position: Position[Any] = self.rules.start(self.seats, dict(self.options))
        return position

    def __str__(self) -> str:
        return "-".join([self.slug, str(self.seats), *(f"{name}={value}" for name, value in self.options)])


def others(rules: Rules[Any, Any], option: Option, seats: int) -> list[str | int]:
    """The values to try besides the default: all words; of a range the ends, with the fewest and the most seats."""
    values: Sequence[str | int] = option.values
    if isinstance(option.values, range):
        values = (option.values[0], option.values[-1]) if seats in (rules.seats[0], rules.seats[-1]) else ()
    return [value for value in values if value != option.default(seats)]


def all_cases() -> Iterator[Case]:
    """Every number of seats with the defaults, and some with each option in turn changed to each other value."""
    for slug, rules in RULES.items():
        ends = {rules.seats[0], rules.seats[-1], 3 if 3 in rules.seats else 2}  # three have a board of their own in BTT
        for seats in rules.seats:
            yield Case(slug, seats, ())
            for option in rules.options if seats in ends else ():
                for value in others(rules, option, seats):
                    with suppress(OptionError):
                        rules.check_options(seats, {option.name: value})
                        yield Case(slug, seats, ((option.name, value),))


CASES = list(all_cases())
every_case = pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=pytest.mark.slow if case.options and case.seats != case.rules.seats[0] else ())
        for case in CASES
    ],
    ids=str,
)
every_game = pytest.mark.parametrize("slug", RULES)


@dataclass(frozen=True)
class Sample:
    """A random game to its end: all positions, and the steps between them as texts."""

    positions: tuple[Position[Any], ...]
    steps: tuple[str, ...]

    @property
    def few(self) -> list[Position[Any]]:
        """Seven positions from the first to the last, for dear checks."""
        last = len(self.positions) - 1
        return [self.positions[round(last * part / 6)] for part in range(7)]


@cache
def sample(case: Case) -> Sample:
    random = Random(str(case))
    positions, steps = [case.start()], list[str]()
    while (to_act := positions[-1].to_act) is not None:
        assert len(steps) < LONGEST_GAME
        if isinstance(to_act, Roll):
            faces = random_faces(to_act, random)
            steps += [format_roll(sides, face) for sides, face in zip(to_act.dice, faces, strict=True)]
            positions.append(positions[-1].roll(faces))
        else:
            move = random.choice(list(positions[-1].legal_moves()))
            steps.append(case.rules.format(move, positions[-1]))
            positions.append(positions[-1].play(move))
    return Sample(tuple(positions), tuple(steps))


def some(things: list[Any]) -> list[Any]:
    """Up to forty or a few more of many things, for dear checks."""
    return things[:: max(1, len(things) // 40)]


def respelled(text: str, random: Random) -> str:
    """The same step in mixed case with other spaces."""
    spaced = re.sub(r"\s*([^\w\s-])\s*", lambda match: f"{' ' * random.randrange(3)}{match[1]} ", text)
    cased = "".join(random.choice((char.upper(), char.lower())) for char in spaced)
    return f"  {cased.replace(' ', '  ')} "


@every_game
def test_registered_game_has_its_papers(slug: str) -> None:
    papers = [HERE / "perft", HERE / "playthroughs"]
    wanted = [*(list(folder.glob(f"{slug}*.txt")) for folder in papers)]
    wanted += [[RULES[slug].folder / name] for name in ("RULINGS.md", "PLAY.md")]
    assert all(any(file.read_text().strip() for file in files) for files in wanted)


@every_game
def test_game_is_registered_under_its_own_slug_with_colours_for_all_seats(slug: str) -> None:
    rules = RULES[slug]
    assert rules.slug == slug
    assert len(rules.colours) >= rules.seats[-1]
    assert rules.title
    assert all(option.meaning and len(set(option.values)) == len(option.values) for option in rules.options)


@every_game
def test_wrong_options_are_refused_with_what_would_be_right(slug: str) -> None:
    rules = RULES[slug]
    with pytest.raises(OptionError, match=str(rules.seats[0])):
        rules.start(rules.seats[-1] + 1)
    with pytest.raises(OptionError, match="no option"):
        rules.start(rules.seats[0], {"nonsense": 1})
    for option in rules.options:
        with pytest.raises(OptionError, match=option.allowed):
            rules.start(rules.seats[0], {option.name: "nonsense"})


@every_case
def test_moves_are_distinct_and_in_a_fixed_order_of_the_seat_to_act(case: Case) -> None:
    for position in sample(case).positions:
        moves, to_act = list(position.legal_moves()), position.to_act
        assert len(set(moves)) == len(moves)
        assert moves == list(position.legal_moves())
        assert bool(moves) == isinstance(to_act, int)
        assert to_act is None or isinstance(to_act, Roll) or to_act in range(case.seats)
        assert position.turn_of in range(case.seats) if to_act is not None else position.turn_of is None
        forced = position.forced_move()
        assert forced is None or moves == [forced]
        for effect in position.effects:
            assert effect.seat is None or effect.seat in range(case.seats)
            assert case.rules.describe_effect(effect).isprintable()
            assert case.rules.describe_effect(effect)
    assert all(one != other for one, other in pairwise(sample(case).positions))


@every_case
def test_what_is_not_in_the_list_is_refused_with_a_reason_and_changes_nothing(case: Case) -> None:
    few = sample(case).few
    seen = dict.fromkeys(move for position in few for move in position.legal_moves())
    for position in few:
        before, legal = position.dump(), set(position.legal_moves())
        assert {move for move in seen if position.is_legal(move)} == legal
        for move in some([move for move in seen if move not in legal]):
            with pytest.raises(IllegalMove, match=r"\w+ \w+"):
                position.play(move)
        assert position.dump() == before


@every_case
def test_notation_round_trips_in_any_case_and_spacing_and_survives_mail(case: Case) -> None:
    random = Random(str(case))
    for position in sample(case).few:
        texts = [(move, case.rules.format(move, position)) for move in position.legal_moves()]
        assert len({text for _, text in texts}) == len(texts)
        for move, text in some(texts):
            assert case.rules.parse(text, position) == move
            assert case.rules.parse(respelled(text, random), position) == move
    for step in sample(case).steps:
        assert step.isascii()
        assert step.isprintable()
        assert len(step) <= 40
        assert split_steps(step) == [step]
        assert not step.startswith((">", "-- ", "On "))


@every_case
def test_nothing_mutates(case: Case) -> None:
    for position in sample(case).few:
        before = json.dumps(position.dump()), hash(position), list(position.legal_moves())
        for move in before[2][:5]:
            position.play(move)
        case.rules.text(position), case.rules.svg(position), case.rules.describe(position), case.rules.hint(position)
        assert (json.dumps(position.dump()), hash(position), list(position.legal_moves())) == before
        with pytest.raises(AttributeError):
            position.effects = ()


@every_case
def test_dump_and_load_round_trip(case: Case) -> None:
    for position in sample(case).few:
        data = json.loads(json.dumps(position.dump()))
        loaded = case.rules.load(data)
        assert loaded == position
        assert hash(loaded) == hash(position)
        assert loaded.dump() == data
        assert not loaded != position, "effects take no part in it"  # noqa: SIM202 - a tuple has a != of its own
        assert loaded.to_act == position.to_act
        assert loaded.scores == position.scores
        assert list(loaded.legal_moves()) == list(position.legal_moves())
        assert case.rules.svg(loaded) == case.rules.svg(position)


@every_case
def test_positions_are_what_their_schema_says_and_count_seats_from_1(case: Case) -> None:
    check, seats = Draft202012Validator(case.rules.position_schema), set[int]()
    for position in sample(case).positions[:: max(1, len(sample(case).positions) // 40)]:
        data = json.loads(json.dumps(position.dump()))
        seats.update(seats_in(data))
        assert [error.message for error in check.iter_errors(data)] == []
        assert (data["game"], data["options"]["players"]) == (case.slug, case.seats)
        assert set(data["options"]) == {"players", *(option.name for option in case.rules.options)}
    assert seats <= set(range(1, case.seats + 1))


def seats_in(data: Any) -> Iterator[int]:
    """Whatever stands under a name of seats, at any depth."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name in ("seat", "turn_of"):
                yield value
            else:
                yield from seats_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from seats_in(value)


@every_game
def test_a_position_in_another_format_is_refused(slug: str) -> None:
    rules = RULES[slug]
    data = rules.start(rules.seats[0]).dump()
    assert Draft202012Validator.check_schema(rules.position_schema) is None
    for wrong in (data | {"format": data["format"] + 1}, data | {"game": "chess"}, {"seats": 2}, ["steps"], None):
        with pytest.raises(
            FormatError, match=f"A position of {slug} in format {data['format']} is needed, and this is "
        ):
            rules.load(wrong)


@every_case
def test_wrong_dice_are_refused(case: Case) -> None:
    for position in sample(case).positions:
        to_act = position.to_act
        dice = to_act.dice if isinstance(to_act, Roll) else ()
        right = (1,) * len(dice)
        wrong = [(*right, 1), *([(0, *right[1:]), (dice[0] + 1, *right[1:]), right[1:]] if dice else [])]
        for faces in wrong:
            with pytest.raises(IllegalMove):
                position.roll(faces)


@every_case
def test_outcome_exists_exactly_when_nobody_is_to_act(case: Case) -> None:
    *before, last = sample(case).positions
    assert all(position.outcome() is None for position in before)
    outcome = last.outcome()
    assert outcome is not None
    assert outcome.places == places_of(last.scores)
    assert outcome.reason
    assert all(len(position.scores) == case.seats for position in before)


@every_case
def test_game_has_no_more_turns_than_the_rules_say(case: Case) -> None:
    acting = [position for position in sample(case).positions if isinstance(position.to_act, int)]
    movers = [position.to_act for position in acting if not position.is_answer]
    turns = 1 + sum(one != other for one, other in pairwise(movers))
    options = dict(case.options)
    assert turns <= case.rules.most_turns(case.seats, options)
    assert sum(position.is_answer for position in acting) <= case.rules.most_answers(case.seats, options)
    assert case.rules.usual_turns(case.seats, options) <= case.rules.most_turns(case.seats, options)


@every_case
def test_wishes_choose_legal_moves_and_an_answer_out_of_turn_can_always_be_wished(case: Case) -> None:
    rules = case.rules
    assert set(rules.standing_preferences) <= set(rules.preferences)
    for preference in rules.preferences:
        assert rules.read_preference(preference.text.upper()) == preference
        assert split_steps(preference.text) == [preference.text]
    for position in sample(case).positions:
        preferred = {preference: position.preferred_move(preference.text) for preference in rules.preferences}
        assert all(move is None or position.is_legal(move) for move in preferred.values())
        assert not position.is_answer or all(
            preferred[preference] is not None for preference in rules.standing_preferences
        )


@every_case
def test_replaying_the_log_gives_an_equal_end(case: Case) -> None:
    game = sample(case)
    record = {"game": case.slug, "options": {"players": case.seats, **dict(case.options)}, "steps": list(game.steps)}
    outcome = game.positions[-1].outcome()
    assert outcome is not None
    report = replay(record, RULES)
    assert report["points"] == list(game.positions[-1].scores)
    assert report["places"] == list(outcome.places)
    assert report["reason"] == outcome.reason
    counts = [sum(1 for _ in position.legal_moves()) for position in game.positions]
    assert [count for count, _ in report["legal"]] == [count for count in counts if count]


@every_case
def test_text_board_fits_a_mail(case: Case) -> None:
    for position in sample(case).few:
        text = case.rules.text(position)
        assert text.isascii()
        lines = text.splitlines()
        assert max(map(len, lines)) <= 78
        assert all(line == line.rstrip() for line in lines)
        assert not any(line.startswith((">", "-- ", "On ", "From ")) for line in lines)


@every_case
def test_picture_is_a_safe_stand_alone_svg(case: Case) -> None:
    for position in sample(case).few:
        svg = case.rules.svg(position)
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert re.fullmatch(r"0 0 [\d.]+ [\d.]+", root.attrib["viewBox"])
        assert root.findtext(f"{SVG}title")
        assert root.findtext(f"{SVG}desc") == case.rules.describe(position)
        names = [name for element in root.iter() for name in element.attrib]
        assert not any(element.tag.endswith(("script", "foreignObject", "image")) for element in root.iter())
        assert not any(name.startswith("on") or name.endswith("href") for name in names)
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(set(ids)) == len(ids)
        assert set(re.findall(r"url\((.*?)\)", svg)) <= {f"#{name}" for name in ids}


@every_case
def test_board_is_also_a_table_in_words(case: Case) -> None:
    for position in sample(case).few:
        tables = case.rules.tables(position)
        cells = [cell for table in tables for _, row in table.rows for cell in row]
        assert all(len(row) == len(table.columns) for table in tables for _, row in table.rows)
        assert len({table.caption for table in tables}) == len(tables)
        assert all(cell.isprintable() for cell in cells)
    assert not {"", "empty", "free"}.issuperset(cells), "at the end something lies there"


@every_case
def test_nobody_is_shown_as_to_act_once_the_game_is_over(case: Case) -> None:
    for position in sample(case).few[:-1]:
        for show in (case.rules.text, case.rules.svg, case.rules.describe):
            assert not re.search(r"to act|is to|rolls", show(position, over=True))
        assert "The game is over." in case.rules.describe(position, over=True)


@every_game
def test_sheet_of_pieces_fits_a_mail_and_is_a_stand_alone_picture(slug: str) -> None:
    if (sheet := RULES[slug].sheet()) is None:
        return
    assert sheet.title
    assert sheet.text.isascii()
    assert max(map(len, sheet.text.splitlines())) <= 76
    root = ElementTree.fromstring(sheet.svg)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")


@every_case
def test_words_are_there_and_the_hint_holds_nothing_that_could_be_played(case: Case) -> None:
    for position in sample(case).few:
        assert len(case.rules.describe(position)) > 20
        words = re.split(r"\s+", case.rules.hint(position))
        spans = [words[first : first + length] for first in range(len(words)) for length in range(1, 5)]
        for text in {" ".join(span).strip("\"'`.,:;()") for span in spans}:
            with pytest.raises(MoveError):
                case.rules.parse(text, position)


GARBAGE = ["", "?", "hello", "null", "pass pass", "-1", "\0", "é", "9" * 500, "> quoted", "roll d6 3", "a1;a2", "[]"]


@every_case
def test_garbage_is_refused_with_a_message(case: Case) -> None:
    for position in sample(case).few:
        for text in GARBAGE:
            with pytest.raises(MoveError, match=r"\w+ \w+") as refusal:
                case.rules.parse(text, position)
            assert refusal.value.code in ("unreadable", "ambiguous", "illegal")
            assert len(str(refusal.value)) < 300


@every_game
@settings(suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_text_is_a_legal_move_or_refused(slug: str, data: st.DataObject) -> None:
    case = next(case for case in CASES if case.slug == slug)
    game = sample(case)
    position = data.draw(st.sampled_from(game.positions))
    alphabet = "".join(sorted({char for step in game.steps for char in step})) + "?;-> 0z"
    text = data.draw(st.one_of(st.text(), st.text(alphabet, max_size=12), st.sampled_from(game.steps)))
    with suppress(MoveError):
        assert case.rules.parse(text, position) in list(position.legal_moves())


def test_rules_need_nothing_but_the_standard_library() -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import games.rules.cli\n"
        "names = {name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)\n"
        "print(sorted(names - {'__main__', 'games', 'ground', '__mp_main__'}))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_signs_of_telephones_and_word_processors_are_plain_ones_at_every_door() -> None:
    typed = "\u201cS\u201d d2 \u2192 e2\uff1bc4\u2013c5\n \uff44\uff18\u200b"
    assert split_steps(typed) == ['"S" d2 -> e2', "c4-c5", "d8"]
