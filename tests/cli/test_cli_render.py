"""`render` and `rules`."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.cli.runner import Cli

BATTLE = (
    'game = "guderian"\nturn = 2\nphase = "german-movement"\n[units]\n0411 = "25/7 6/7 7/7"\n0512 = "rifle Lukin"\n'
)


@pytest.fixture
def battle(cli: Cli) -> Cli:
    (cli.folder / "battle.toml").write_text(BATTLE)
    cli("new guderian --position battle.toml --seed 1").done()
    return cli


def test_the_empty_map_of_a_game(cli: Cli) -> None:
    assert cli("render guderian -o map.svg").done().out == "map.svg is drawn\n"
    assert ElementTree.fromstring(cli.text("map.svg")).tag.endswith("svg")


def test_a_position(battle: Cli) -> None:
    battle("render game.jsonl -o map.svg --side german").done()
    assert "25/7" in battle.text("map.svg")


def test_a_region_with_overlays(battle: Cli) -> None:
    line = "render game.jsonl -o map.svg --region 0108..0816"
    battle(f"{line} --overlay zoc:german --overlay supply:25/7 --overlay reach:25/7").done()
    drawn = battle.text("map.svg")
    assert all(f'data-overlay="{name}"' in drawn for name in ("zoc:german", "supply:25/7", "reach:25/7"))
    assert ">0411<" in drawn
    assert ">3015<" not in drawn
    battle(f"{line} --overlay radius --overlay retreat:0512").done()


def test_png(battle: Cli) -> None:
    pytest.importorskip("resvg_py")
    battle("render game.jsonl -o map.png --width 300 --region 0110..0513").done()
    picture = (battle.folder / "map.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 300


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("game.jsonl", "--output is missing"),
        ("game.jsonl -o map.gif", "name the picture .svg or .png"),
        ("gudrian -o map.svg", "did you mean guderian?"),
        ("game.jsonl -o map.svg --width 300", "no width"),
        ("game.jsonl -o map.png --width 3", "16 to 20000"),
        ("game.jsonl -o map.svg --region 0101", "two corners"),
        ("game.jsonl -o map.svg --region 0101..9999", "no hex 9999"),
        ("game.jsonl -o map.svg --overlay zoc", "zoc:german"),
        ("game.jsonl -o map.svg --overlay zok:german", "did you mean zoc?"),
        ("game.jsonl -o map.svg --overlay zoc:germn", "german or soviet"),
        ("game.jsonl -o map.svg --overlay reach:25/9", "no unit 25/9"),
        ("game.jsonl -o no/such/map.svg", "cannot be written"),
    ],
)
def test_what_cannot_be_drawn(battle: Cli, line: str, hint: str) -> None:
    assert hint in battle.wrong(f"render {line}")
    assert not list(battle.folder.glob("map.*"))


def test_the_contents_of_the_rules(cli: Cli) -> None:
    said = cli("rules guderian").done().out
    assert "6.51a   Overrun: approach and cost" in said
    assert len(cli("rules guderian --json").done().json) > 200


def test_a_rule_in_all_its_parts_with_its_rulings(cli: Cli) -> None:
    said = cli("rules guderian 6.51").done().out
    assert "6.51a  Overrun: approach and cost" in said
    assert "6.51d  " in said
    assert "ruling G7 (on " in said
    assert "answer: " in said
    assert max(map(len, said.splitlines())) <= 100
    ids = [rule["id"] for rule in cli("rules guderian 6.51 --json").done().json]
    assert ids[:2] == ["6.51a", "6.51b"]


def test_a_ruling_and_words(cli: Cli) -> None:
    assert cli("rules guderian G7").done().out.startswith("ruling G7 (on ")
    assert cli("rules guderian G7 --json").done().json["id"] == "G7"
    assert "6.51a" in cli("rules guderian overrun").done().out
    assert "6.63" in cli("rules guderian disruption removal").done().out


def test_rules_that_are_not_there(cli: Cli) -> None:
    assert "no rule 6.99" in cli.wrong("rules guderian 6.99")
    assert "speaks of 'zeppelin'" in cli.wrong("rules guderian zeppelin")
    assert "did you mean guderian?" in cli.wrong("rules gudrian 6")
