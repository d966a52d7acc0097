# demo and test do all set-up themselves: Python 3.11 or newer, git and make are enough. What is installed goes into .venv.
BIN := .venv/bin

# Nothing of the caller's own Python reaches in.
unexport PYTHONHOME PYTHONPATH PYTHONSTARTUP PYTHONWARNINGS

.PHONY: demo test check unit e2e docs site preview format lock clean help setup
.NOTPARALLEL:

demo: setup  ## a real incident replayed as a pull request: blocked, then repaired and passing
	@$(BIN)/errgate demo

test: check unit  ## lint, types, import contracts, generated docs and every test

check: setup  ## all of test but the tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --cache-dir .cache/imports
	$(BIN)/python tools/gen_docs.py --check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

unit: setup  ## every test
	$(BIN)/python -m pytest -n auto

e2e: setup  ## the worked cases alone, each as a process on a git repository
	$(BIN)/python -m pytest -n auto tests/e2e

docs: setup  ## write the pages that are generated from the code
	$(BIN)/python tools/gen_docs.py

site: setup  ## the documentation as a site, in .cache/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "Open .cache/site/index.html"

preview: setup  ## the comment as GitHub would show it, in .cache/preview
	$(BIN)/python tools/preview.py

format: setup  ## tidy the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: setup  ## pin requirements/*.in anew, for every Python from 3.11 and every platform
	sh tools/lock.sh

clean:  ## remove whatever was installed or cached
	rm -rf .venv .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist

help:  ## this list
	@sed -n 's/^\([a-z0-9]*\):.*##  *\(.*\)/make \1	\2/p' Makefile

setup:
	@sh tools/setup.sh
