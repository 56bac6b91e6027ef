"""Playing over the wire: what the page does, done by hand."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from grognard.server.settings import Settings
from tests.server.house import House, Person, open_house

# A German attack that ends D1/A1: the defender must choose, then the Germans choose his way.
ATTACK = """
game = "guderian"
turn = 5
phase = "german-combat"
dice = [3, 3, 3, 3]
[units]
0812 = "25/7 6/7 7/7"
0913 = "6-8-6 Lukin"
1414 = "rifle rifle Konev"
"""


def test_a_match_starts_and_shows_itself(person: Person) -> None:
    person.begin(title="A first try")
    state = person.state()
    assert state["title"] == "A first try"
    assert state["number"] == 0
    assert sorted(state["mine"]) == ["german", "soviet"]
    assert state["side"] == "soviet"  # who must decide
    assert [d["kind"] for d in state["view"]["decisions"]] == ["soviet-setup"]
    assert state["view"]["decisions"][0]["prompt"]
    assert state["seed"] == ""
    assert len(state["commitment"]) == 64


def test_an_action_is_played_and_told(person: Person) -> None:
    person.begin()
    answer = person.play("place R16 0123").json()
    assert answer["number"] == 1
    assert [line["text"] for line in answer["lines"]] == ["R16 is placed in 0123"]
    assert answer["lines"][0]["hexes"] == ["0123"]
    assert set(answer) == {"number", "lines", "proposal"}  # the state comes over the live connection
    assert person.state()["number"] == 1


def test_a_refused_action_names_its_rule_and_changes_nothing(person: Person) -> None:
    person.begin()
    before = person.state()
    response = person.play("place R16 4015")
    assert response.status_code == 422
    assert response.json()["rule"] == "5.1"
    assert person.state() == before


def test_the_referee_answers_questions(person: Person) -> None:
    person.begin()
    assert ["verb", ["place", "deploy"]] in person.get("/choices")["groups"]
    assert person.get("/choices", words="place R16")["groups"][0][0] == "hex"
    why = person.get("/why", words="end")
    assert (why["ok"], why["rule"], why["unfinished"]) == (False, "5.1", False)
    why = person.get("/why", words="place R16")
    assert (why["ok"], why["unfinished"]) == (False, True)
    assert why["reason"].startswith("'place R16' is unfinished; next may come ")
    why = person.get("/why", words="place R16 0123")
    assert why == {"ok": True, "rule": "", "reason": "", "unfinished": False, "elsewhere": False}
    assert person.get("/why", words="attack 0123")["elsewhere"]
    refused = [person.play(action) for action in ("place R16", "place R16 0122")]
    assert [(r.status_code, r.json()["unfinished"]) for r in refused] == [(422, True), (422, False)]
    person.plays("deploy", "end")
    assert person.get("/query/zoc", of="soviet")["side"] == "soviet"
    assert person.ask("GET", person.at("/query/weather")).status_code == 400
    assert person.ask("GET", person.at("/choices"), params={"words": "fly R16"}).status_code == 422


def test_an_attack_is_computed_before_it_is_made(person: Person) -> None:
    person.begin(position=ATTACK)
    preview = person.get("/preview", words="attack 0913 25/7 6/7 7/7")
    assert preview["column"] == "1-1"
    assert abs(sum(preview["outcomes"].values()) - 1) < 1e-9


CROWD = """
game = "guderian"
phase = "soviet-movement"
[units]
2626 = "rifle rifle rifle"
2628 = "rifle"
0505 = "25/7"
[due]
X = "rifle"
"""


def test_warnings_before_a_mistake(person: Person) -> None:
    person.begin()
    person.plays("deploy")
    assert [w["rule"] for w in person.get("/warnings", words="end")] == ["13.1"]
    person.begin(position=CROWD)
    assert [w["rule"] for w in person.get("/warnings", words="end")] == ["14.3"]
    crowd = person.get("/warnings", words="move R4 Roslavl")
    assert [(w["rule"], w["hexes"]) for w in crowd] == [("7.1a", ["2626"])]
    person.plays("move R4 2626")
    assert "7.1d" in [w["rule"] for w in person.get("/warnings", words="end")]
    assert person.get("/warnings", words="move R4 0101") == []  # what is not legal is refused when it is played


def test_two_people_at_once_exactly_one_wins(house: House) -> None:
    person = house.person().begin()
    person.plays("deploy")
    number = person.state()["number"]
    hexes = ["0512", "0612", "0712", "0812", "0513", "0613", "0713", "0813"]
    with ThreadPoolExecutor(len(hexes)) as crowd:
        answers = list(crowd.map(lambda h: person.with_only("german").play(f"interdict {h}", number=number), hexes))
    codes = [a.status_code for a in answers]
    assert codes.count(200) == 1, [a.text for a in answers]
    assert codes.count(409) == len(hexes) - 1
    lost = next(a for a in answers if a.status_code == 409)
    assert lost.json()["number"] == number + 1
    assert person.state()["number"] == number + 1


def test_the_server_comes_back_in_the_middle_of_a_retreat(database: str, static: Path) -> None:
    settings = Settings(db=database, static=static)
    with open_house(settings) as house:
        person = house.person().begin(position=ATTACK)
        person.plays("attack 0913 25/7 6/7 7/7 go", "retreat")
        before = [person.state(side) for side in ("german", "soviet")]
        choices = person.get("/choices", words="retreat")
        assert before[0]["view"]["decisions"][0]["kind"] == "retreat"
    with open_house(settings) as house:
        again = Person(house.url, person.tokens, person.match)
        assert [again.state(side) for side in ("german", "soviet")] == before
        assert again.get("/choices", words="retreat") == choices
        hex = choices["groups"][0][1][0]
        assert again.plays(f"retreat {hex}")["number"] == 3


def test_everybody_at_the_match_hears_of_an_action_within_a_second(house: House) -> None:
    person = house.person().begin({"german": "link", "soviet": "screen"})
    german, soviet, observer = person.with_only("german"), person.with_only("soviet"), person.stranger()
    with german.live("german") as g, soviet.live("soviet") as s, observer.live() as o:
        for line in (g, s, o):
            assert line.hear_of("state")["state"]["number"] == 0
        soviet.plays("deploy")
        told = [line.hear_state(1, seconds=1)["state"] for line in (g, s, o)]
    assert [state["side"] for state in told] == ["german", "soviet", ""]
    assert [state["mine"] for state in told] == [["german"], ["soviet"], []]
    assert told[0]["view"]["decisions"][0]["prompt"]
    assert not told[1]["view"]["decisions"][0]["prompt"]


def test_a_page_that_comes_back_hears_what_it_missed(person: Person) -> None:
    person.begin()
    person.plays("place R16 0123", "place R17 0124")
    with person.live("soviet", number=1) as line:
        message = line.hear_of("state")
        assert [told["number"] for told in message["lines"]] == [2]
        person.plays("place R18 0124")
        assert [told["text"] for told in line.hear_state(3)["lines"]] == ["R18 is placed in 0124"]


def test_a_page_may_look_from_its_other_side(person: Person) -> None:
    person.begin()
    with person.live("soviet") as line:
        assert line.hear_of("state")["state"]["side"] == "soviet"
        line.socket.send(json.dumps({"seats": [person.tokens["german"]], "side": "german"}))
        assert line.hear_of("state")["state"]["side"] == "german"


def test_who_is_here_is_told(person: Person) -> None:
    person.begin({"german": "link", "soviet": "screen"})
    with person.with_only("soviet").live("soviet") as line:
        line.hear_of("state")
        with person.with_only("german").live("german"):
            while not all(seat["here"] for seat in line.hear_of("seats")["seats"]):
                pass
        while all(seat["here"] for seat in line.hear_of("seats")["seats"]):
            pass


def test_history_and_any_moment_of_it(person: Person) -> None:
    person.begin()
    person.plays("place R16 0123", "place R17 0124", "deploy", "end")
    history = person.get("/history")
    assert [e["number"] for e in history] == [0, 1, 2, 3, 4]
    assert [e["action"] for e in history[1:]] == ["place R16 0123", "place R17 0124", "deploy", "end"]
    assert history[-1]["phase"] == "Soviet Movement"
    then = person.get("/at/1")
    assert then["number"] == 1
    assert [u["id"] for u in then["view"]["units"] if u["hex"] == "0123"] == ["R16"]
    assert not [u for u in then["view"]["units"] if u["hex"] == "0124"]
    assert person.get("/at/4")["view"] == person.state()["view"]
    assert person.ask("GET", person.at("/at/5")).status_code == 404
    assert person.ask("GET", person.at("/at/-1")).status_code == 404


def test_the_board_and_its_picture_agree(person: Person) -> None:
    person.begin()
    board = person.get("/board")
    assert len(board["hexes"]) == 59 * 31
    picture = person.ask("GET", board["picture"])
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in picture.headers["cache-control"]
    left, top, width, height = (float(n) for n in picture.text.partition('viewBox="')[2].partition('"')[0].split())
    assert abs(width - board["width"]) < 0.1
    assert abs(height - board["height"]) < 0.1
    first = next(h for h in board["hexes"] if h["name"] == "0101")
    use = picture.text.partition('data-hex="0101"')[0].rpartition("<use")[2]
    x, y = (float(use.partition(f'{a}="')[2].partition('"')[0]) for a in (" x", " y"))
    assert abs(x - left - first["x"]) < 0.2
    assert abs(y - top - first["y"]) < 0.2
    assert board["neighbours"]["0101"][board["directions"].index("n")] == ""
    assert board["neighbours"]["0101"][board["directions"].index("s")] == "0102"
    etag = picture.headers["etag"]
    assert person.ask("GET", board["picture"], headers={"If-None-Match": etag}).status_code == 304


def test_symbols_and_colours(person: Person) -> None:
    assert 'id="n-infantry"' in person.ask("GET", "/api/sprite.svg").text
    assert "style=" not in person.ask("GET", "/api/sprite.svg").text
    assert person.ask("GET", "/api/theme").json()["palettes"]["german"]["body"].startswith("#")


def test_chat_and_notes(person: Person) -> None:
    person.begin({"german": "link", "soviet": "screen"})
    soviet, german = person.with_only("soviet"), person.with_only("german")
    with german.live("german") as line:
        line.hear_of("state")
        assert soviet.post("/messages", {"text": " Good luck! \n"}).json()["who"] == "soviet"
        assert line.hear_of("chat")["message"]["text"] == "Good luck!"
    assert [m["text"] for m in person.stranger().get("/messages")] == ["Good luck!"]
    assert soviet.post("/messages", {"text": "  "}).status_code == 400
    assert soviet.post("/notes", {"side": "soviet", "text": "hold Smolensk"}, "PUT").status_code == 200
    assert soviet.get("/notes", as_="soviet")["text"] == "hold Smolensk"
    assert german.ask("GET", german.at("/notes"), params={"as": "soviet"}).status_code == 403
    assert german.get("/notes")["text"] == ""
    assert person.stranger().ask("GET", person.at("/notes")).status_code == 403


def test_a_position_stops_where_its_author_says(database: str, static: Path) -> None:
    settings = Settings(db=database, static=static)
    quiet = 'game = "oder"\nphase = "german-combat"\nforced = false\n[units]\n1512 = "HG"\n'
    with open_house(settings) as house:
        person = house.person().begin(game="oder", position=quiet)
        assert [d["kind"] for d in person.state()["view"]["decisions"]] == ["german-combat"]
        assert person.get("/choices") == {"groups": [["verb", ["end"]]], "complete": False}
        assert person.plays("end")["number"] == 1
        before = person.state()
    with open_house(settings) as house:
        again = Person(house.url, person.tokens, person.match)
        assert again.state() == before
        again.post("/undo", {"number": 1})
        assert [d["kind"] for d in again.state()["view"]["decisions"]] == ["german-combat"]
        assert not any(line["event"] == "forced" for entry in again.get("/history") for line in entry["lines"])
