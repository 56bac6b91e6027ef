"""Compare the playthroughs with what the engine does now, or renew them with --write."""

from __future__ import annotations

import sys
from difflib import unified_diff

from tests.playthroughs.playthrough import PLAYS, file_of, playthrough


def main(argv: list[str]) -> int:
    """0 if nothing has changed or all was written."""
    changed = 0
    for game in PLAYS:
        path, text = file_of(game), playthrough(game)
        if "--write" in argv:
            path.write_text(text, encoding="utf-8")
        else:
            old = path.read_text(encoding="utf-8") if path.exists() else ""
            changed |= old != text
            sys.stdout.writelines(unified_diff(old.splitlines(True), text.splitlines(True), path.name, "now"))
    return changed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
