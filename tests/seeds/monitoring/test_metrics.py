"""What monitors read: counts of every process, and how long mail has waited; for nobody else to see."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from datetime import timedelta
from typing import Any

import promql_parser
import pytest
import yaml
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from games.models import Heartbeat, Player
from games.play.moving import play_move
from ground.sweeps import Sweep, SweepError
from notifications.models import OutboundMail
from tests.games.conftest import Start, after

pytestmark = pytest.mark.django_db

FOLDER = settings.ROOT / "docs/monitoring"


def numbers() -> dict[str, float]:
    """What is measured, by name and labels."""
    page = Client().get("/metrics").content.decode()
    lines = [line.rpartition(" ") for line in page.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


@pytest.mark.django_db(transaction=True)
def test_moves_and_refusals_are_counted_by_source(start: Start) -> None:
    game = start("anna", "bert")
    names = [f'seeds_submissions_total{{source="api",state="{state}",verb="move"}}' for state in ("played", "rejected")]
    before = numbers()
    anna = Player.objects.get(username="anna").pk
    sent: dict[str, Any] = {"game_id": game.pk, "player_id": anna, "ply": 0, "at": after(1), "source": "api"}
    with pytest.raises(Exception, match="nonsense"):
        play_move(text="nonsense", **sent)
    play_move(text="null d3", **sent)
    now = numbers()
    assert [now[name] - before.get(name, 0) for name in names] == [1, 1]


def test_age_of_waiting_mail_and_silence_of_parts_are_shown(start: Start) -> None:
    game, now = start("anna", "bert"), timezone.now()
    OutboundMail.objects.update(state="waiting", sent_at=None, due_at=now - timedelta(minutes=20))
    assert OutboundMail.objects.filter(game=game).exists()
    Heartbeat.objects.create(name="worker", at=now - timedelta(minutes=3), clear_until=now)
    found = numbers()
    assert 1200 <= found["seeds_outbox_seconds"] < 1800
    assert 180 <= found['seeds_heartbeat_seconds{part="worker"}'] < 800
    assert found["seeds_flags_held"] == 1
    assert found["seeds_inbox_mails"] == 0


def test_sweep_is_measured_and_its_failures_counted() -> None:
    with pytest.raises(SweepError), Sweep("of a test") as sweep, sweep.one("this"):
        raise RuntimeError("It cannot be done.")
    found = numbers()
    assert found['seeds_sweep_seconds_count{sweep="of a test"}'] >= 1
    assert found['seeds_sweep_failures_total{sweep="of a test"}'] >= 1


def test_metrics_are_for_this_machine_and_for_the_token() -> None:
    away = Client(REMOTE_ADDR="203.0.113.7")
    assert Client().get("/metrics", headers={"Host": "number-of-this-machine:8000"}).status_code == 200
    assert away.get("/metrics").status_code == 404
    assert Client(headers={"X-Forwarded-For": "203.0.113.7"}).get("/metrics").status_code == 404
    assert away.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    with override_settings(METRICS_TOKEN="a-token-of-twenty-letters"):
        assert away.get("/metrics", headers={"Authorization": "Bearer other"}).status_code == 404
        answer = away.get("/metrics", headers={"Authorization": "Bearer a-token-of-twenty-letters"})
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]


def expressions() -> list[str]:
    """What the alert rules and the dashboard ask for."""
    rules = [rule for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"] for rule in group["rules"]]
    panels = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    return [rule["expr"] for rule in rules] + [one["expr"] for panel in panels for one in panel["targets"]]


@pytest.mark.parametrize("expression", expressions())
def test_expression_is_promql(expression: str) -> None:
    assert promql_parser.parse(expression)  # raises ValueError for what Prometheus would refuse


def test_alerts_and_dashboard_ask_for_what_is_measured() -> None:
    asked = " ".join(expressions())
    source = "".join(
        (settings.ROOT / path).read_text() for path in ("ground/metrics.py", "seeds/monitoring/metrics.py")
    )
    kinds = {"_total": "Counter", "_bucket": "Histogram", "_count": "Histogram", "_sum": "Histogram"}
    for name in set(re.findall(r"seeds_[a-z_]+", asked)):
        ending = next((ending for ending in kinds if name.endswith(ending)), "")
        made = f'{kinds[ending]}("{name.removesuffix(ending)}"' if ending else f'"{name}"'
        assert made in source, name


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool, of Debian's package prometheus, is not installed")
@pytest.mark.parametrize("command", [["rules", "alerts.yml"], ["config", "prometheus.yml"]])
def test_files_for_prometheus_pass_its_checker(command: list[str]) -> None:
    done = subprocess.run(["promtool", "check", *command], cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
