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
