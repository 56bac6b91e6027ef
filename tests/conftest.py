"""What holds for every test: the table explains its assertions, the long series runs only when asked for."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.table")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "soak" in (config.option.markexpr or ""):
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]


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
