"""Taking back, going back, draws, resigning; files; the sealed seed."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import grognard
from grognard.server.fair import keeps
from tests.server.house import House, Person
from tests.server.test_server_play import ATTACK


def test_a_step_is_taken_back_while_nothing_was_learned(person: Person) -> None:
    person.begin()
    empty = person.state()["view"]
    person.plays("place R16 0123")
    assert person.state()["can_undo"]
    answer = person.post("/undo", {"number": 1}).json()
    assert answer["number"] == 2
    assert answer["proposal"] is None
    assert person.state()["view"] == empty
    assert answer["lines"][0]["text"] == "soviet takes back 'place R16 0123'"
    assert not person.state()["can_undo"]
    assert person.post("/undo", {"number": 2}).status_code == 409


def test_before_the_first_action_there_is_nothing_to_go_back_to(person: Person) -> None:
    person.begin()
    for kind in ("undo", "rollback"):
        refused = person.post("/proposals", {"kind": kind, "to": 10**40})
        assert (refused.status_code, refused.json()["error"]) == (409, "nothing has been played yet")


def test_undo_after_undo(person: Person) -> None:
    person.begin()
    person.plays("place R16 0123", "place R17 0123")
    for number in (2, 3):
        assert person.post("/undo", {"number": number}).status_code == 200
    person.plays("place R18 0124")
    assert [u["id"] for u in person.state()["view"]["units"] if u["hex"] in ("0123", "0124")] == ["R18"]
    assert [e["action"] for e in person.get("/history")][1:] == [
        "place R16 0123",
        "place R17 0123",
        "undo",
        "undo",
        "place R18 0124",
    ]
    assert len([u for u in person.get("/at/2")["view"]["units"] if u["hex"] == "0123"]) == 2


def test_undo_needs_the_newest_number(person: Person) -> None:
    person.begin()
    person.plays("place R16 0123")
    assert person.post("/undo", {"number": 0}).status_code == 409
    assert person.state()["number"] == 1


def test_after_the_dice_the_other_side_is_asked(house: House) -> None:
    person = house.person().begin({"german": "screen", "soviet": "link"}, position=ATTACK)
    german, soviet = person.with_only("german"), person.with_only("soviet")
    before = german.state()["view"]
    german.plays("attack 0913 25/7 6/7 7/7 go")
    assert not german.state()["can_undo"]
    with soviet.live("soviet") as line:
        line.hear_of("state")
        answer = german.post("/undo", {"number": 1}).json()
        assert (answer["number"], answer["proposal"]["kind"]) == (1, "undo")
        proposal = line.hear_of("proposal")["proposal"]
        assert proposal["text"] == "german asks to take the last step back"
        assert german.post(f"/proposals/{proposal['number']}", {"accept": True}).status_code == 403
        assert person.stranger().post(f"/proposals/{proposal['number']}", {"accept": True}).status_code == 403
        assert soviet.post(f"/proposals/{proposal['number']}", {"accept": True}).json()["number"] == 2
        assert line.hear_state(2)["state"]["proposal"] is None
    assert {**german.state()["view"], "decisions": []} == {**before, "decisions": []}
    assert soviet.post(f"/proposals/{proposal['number']}", {"accept": True}).status_code == 404


def test_a_proposal_is_declined_withdrawn_or_overtaken(house: House) -> None:
    person = house.person().begin({"german": "screen", "soviet": "link"})
    german, soviet = person.with_only("german"), person.with_only("soviet")
    soviet.plays("place R16 0123", "place R17 0124")
    first = german.post("/proposals", {"kind": "rollback", "to": 1}).json()
    assert german.state()["proposal"]["kind"] == "rollback"
    assert soviet.post(f"/proposals/{first['number']}", {"accept": False}).json()["number"] == 2
    assert german.state()["proposal"] is None
    second = german.post("/proposals", {"kind": "rollback", "to": 0}).json()
    german.post(f"/proposals/{second['number']}", {"accept": False})
    assert german.state()["proposal"] is None
    third = german.post("/proposals", {"kind": "rollback", "to": 0}).json()
    soviet.plays("place R18 0124")
    assert soviet.post(f"/proposals/{third['number']}", {"accept": True}).status_code == 404
    assert german.post("/proposals", {"kind": "rollback", "to": 3}).status_code == 400
    assert german.post("/proposals", {"kind": "peace"}).status_code == 400


def test_going_back_by_agreement_and_on_from_there(house: House) -> None:
    person = house.person().begin({"german": "screen", "soviet": "link"})
    german, soviet = person.with_only("german"), person.with_only("soviet")
    soviet.plays("place R16 0123", "place R17 0124", "place R18 0125")
    number = german.post("/proposals", {"kind": "rollback", "to": 1}).json()["number"]
    assert soviet.post(f"/proposals/{number}", {"accept": True}).status_code == 200
    state = soviet.state()
    assert [u["id"] for u in state["view"]["units"] if u["hex"] in ("0123", "0124", "0125")] == ["R16"]
    soviet.plays("place R17 0126")
    assert soviet.state()["number"] == 5
    assert [u["hex"] for u in german.get("/at/3")["view"]["units"] if u["id"] == "R17"] == ["0124"]


def test_alone_at_the_table_nobody_has_to_be_asked(person: Person) -> None:
    person.begin({"german": "screen", "soviet": "bot:random"})
    with person.live("german") as line:
        line.hear_turn("german")
        proposal = person.post("/proposals", {"kind": "rollback", "to": 0}).json()
        assert proposal["accepted"]
    assert person.post("/proposals", {"kind": "draw"}).status_code == 409


def test_a_draw(house: House) -> None:
    person = house.person().begin({"german": "screen", "soviet": "link"})
    german, soviet = person.with_only("german"), person.with_only("soviet")
    number = german.post("/proposals", {"kind": "draw"}).json()["number"]
    soviet.plays("place R16 0123")  # an offer stands while the other goes on
    assert soviet.post(f"/proposals/{number}", {"accept": True}).status_code == 200
    result = soviet.state()["result"]
    assert (result["winner"], result["level"]) == ("", "draw by agreement")
    assert soviet.play("place R17 0124").status_code == 422


def test_the_seed_is_sealed_at_the_start_and_shown_at_the_end(house: House) -> None:
    person = house.person().begin({"german": "screen", "soviet": "link"})
    promise = person.state()["commitment"]
    assert person.with_only("german").ask("GET", person.at("/export")).status_code == 403
    assert person.stranger().ask("GET", person.at("/export")).status_code == 403
    person.with_only("soviet").plays("deploy")
    assert person.with_only("german").post("/resign", {"side": "soviet"}).status_code == 403
    assert person.with_only("german").post("/resign", {"side": "german"}).status_code == 200
    state = person.state("german")
    assert state["result"]["winner"] == "soviet"
    assert state["seed"]
    assert sha256(f"grognard:{person.match}:{state['seed']}".encode()).hexdigest() == promise
    assert keeps(promise, person.match, state["seed"])
    assert not keeps(promise, person.match, state["seed"] + "x")
    assert not state["seed_known"]
    assert state["seed"] in person.stranger().ask("GET", person.at("/export")).text
    summary = next(s for s in person.ask("GET", "/api/matches").json() if s["id"] == person.match)
    assert (summary["over"], summary["result"]) == (True, "german resigns")


def test_the_seed_is_nowhere_before_the_end(person: Person) -> None:
    person.begin({"german": "screen", "soviet": "bot:random"})
    person.ask("GET", person.at("/export"))  # alone one may have the file, and it is noted
    assert person.state()["seed_known"]
    person.begin({"german": "screen", "soviet": "link"})
    room = person.http.get(person.at("/export"))
    assert room.status_code == 403
    assert not person.state()["seed_known"]


def test_a_match_goes_out_as_a_file_and_comes_back(person: Person, tmp_path: Path) -> None:
    person.begin()
    person.plays("place R16 0123", "place R17 0123")
    person.post("/undo", {"number": 2})
    person.plays("deploy", "interdict 1015", "end")
    response = person.ask("GET", person.at("/export"))
    assert 'attachment; filename="guderian-' in response.headers["content-disposition"]
    file = tmp_path / "match.jsonl"
    file.write_bytes(response.content)
    assert len(grognard.load(file).actions) == 4
    made = person.ask("POST", "/api/matches/import", content=response.content).json()
    again = Person(person.url, made["tokens"], made["id"])
    assert again.state()["view"] == person.state()["view"]
    assert again.state()["number"] == 4
    assert again.state()["seed_known"]


def test_a_file_that_was_edited_or_is_none_is_refused(person: Person) -> None:
    person.begin()
    person.plays("place R16 0123")
    content = person.ask("GET", person.at("/export")).text
    edited = content.replace("0123", "0124")
    assert "edited" in person.ask("POST", "/api/matches/import", content=edited).json()["error"]
    for text in ("", "hello", "{}", "[1]\n", '{"format":"grognard-match"}\n', "\n\n"):
        assert person.ask("POST", "/api/matches/import", content=text).status_code == 400, text
