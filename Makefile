# make demo and make test do all set-up themselves: Python 3.11 or newer, git and make are enough.
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test check unit e2e docs preview format clean

demo: $(STAMP)
	@$(BIN)/errgate demo

test: $(STAMP) check unit

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/gen_docs.py --check

unit: $(STAMP)
	$(BIN)/python -m pytest -n auto

docs: $(STAMP)
	$(BIN)/python tools/gen_docs.py

preview: $(STAMP)
	$(BIN)/python tools/preview.py

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

$(STAMP): requirements/dev.txt pyproject.toml tools/find_python.sh
	@python=$$(sh tools/find_python.sh) && \
	  { [ -x $(BIN)/python ] || "$$python" -m venv $(VENV); }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(STAMP)
