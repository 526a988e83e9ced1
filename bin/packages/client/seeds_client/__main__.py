"""The command line: ``seeds-client --help``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from urllib.error import URLError

from seeds_client.bot import keep_playing
from seeds_client.engine import Engine, EngineError
from seeds_client.rest import Client, Problem


def run() -> None:
    """What the installed command does."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """One command; status 1 for a refusal or a service that does not answer, 2 for a wrong command line."""
    parsed = _parser().parse_args(arguments)
    try:
        if parsed.command == "simulate":
            return _simulate(parsed)
        client = Client(os.environ.get("SEEDS_SITE", ""), os.environ.get("SEEDS_KEY", ""))
        return _online(client, parsed)
    except (Problem, EngineError, URLError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of our output, such as ``head``, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="seeds-client",
        description="Play on Seeds. SEEDS_SITE is the address of the service, SEEDS_KEY your key.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("games", help="list the games in which it is your turn")
    showing = commands.add_parser("show", help="show a board and the legal steps")
    playing = commands.add_parser("play", help="play one step or several, separated by ;")
    for command in (showing, playing):
        command.add_argument("number", type=int, help="the number of the game")
    playing.add_argument("text", help="the steps, such as 'null d3'")
    bot = commands.add_parser("bot", help="let an engine play in all your games")
    simulating = commands.add_parser("simulate", help="let an engine play against a house bot, without a server")
    simulating.add_argument("game", choices=["btt", "treeblox", "twigs", "roots"])
    simulating.add_argument("--against", choices=["plain", "easy", "middle", "strong"], default="middle")
    simulating.add_argument("--games", type=int, default=10)
    simulating.add_argument("--seats", type=int, default=2)
    simulating.add_argument("--seed", type=int, default=1)
    for command in (bot, simulating):
        command.add_argument("--engine", required=True, help="the command that starts the engine")
    return parser


def _simulate(parsed: argparse.Namespace) -> int:
    try:
        from seeds_client.simulator import play_house
    except ModuleNotFoundError:
        print("The simulator needs the package seeds-rules.", file=sys.stderr)
        return 1
    with Engine(parsed.engine) as engine:
        score = play_house(
            parsed.game,
            engine,
            against=parsed.against,
            games=parsed.games,
            seed=parsed.seed,
            seats=parsed.seats,
        )
    print(score)
    return 0


def _online(client: Client, parsed: argparse.Namespace) -> int:
    if parsed.command == "bot":
        with Engine(parsed.engine) as engine:
            keep_playing(client, engine)
    elif parsed.command == "games":
        for number in client.get("players/me/")["to_move"]:
            print(number, client.get(f"games/{number}/")["rules"], flush=True)
    elif parsed.command == "show":
        game, found = client.get(f"games/{parsed.number}/"), client.get(f"games/{parsed.number}/moves/")
        print(game["board"]["text"])
        print(", ".join(found["moves"]) or "Nobody is to move.")
    else:
        ply = client.get(f"games/{parsed.number}/")["ply"]
        answer = client.post(f"games/{parsed.number}/play/", {"ply": ply, "text": parsed.text})
        print(f"Played. The game is at ply {answer['ply']}.")
    return 0


if __name__ == "__main__":
    run()
