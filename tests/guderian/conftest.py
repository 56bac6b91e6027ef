"""The table's assertions explain themselves when they fail, like those of the tests."""

import pytest

pytest.register_assert_rewrite("tests.guderian.table", "table")
