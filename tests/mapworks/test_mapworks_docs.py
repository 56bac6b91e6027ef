"""docs/mapworks.md is followed as it is written: its files are saved, its commands run and say what the page quotes."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.runner import Cli
from tests.cli.test_cli_docs import check_quoted, commands

PAGE = Path(__file__).parents[2] / "docs" / "mapworks.md"
BLOCK = re.compile(r"^```(toml|console)(?: (\S+))?( replace)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def replace(file: Path, changes: str) -> None:
    """Old and new lines in turn, parted by ---."""
    parts = [part.strip() for part in changes.split("\n---\n")]
    text = file.read_text("utf-8")
    for old, new in zip(parts[::2], parts[1::2], strict=True):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file.write_text(text, "utf-8")


def test_the_page_is_followed_as_it_is_written(cli: Cli) -> None:
    count = 0
    for kind, name, changed, text in BLOCK.findall(PAGE.read_text("utf-8")):
        if kind == "toml" and changed:
            replace(cli.folder / name, text)
        elif kind == "toml":
            (cli.folder / name).write_text(text, "utf-8")
        else:
            for shown in commands(f"```console\n{text}```\n"):
                said = cli(shown.line.removeprefix("grognard "))
                assert said.err == ""
                assert said.code == (1 if "wrong: " in said.out else 0)
                check_quoted(shown, said.out)
                count += 1
    assert count == 7
