"""Plans, reports and what was taken back: what the page asks beside playing."""

from __future__ import annotations

from tests.server.house import Person

MARCH = """
game = "guderian"
turn = 5
phase = "german-movement"
dice = [3, 3, 3, 3]
[units]
0917 = "25/7 6/7 7/7"
1016 = "1-1-6"
1415 = "Lukin 4-4-6"
[due]
C = "5/12 25/12 29/12"
"""


def words(answer: object, kind: str) -> list[str]:
    assert isinstance(answer, dict)
    return [word for group, found in answer["groups"] if group == kind for word in found]


def test_choices_after_a_step_that_is_only_supposed(person: Person) -> None:
    person.begin(position=MARCH)
    before = person.state()
    enter = "enter 5/12 25/12 29/12 0112"
    assert "move" not in words(person.get("/choices"), "verb")
    assert "move" in words(person.get("/choices", after=enter), "verb")
    assert "5/12" in words(person.get("/choices", words="move", after=enter), "unit")
    assert "0412" in words(person.get("/choices", words="move 5/12 25/12 29/12", after=enter), "hex")
    assert person.get("/choices", words="move R1", after=enter) == {"groups": [], "complete": False}
    assert person.state() == before


def test_a_refusal_of_what_would_follow_names_its_rule(person: Person) -> None:
    person.begin(position=MARCH)
    after = "enter 5/12 25/12 29/12 0112"
    said = person.get("/why", words="move 5/12 25/12 29/12 1415", after=after, number="0")
    assert (said["ok"], said["rule"]) == (False, "6.21")  # the enemy is there
    assert person.get("/why", words="move 5/12 25/12 29/12 0412", after=after)["ok"]
    later = person.get("/why", words="move 5/12 25/12 29/12 0412", after=after, number="7")  # for another position
    assert (later["ok"], later["rule"]) == (False, "")


def test_several_steps_are_supposed_one_after_the_other(person: Person) -> None:
    person.begin(position=MARCH)
    enter, move = "enter 5/12 25/12 29/12 0112", "move 5/12 25/12 29/12 0412"
    first, then = (
        words(person.get("/choices", words="move 5/12 25/12 29/12", after=after), "hex")
        for after in (enter, f"{enter}\n{move}")
    )
    assert "0412" in first
    assert "0412" not in then  # they stand there
    assert len(then) < len(first)  # and have less left to go
    assert "move" in words(person.get("/choices", after=enter, number="0"), "verb")
    assert person.get("/choices", after=enter, number="7") == {"groups": [], "complete": False}  # for another position
    attack = "overrun 1016 25/7 6/7 7/7 go"
    assert person.get("/choices", after=f"{enter}\n{attack}") == {"groups": [], "complete": False}


def test_nothing_is_supposed_that_would_tell_how_the_dice_fall(person: Person) -> None:
    person.begin(position=MARCH)
    attack = "overrun 1016 25/7 6/7 7/7 go"
    assert person.get("/choices", after=attack) == {"groups": [], "complete": False}
    assert person.ask("GET", person.at("/choices"), params={"after": "move 25/7 4015"}).status_code == 422


def test_the_log_marks_what_was_taken_back(person: Person) -> None:
    person.begin(position=MARCH)
    person.plays("enter 5/12 25/12 29/12 0112")
    person.post("/undo", {"number": 1})
    person.plays("enter 5/12 25/12 29/12 0113")
    undone = {entry["number"]: {line["undone"] for line in entry["lines"]} for entry in person.get("/history")}
    assert undone[1] == {True}
    assert undone[3] == {False}


def test_a_report_is_written_of_a_match_that_goes_on(person: Person) -> None:
    person.begin(position=MARCH)
    person.plays("enter 5/12 25/12 29/12 0112")
    answer = person.ask("GET", person.at("/report"))
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].endswith('.html"')
    assert answer.text.lower().startswith("<!doctype html>")


def test_a_note_is_told_of_units_whose_move_ends(person: Person) -> None:
    person.begin(position=MARCH)
    person.plays("enter 5/12 25/12 29/12 0112")
    found = person.get("/warnings", words="overrun 1016 25/7")
    assert [(w["rule"], w["note"]) for w in found] == [("6.0b", True)]
    assert person.get("/warnings", words="move 5/12 25/12") == []


def test_games_tell_their_verbs_and_what_a_result_means(person: Person) -> None:
    games = {game["id"]: game for game in person.ask("GET", "/api/games").json()}
    assert "end" in games["guderian"]["verbs"]
    results = {term["name"]: (term["foe"], term["own"]) for term in games["guderian"]["results"]}
    assert results["De"] == (True, False)
    assert results["A1"] == (False, True)
    assert results["D1/A1"] == (True, True)
