"""Imports point downwards only, and the engine needs nothing but the standard library and a serializer."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "grognard"

# From the ground up. A module belongs to the longest name that it begins with, and imports from its own layer or from
# those below. "" is the package itself, the public door.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors",),
    ("hexes",),
    (
        "datafile",
        "board",
        "pieces",
        "charts",
        "dice",
        "ruling",
        "decision",
        "events",
        "preview",
        "rulebook",
        "table",
        "view",
    ),
    ("mechanics",),
    ("game",),
    ("games",),
    ("log", "match", "save"),
    ("",),
    # everything above knows matches, never a game's insides; but a bot's knowledge of one game is all about those
    ("render", "bots"),
    ("env",),
    ("mapworks",),
    ("simulate", "report"),
    ("server",),
    ("cli",),
)
ENGINE = LAYERS[: LAYERS.index(("",)) + 1]
SERIALIZER = "msgspec"

# Imports inside functions that may point upwards, with the reason.
DOCUMENTED: dict[tuple[str, str], str] = {}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    """The module's name within the package: hexes.grid, games.guderian; '' is the package itself."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


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


def imports(path: Path, *, types: bool = True) -> Iterator[str]:
    """The full names of all modules a module imports, those inside functions too; `types` adds those for types only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
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


def test_importing_the_engine_imports_nothing_for_the_eyes() -> None:
    script = "import sys, grognard; grognard.new('guderian'); print(' '.join(sorted(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    for name in ("rich", "cyclopts", "resvg_py", "grognard.cli", "grognard.render", "grognard.bots", "grognard.server"):
        assert name not in loaded, f"import grognard imports {name}"
