"""What holds for every test: the table explains its assertions, the long series runs only when asked for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.coverage import EVERY_TEST, ROOT

BROWSERS = ("tests/browser/", "tests/report/test_report_browser.py")
# What runs longest begins first, so that no worker is left alone with it at the end.
FIRST = (*BROWSERS, "tests/random_play/", "tests/server/", "tests/bots/", "tests/guide/", "tests/cli/", "tests/env/")

pytest.register_assert_rewrite("tests.table")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if [config.invocation_params.dir.joinpath(place) for place in config.args] == [ROOT / "tests"]:
        config.stash[EVERY_TEST] = list(items)
    if hasattr(config, "workerinput"):
        items.sort(key=_turn)
    if "soak" in (config.option.markexpr or ""):
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]


def _turn(item: pytest.Item) -> int:
    """When a test is given to a worker."""
    return next((n for n, part in enumerate(FIRST) if item.nodeid.startswith(part)), len(FIRST))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """One browser at a time, beside all else: what opens one stays in one worker, and so do the tests of a file."""
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    class OneBrowser(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return "browser" if nodeid.startswith(BROWSERS) else nodeid.partition("::")[0]

    config.option.loadscopereorder = False  # in the order of `FIRST`
    return OneBrowser(config, log)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Sums of what tests have recorded: how many draws of hidden facts had to be repeated."""
    totals: dict[str, int] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if isinstance(value, int):
                    totals[name] = totals.get(name, 0) + value
    for name, total in totals.items():
        terminalreporter.write_line(f"{name}: {total}")
