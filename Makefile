# What can be done with a checkout. Needs make, git and Python 3.11 or newer; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
PLAYABLE := $(VENV)/.playable
TESTABLE := $(VENV)/.testable
CHANGEABLE := $(VENV)/.changeable
RELEASABLE := $(VENV)/.releasable
FOR_SITE := $(VENV)/.for-site
SEARCH := $(wildcard native/*.[ch])

# Tests that need none of the other tools: all below the screens, and of these and the host those that use libraries most.
LOWEST := tests/games tests/play tests/table tests/store tests/cli tests/engines tests/test_start.py tests/test_library.py \
	$(addprefix tests/tui/test_,analysis.py arcade_screen.py costs.py forms.py guide.py match_screen.py menu.py terminal.py) \
	$(addprefix tests/host/test_,control.py door.py ssh.py) tests/web/test_serve.py

# Tests that have failed on a newer Python alone: styles, tasks and first paint.
NEWER := tests/test_start.py tests/tui/test_looks.py tests/host/test_ssh.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-lowest test-newest test-newer check check-long faults rolling fuzz puzzles native sanitize bench mutants screenshots screenshots-check snapshots playthroughs clean
.PHONY: packages wheels pyz pyz-check deb texts sdist-check site site-search site-try site-check

help: ## List the targets
	@grep -E '^[a-z-]+: .*## ' $(firstword $(MAKEFILE_LIST)) | while IFS=: read -r target rest; do \
		printf '  make %-12s %s\n' "$$target" "$${rest##*## }"; done

play: $(PLAYABLE) ## Install what is needed and start the arcade
	@$(BIN)/marbles-tui

test: $(TESTABLE) ## Install what is needed and run the tests
	$(BIN)/python -m pytest

test-lowest: $(CHANGEABLE) ## Run the tests that need no other tools with the lowest versions allowed; LOWEST="..." for some
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(VENV)-lowest
	@$(BIN)/uv pip install --quiet --python $(VENV)-lowest/bin/python --resolution lowest-direct '.[web,cluster,host-cluster]' \
		'pytest>=8.4' 'pytest-asyncio>=1' 'pytest-xdist>=3.6' 'hypothesis>=6.130' 'pexpect>=4.9' 'pyte>=0.8.2'
	$(VENV)-lowest/bin/python -m pytest -m '' $(LOWEST)

test-newest: $(CHANGEABLE) ## Run the tests with the newest versions allowed, whatever constraints.txt says
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(VENV)-newest
	@$(BIN)/uv pip install --quiet --python $(VENV)-newest/bin/python --resolution highest --editable '.[dev]'
	$(VENV)-newest/bin/python -m pytest

test-newer: $(CHANGEABLE) ## Run the tests in which Pythons differ with a newer one, if there is one: NEWER="..." for others
	@found=; for python in python3.14 python3.13 python3.12 "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/3.1[2-9].*/bin/python3; do \
		if $$python -c '' 2>/dev/null; then found=$$(command -v $$python); break; fi; \
	done; \
	if [ -z "$$found" ]; then echo "No newer Python is here: nothing is tried."; exit; fi; \
	$(BIN)/uv venv --quiet --clear --python "$$found" $(VENV)-newer && \
	$(BIN)/uv pip install --quiet --python $(VENV)-newer --constraint constraints.txt --editable '.[test]' && \
	$(VENV)-newer/bin/python -m pytest -m '' $(NEWER)

check: $(CHANGEABLE) ## What a change must pass: format, lint, types, layers, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest

check-long: $(CHANGEABLE) ## The tests that take seconds each, which `make check` and `make test` leave out
	$(BIN)/python -m pytest -m long

faults: $(CHANGEABLE) ## Let the processes of a house fail for half a minute while guests play
	$(BIN)/python -m scripts.faults --minutes 0.5 --tables 2

rolling: $(CHANGEABLE) ## Replace the hosts of a house by another version while guests play: BEFORE=COMMIT names the first
	$(BIN)/python -m tests.cluster.rolling --hosts 2 --servers 1 --tables 2 $(if $(BEFORE),--before $(BEFORE))

fuzz: $(CHANGEABLE) ## Feed every reader with 100,000 texts made up by a fuzzer
	$(BIN)/python -m scripts.fuzz

puzzles: $(CHANGEABLE) ## Prove some of the puzzles a second time, by the rules alone; all of them with ALL=1
	$(BIN)/python -m scripts.prove $(if $(ALL),--all)

native: ## Compile the native search for this checkout
	python3 native/compile.py --strict

sanitize: ## Play random positions through the native search under the sanitizers
	@mkdir -p build
	python3 native/compile.py build/fuzz --strict --sanitize
	build/fuzz 10000

bench: $(CHANGEABLE) ## Measure start-up, reaction and animation
	$(BIN)/python -m scripts.bench

mutants: $(CHANGEABLE) ## Change the program at random, and list the changes that no test notices
	$(BIN)/python -m scripts.mutants

screenshots: $(CHANGEABLE) ## Draw the pictures in screenshots/ anew
	$(BIN)/python -m scripts.screenshots

screenshots-check: $(CHANGEABLE) ## Make the films of the README and those pictures anew, and say which show something else now
	$(BIN)/python -m scripts.screenshots --check

snapshots: $(CHANGEABLE) ## Accept the screens as they look now for the snapshot tests
	$(BIN)/python -m pytest --snapshot-update

playthroughs: $(CHANGEABLE) ## Take anew what is seen in the playthroughs
	PLAYTHROUGHS=write $(BIN)/python -m pytest -m '' $$(grep -rl --include='test_*.py' 'tests.golden import' tests) tests/sixth/test_sixth.py

wheels: $(RELEASABLE) ## Build the wheels of all platforms, and a pure one for any, into dist/wheels/, twice
	$(BIN)/python -m scripts.packages wheels

packages: $(RELEASABLE) ## Build wheel and source distribution twice, compare and check them
	$(BIN)/python -m scripts.packages packages

pyz: $(RELEASABLE) ## Build dist/marbles-tui.pyz, one file that any Python runs
	$(BIN)/python -m scripts.packages pyz

pyz-check: $(RELEASABLE) ## Start it with each Python from 3.11 up that is here
	$(BIN)/python -m scripts.packages pyz-check

deb: $(RELEASABLE) ## Build a Debian package from the wheel that `make packages` has built
	$(BIN)/python -m scripts.packages deb

texts: $(RELEASABLE) ## Fill in the texts for Homebrew, Arch, nix and winget from what `make packages pyz` has built
	@$(BIN)/python -m scripts.packages texts

sdist-check: ## Run the tests of the source distribution that `make packages` has built, away from the checkout
	rm -rf build/sdist && mkdir -p build/sdist
	tar -xzf dist/*.tar.gz -C build/sdist --strip-components 1
	$(MAKE) -C build/sdist test

site: $(FOR_SITE) ## Build site/, the arcade as a page for any web space; needs Node
	@$(BIN)/python -m scripts.site

site-search: $(FOR_SITE) $(CHANGEABLE) ## Try the native search of the page that `make site` has built, under Node
	@$(BIN)/python -m scripts.site --search

site-try: $(FOR_SITE) ## Serve site/ to this machine alone; PORT=8000
	@test -e site/index.html || $(BIN)/python -m scripts.site
	@$(BIN)/python -m scripts.site --serve $(PORT)

site-check: $(FOR_SITE) $(CHANGEABLE) ## Prove in Chromium what the page promises: all games to their end, each cell as in tmux
	@$(BIN)/python -m tests.browser.site_check --whole

clean: ## Remove .venv and all that was built or cached
	rm -rf $(VENV) $(VENV)-lowest $(VENV)-newest build dist site .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	rm -f snapshot_report.html
	find . -type d -name __pycache__ -prune -exec rm -rf {} +

# These installs are editable: only new dependencies make them out of date, and the search that they compile. Modules are
# compiled where a test imports them: to compile all that is installed takes a third of an install.
$(PLAYABLE): pyproject.toml constraints.txt $(SEARCH) $(BIN)/python
	@echo "Installing marbles-tui into $(VENV) …"
	@$(PIP) --editable .
	@touch $@

$(TESTABLE): pyproject.toml constraints.txt $(SEARCH) $(BIN)/python
	@echo "Installing marbles-tui and what its tests need into $(VENV) …"
	@$(PIP) --no-compile --editable '.[test]'
	@touch $(PLAYABLE) $@

$(CHANGEABLE): pyproject.toml constraints.txt $(SEARCH) $(BIN)/python
	@echo "Installing marbles-tui and what its checks need into $(VENV) …"
	@$(PIP) --no-compile --editable '.[dev]'
	@touch $(PLAYABLE) $(TESTABLE) $@

$(RELEASABLE): pyproject.toml constraints.txt $(BIN)/python
	@echo "Installing what releases need into $(VENV) …"
	@$(PIP) --editable '.[release]'
	@touch $(PLAYABLE) $@

$(FOR_SITE): pyproject.toml constraints.txt $(BIN)/python
	@echo "Installing what the page is built with into $(VENV) …"
	@$(PIP) --editable '.[site]'
	@touch $(PLAYABLE) $@

# The system's Python is only asked for a virtual environment: it may refuse to be installed into.
$(BIN)/python:
	@for python in $(PYTHON) python3.14 python3.13 python3.12 python3.11; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
		echo "marbles-tui needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." >&2; \
		echo "With a newer one elsewhere: make PYTHON=/path/to/python3 $(MAKECMDGOALS)" >&2; exit 1; \
	fi; \
	if ! $$found -c 'import ensurepip, venv' 2>/dev/null; then \
		echo "$$found cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; \
	fi; \
	$$found -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }
