PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

unexport PYTHONDONTWRITEBYTECODE  # or each of many processes compiles everything anew

.PHONY: play test cluster lint bench tables rules soak clean

$(STAMP): pyproject.toml hatch_build.py $(shell find frontend -path frontend/node_modules -prune -o -type f -print)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

play: $(STAMP)  ## set everything up and open the games in the browser
	@$(BIN)/grognard

test: $(STAMP)  ## set everything up and run all tests
	$(BIN)/pytest -n auto -m 'not soak'

$(VENV)/.cluster: $(STAMP)
	-$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[cluster]'
	touch $@

cluster: $(STAMP) $(VENV)/.cluster  ## a series on a Ray cluster of two workers, one of which dies
	$(BIN)/pytest -p no:xdist -m soak tests/cli/test_cli_cluster.py

soak: $(STAMP) $(VENV)/.cluster  ## the long series: thousands of games, files cut short, a cluster
	$(BIN)/pytest -n auto -m soak

lint: $(STAMP)
	$(BIN)/ruff check src tests benchmarks examples learn
	$(BIN)/ruff format --check src tests benchmarks examples learn
	$(BIN)/mypy

bench: $(STAMP)
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/bench_env.py

tables: $(STAMP)  ## play the series of docs/bots.md and write its tables: hours
	$(BIN)/python benchmarks/tables.py --jobs $(shell nproc 2>/dev/null || echo 1)

rules: $(STAMP)  ## write docs/rules-coverage.md; fails on a rule with neither a test nor a reason
	$(BIN)/python -m tests.coverage

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
