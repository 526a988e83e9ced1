"""The order of a campaign: faults in two lanes by the draw of a seed, while the clients play; then it all settles."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

import psycopg
from django.db import DatabaseError, connection

from games.exceptions import GameError
from tests.faults import kinds
from tests.faults.clients import Client, FormClient, MailClient, RestClient
from tests.faults.journal import Happened
from tests.faults.stage import Stage
from tests.faults.world import FORM, LATE, MAIL, REST, World

LANES = ("processes", "servers", "bots")
CALM = (0.2, 3.0)  # seconds between two faults of a lane
SETTLES_IN = 300.0  # seconds in which everything must have come to rest
TOP_UP_SECONDS = 10.0
CLAIM_SECONDS = 60.0  # for which a sender that works can hold a mail

# When the mails of a table were written down or came.
MOMENTS = {"notifications_outboundmail": "created_at", "notifications_inboundmail": "received_at"}

Waiting = dict[tuple[str, int], int]  # the attempts of mails that wait, by table and number


@dataclass
class Campaign:
    """One run of ``minutes`` from a seed, with the faults whose names ``only`` finds; of ``each_once`` until there was
    one of each kind."""

    stage: Stage
    world: World
    seed: int
    minutes: float
    only: str = ""
    each_once: bool = False

    def run(self) -> list[Client]:
        """Play and break until the time is over, mend everything and let it settle."""
        clients = self._clients()
        for client in clients:
            client.start()
        over = threading.Event()
        lanes = [threading.Thread(target=self._lane, args=(name, over), name=name) for name in LANES]
        for lane in lanes:
            lane.start()
        limit = time.monotonic() + self.minutes * 60
        while time.monotonic() < limit or (self.each_once and any(lane.is_alive() for lane in lanes)):
            self._top_up()
            self.stage.service.keep_running()
            time.sleep(min(TOP_UP_SECONDS, max(1.0, limit - time.monotonic())))
        over.set()
        for lane in lanes:
            lane.join()
        self._settle(clients)
        return clients

    def _clients(self) -> list[Client]:
        accounts, site, journal = self.world.accounts, self.stage.site, self.stage.journal
        made: list[Client] = []
        for name in (*REST, *FORM, *MAIL, *LATE):
            given = (accounts[name], site, journal, Random(f"{self.seed}:{name}"))
            if name in FORM:
                made.append(FormClient(*given))
            elif name in MAIL or name == "late-mail":
                port = self.stage.service.mail_port
                made.append(MailClient(*given, host=self.stage.host, smtp_port=port, late=name in LATE))
            else:
                made.append(RestClient(*given, late=name in LATE))
        return made

    def _top_up(self) -> None:
        try:
            self.world.top_up()
        except (DatabaseError, GameError):
            pass  # one of the faults; the next time will do
        finally:
            connection.close()

    def _lane(self, lane: str, over: threading.Event) -> None:
        """Faults of one lane, one after the other: which, how long and with what pauses follows from the seed."""
        chance = Random(f"{self.seed}:{lane}")
        choice = kinds.possible(self.stage, lane, self.only)
        drawn = iter(choice) if self.each_once else iter(lambda: _drawn(choice, chance), None)
        while choice and not over.wait(chance.uniform(*CALM)):
            kind = next(drawn, None)
            if kind is None:
                return
            seconds, begun = chance.uniform(0.1, 1.0) * kind.longest, time.time()
            try:
                with _harm(kind, self.stage, chance) as what:
                    over.wait(seconds)
            except Exception as error:  # a fault that cannot be mended is one
                self.stage.journal.complain(f"{kind.name} was not mended: {error!r}")
                what = "not mended"
            self.stage.journal.note(Happened(kind.name, what, begun, time.time()))

    # The end

    def _settle(self, clients: list[Client]) -> None:
        """Nothing new is begun; what was begun is finished."""
        self.stage.service.keep_running()
        self.stage.service.await_start()
        limit = time.monotonic() + SETTLES_IN
        for client in clients:
            client.stop()
        self.stage.journal.over_at = time.time()
        for client in clients:
            client.join(max(0.0, limit - time.monotonic()))
            client.gives_up.set()
        waiting: Waiting = {}
        looked = 0.0
        while time.monotonic() < limit:
            if time.monotonic() - looked > CLAIM_SECONDS:
                waiting, looked = self._let_time_come(waiting), time.monotonic()
            if not (waits := self._what_waits()):
                return
            time.sleep(1)
        self.stage.journal.complain(f"{SETTLES_IN:.0f} seconds after the last fault these still wait: {waits}")

    def _let_time_come(self, before: Waiting) -> Waiting:
        """What has waited for its next try since ``before`` is due now: a day is too long to wait here."""
        if before:
            kinds.forget_cache(self.stage)  # and with it which mail hosts rest; tasks are lost with it, too
        now: Waiting = {}
        with self.stage.place.rows() as rows:
            for table, moment in MOMENTS.items():
                for pk, attempts in rows(f"SELECT id, attempts FROM {table} WHERE state = 'waiting'"):
                    now[table, pk] = attempts
                    if before.get((table, pk)) == attempts:
                        rows(f"UPDATE {table} SET due_at = {moment} WHERE id = %s AND attempts = %s", pk, attempts)
        return now

    def _what_waits(self) -> dict[str, int]:
        """What is still to be done, by its table."""
        questions = {
            "mails out": "SELECT count(*) FROM notifications_outboundmail WHERE state = 'waiting' "
            "AND kind <> 'receipt'",
            "mails in": "SELECT count(*) FROM notifications_inboundmail WHERE state = 'waiting'",
            "moves of the house": "SELECT count(*) FROM games_currentturn WHERE player_id IS NULL",
            "outages": "SELECT count(*) FROM games_outage WHERE credited_at IS NULL",
            "owed credits": "SELECT count(*) FROM games_owedcredit",
            "tables": "SELECT count(*) FROM tournaments_event WHERE state <> 'finished' AND NOT EXISTS (SELECT 1 FROM "
            "tournaments_fixturegame f JOIN tournaments_fixture x ON x.id = f.fixture_id JOIN tournaments_round r ON "
            "r.id = x.round_id JOIN tournaments_division d ON d.id = r.division_id JOIN tournaments_stage s ON s.id = "
            "d.stage_id JOIN games_game g ON g.id = f.game_id WHERE s.event_id = tournaments_event.id AND g.status = "
            "'running')",
        }
        try:
            with self.stage.place.rows() as rows:
                found = {name: int(rows(sql)[0][0]) for name, sql in questions.items()}
        except (psycopg.Error, sqlite3.Error) as error:
            return {str(error): 1}
        return {name: number for name, number in found.items() if number}


def _drawn(choice: Sequence[kinds.Kind], chance: Random) -> kinds.Kind:
    return chance.choices(choice, [kind.weight for kind in choice])[0]


@contextmanager
def _harm(kind: kinds.Kind, stage: Stage, chance: Random) -> Iterator[str]:
    harm = iter(kind.harm(stage, chance))
    what = next(harm)
    try:
        yield what
    finally:
        next(harm, None)
