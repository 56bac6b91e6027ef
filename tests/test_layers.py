"""Imports point downwards only, and the engine needs nothing but the standard library and a serializer."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grognard
from grognard.cli import EXTRA

SOURCE = Path(__file__).parent.parent / "src" / "grognard"

# From the ground up. A module belongs to the longest name that it begins with, and imports from its own layer or from
# those below. "" is the package itself, the public door.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors",),
    ("hexes",),
    (
        "datafile",
        "locks",
        "board",
        "pieces",
        "charts",
        "dice",
        "ruling",
        "decision",
        "events",
        "preview",
        "rulebook",
        "state",
        "view",
    ),
    ("positionfile", "mechanics"),
    ("game",),
    ("games",),
    ("log", "match", "save"),
    ("",),
    # everything above knows matches, never a game's insides; but a bot's knowledge of one game is all about those
    ("render", "bots"),
    ("env",),
    ("mapworks",),
    ("simulate", "report", "playtest"),
    ("server",),
    ("cli",),
)
ENGINE = LAYERS[: LAYERS.index(("",)) + 1]
SERIALIZER = "msgspec"

# Imports inside functions that may point upwards, with the reason.
DOCUMENTED: dict[tuple[str, str], str] = {}


@cache
def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    """The module's name within the package: hexes.grid, games.guderian; '' is the package itself."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@cache
def layer_of(module: str) -> int:
    """The number of the layer a module is in."""
    found = [
        (len(prefix), number)
        for number, layer in enumerate(LAYERS)
        for prefix in layer
        if module == prefix or (prefix and module.startswith(f"{prefix}."))
    ]
    assert found, f"grognard.{module} is in no layer: give it one in LAYERS"
    return max(found)[1]


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path, *, types: bool = True) -> tuple[str, ...]:
    return tuple(_imports(path, types=types))


def _imports(path: Path, *, types: bool) -> Iterator[str]:
    """The full names of all modules a module imports, those inside functions too; `types` adds those for types only."""
    tree = _parsed(path)
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if not types and isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            skipped |= {inner for statement in node.body for inner in ast.walk(statement)}
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: a relative import"
            assert node.module is not None
            for alias in node.names:
                submodule = SOURCE.joinpath(*f"{node.module}.{alias.name}".split(".")[1:])
                ours = node.module.split(".")[0] == "grognard"
                is_module = ours and (submodule.with_suffix(".py").exists() or (submodule / "__init__.py").exists())
                yield f"{node.module}.{alias.name}" if is_module else node.module


def within(name: str) -> str | None:
    """A module of ours without the package's name; None for those of others."""
    if name == "grognard":
        return ""
    return name.removeprefix("grognard.") if name.startswith("grognard.") else None


def test_imports_point_downwards() -> None:
    upwards = [
        f"grognard.{module} imports {name}, which lies above it"
        for path in modules()
        for name in imports(path)
        if (target := within(name)) is not None
        and (module := name_of(path), target) not in DOCUMENTED
        and layer_of(target) > layer_of(module)
    ]
    assert upwards == []


def test_a_game_does_not_know_another() -> None:
    for path in modules():
        module = name_of(path)
        if module.startswith("games."):
            game = module.split(".")[1]
            for name in imports(path):
                target = within(name)
                if target is not None and target.startswith("games."):
                    assert target.split(".")[1] == game, f"grognard.{module} imports {name}"


def test_what_stands_above_does_not_know_a_games_insides() -> None:
    above = LAYERS.index(("",))
    for path in modules():
        module = name_of(path)
        if layer_of(module) > above:
            own = f"grognard.games.{game}" if (game := module.removeprefix("bots.knowledge.").split(".")[0]) else ""
            inside = [name for name in imports(path) if name.startswith("grognard.games.")]
            others = [name for name in inside if not (module.startswith("bots.knowledge.") and name.startswith(own))]
            assert not others, f"grognard.{module} imports {others[0]}"


def test_the_engine_needs_the_standard_library_and_a_serializer() -> None:
    allowed = {*sys.stdlib_module_names, "grognard", SERIALIZER}
    foreign = [
        f"grognard.{name_of(path)} imports {name}"
        for path in modules()
        if layer_of(name_of(path)) < len(ENGINE)
        for name in imports(path)
        if name.split(".")[0] not in allowed
    ]
    assert foreign == []


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {
        name_of(path): {t for name in imports(path, types=False) if (t := within(name)) is not None}
        for path in modules()
        if layer_of(name_of(path)) < len(ENGINE) - 1 and not path.name.startswith("__")
    }
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, f"a circle of imports: {' > '.join((*path, module))}"
        if module not in done:
            for target in sorted(graph.get(module, ())):
                if (module, target) != ("match", "save"):  # Match.save calls it when it is asked to
                    visit(target, (*path, module))
            done.add(module)

    for module in sorted(graph):
        visit(module, ())


ALONE = """
import sys
from importlib.abc import MetaPathFinder

class Bare(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in {{*sys.stdlib_module_names, "grognard", "{serializer}"}}:
            raise ModuleNotFoundError(f"no {{name}} on this machine", name=name)

sys.meta_path.insert(0, Bare())
{script}
print(" ".join(sorted(sys.modules)))
"""


def alone(script: str) -> list[str]:
    """The modules loaded by a script on a machine with nothing but the standard library and the serializer."""
    code = ALONE.format(serializer=SERIALIZER, script=script)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def test_the_engine_plays_with_the_serializer_alone_and_loads_nothing_for_the_eyes() -> None:
    loaded = alone("import grognard; grognard.new('guderian').play('deploy')")
    assert SERIALIZER in loaded
    for name in ("grognard.cli", "grognard.render", "grognard.bots", "grognard.server"):
        assert name not in loaded, f"import grognard imports {name}"


def test_bots_series_reports_and_pictures_need_no_more() -> None:
    script = """
import grognard
from grognard import bots, render, report, simulate
match = grognard.new("guderian")
assert match.why(bots.make("staff", 1).act(match, "soviet"))
assert render.svg(match.board, match.view("soviet"))
"""
    assert {"grognard.bots.planner", "grognard.report", "grognard.simulate"} <= set(alone(script))


def test_the_command_line_says_what_to_install_where_its_extra_is_missing() -> None:
    for line in ([], ["--version"], ["play"]):
        script = f"from grognard.cli import main; sys.argv[1:] = {line}; sys.exit(main())"
        code = ALONE.format(serializer=SERIALIZER, script=script)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        said = "grognard: the command line needs cyclopts: pip install 'grognard[cli]'\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_the_version_is_written_once_and_the_extras_for_the_terminal_bring_the_command_line() -> None:
    project = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text("utf-8"))
    assert "version" not in project["project"]
    path = SOURCE.parents[1] / project["tool"]["hatch"]["version"]["path"]
    assert f'__version__ = "{grognard.__version__}"\n' in path.read_text("utf-8")
    assert [line.split(">")[0] for line in project["project"]["dependencies"]] == [SERIALIZER]
    extras = project["project"]["optional-dependencies"]
    assert tuple(line.split(">")[0] for line in extras["cli"]) == EXTRA
    for name in ("server", "maps", "cluster"):  # used through the command line
        assert "grognard[cli]" in extras[name]
