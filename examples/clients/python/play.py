"""Two players of a games room, over a client that openapi-python-client generates of its OpenAPI
document. One makes an account and a challenge, the other takes it up, and they play to the end:

    pip install openapi-python-client
    openapi-python-client generate --url http://127.0.0.1:8080/api/v1/openapi.json \\
        --config config.yaml --meta none --output-path crownhead_client
    python play.py http://127.0.0.1:8080
"""

import json
import re
import sys

from crownhead_client import AuthenticatedClient, Client, models
from crownhead_client.api.accounts import accounts_make
from crownhead_client.api.archive import archive_export, archive_search
from crownhead_client.api.challenges import challenges_make, challenges_take_up
from crownhead_client.api.matches import matches_command, matches_look

ROOM = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
API = f"{ROOM}/api/v1"

# The most moves of a game that this test is willing to watch.
MOST_MOVES = 400


class Player:
    """A player in a seat of a match."""

    def __init__(self, match: str, seat: models.Seat, secret: str) -> None:
        self.match = match
        self.seat = seat
        self.client = AuthenticatedClient(base_url=API, token=secret)
        self.commands = 0

    def look(self) -> models.Snapshot:
        """The match as this player sees it."""
        return expect(models.Snapshot, matches_look.sync(self.match, client=self.client))

    def say(self, command: dict) -> models.CommandResponse | models.Problem:
        """Gives a command, which the generated model reads first."""
        self.commands += 1
        body = models.CommandBody.from_dict({"id": f"py-{self.commands}", "command": command})
        assert body.to_dict()["command"] == command, body
        return matches_command.sync(self.match, client=self.client, body=body)

    def answer(self, snapshot: models.Snapshot) -> dict | None:
        """What this player has to do."""
        stage = snapshot.state.stage
        if isinstance(stage, models.MatchStageChoice):
            if stage.wishes.to_dict().get(self.seat.value) is None:
                return {"kind": "choose-side", "side": "first" if self.seat == "one" else "second"}
        elif isinstance(stage, models.MatchStagePlaying) and snapshot.view.turn == self.seat:
            text, seen = snapshot.view.legal[0], len(snapshot.view.plies)
            return {"kind": "move", "text": text, "seen": seen}
        return None


def expect(kind: type, answer: object) -> object:
    """An answer of this kind, and not a problem."""
    assert isinstance(answer, kind), answer
    return answer


def challenge() -> list[Player]:
    """Makes an account and a challenge of it, and takes the challenge up as a guest."""
    browser = Client(base_url=API)
    account = models.NewAccount(name="Petra", password="correct horse")
    made = accounts_make.sync_detailed(client=browser, body=account)
    assert made.status_code == 201 and made.parsed.name == "Petra", made
    again = accounts_make.sync_detailed(client=browser, body=account)
    assert again.status_code == 409 and again.parsed.type_ == "/problems/name-taken", again
    settings = {
        "play": {"game": "winning-moves-checkers"},
        "ritual": {"kind": "choice"},
        "clock": {"kind": "main", "time": 600_000, "increment": 5_000},
        "takebacks": "agreement",
        "rated": False,
        "seat": "two",
    }
    body = models.SettingsAndChallengeHost.from_dict(settings)
    waiting = expect(models.CreatedChallenge, challenges_make.sync(client=browser, body=body))
    guest = models.ChallengeGuest(name="Pablo")
    taken = challenges_take_up.sync(waiting.id, client=Client(base_url=API), body=guest)
    taken = expect(models.AcceptedChallenge, taken)
    assert taken.seat == models.Seat.ONE, taken
    other = Player(taken.id, models.Seat.TWO, waiting.secret)
    return [Player(taken.id, taken.seat, taken.secret), other]


def first_message(player: Player) -> models.ServerMessageSnapshot:
    """The first line of the stream."""
    http = player.client.get_httpx_client()
    with http.stream("GET", f"{API}/matches/{player.match}/stream") as response:
        assert response.headers["content-type"] == "application/x-ndjson"
        for line in response.iter_lines():
            if line:
                return models.ServerMessageSnapshot.from_dict(json.loads(line))
    raise AssertionError("the stream is empty")


def play(players: list[Player]) -> models.MatchStageOver:
    """Plays until the game is over."""
    for _ in range(MOST_MOVES):
        for player in players:
            snapshot = player.look()
            stage = snapshot.state.stage
            if isinstance(stage, models.MatchStageOver):
                return stage
            command = player.answer(snapshot)
            if command is not None:
                expect(models.CommandResponse, player.say(command))
    # Nobody wins by such moves.
    players[0].say({"kind": "resign"})
    return expect(models.MatchStageOver, players[0].look().state.stage)


def check_patterns() -> int:
    """Every pattern of the document is one of Python's."""
    document = Client(base_url=API).get_httpx_client().get("/openapi.json").json()
    found = 0

    def visit(value: object) -> None:
        nonlocal found
        for key, inner in value.items() if isinstance(value, dict) else []:
            if key == "pattern" and isinstance(inner, str):
                re.compile(inner)
                found += 1
            visit(inner)
        for inner in value if isinstance(value, list) else []:
            visit(inner)

    visit(document)
    return found


def main() -> None:
    patterns = check_patterns()
    assert patterns > 0
    players = challenge()
    message = first_message(players[0])
    assert message.id == players[0].match and message.kind == "snapshot", message
    refused = players[0].say({"kind": "move", "text": "1-2"})
    assert isinstance(refused, models.Problem) and refused.status == 409, refused
    assert refused.refusal.kind == models.CommandRefusalKind.NOT_PLAYING, refused
    over = play(players)
    assert over.reason is not None, over
    nobody = Client(base_url=API)
    found = expect(models.FinishedGamePage, archive_search.sync(client=nobody, player="pablo"))
    assert [game.match for game in found.games] == [players[0].match], found
    export = archive_export.sync(players[0].match, client=nobody)
    events = expect(models.Export, export).events
    kinds = [type(event.what) for event in events]
    assert kinds[0] is models.EventKindOpened and kinds[-1] is models.EventKindEnded, kinds
    print(f"Python: {len(events)} events of {players[0].match} were played; {patterns} patterns.")


main()
