# make demo   the main job, end to end, on the sample game
# make test   lint, types, floor plan with the measures of the house, all tests but the slow ones
# make test-all  the slow ones, which make test leaves out: long campaigns and soaks, every paper and size, kills at every deed
# make docs   the rule books' pages (docs/rules, docs/<game>/rules) and texts (texts.json) from templates/<game>/rules and the games' tables
# make fuzz   mails and sheets at random for a minute (FUZZ_SECONDS=3600 for an hour)
# make nightly  the properties over thousands of games, a long campaign, many points to be killed at, what is slow on PostgreSQL, make bench
# make postgres  the tests of the store on PostgreSQL (a private server)
# make page   bundles the player's page from its sources (node; what it makes is checked in)
# make test-page  the player's page in a real browser (Chromium, Playwright, axe-core)
# make test-postgres  the tests of the office, the store and the commands with their offices on PostgreSQL (ON_POSTGRES; BY_DAY= the slow ones, too)
# make soak  an office in fast time with everything failing, half an hour on SQLite, half on PostgreSQL (SOAK_SECONDS, SOAK_GAMES)
# make bench  figures, each a ratio to a piece of reference work of the same run, held to its bound (tests/benchmarks), and written into docs/scale.md (WRITE=release: as a release's)
# make bench-short  the same bounds in a minute or two: fewer turns, games and mails
# make audit  known holes in what we depend on (pip-audit, on what the registry gives)
# make mutants  small changes at random that tests should see: WHERE=magika_gm/app/accounts TESTS=tests/app/accounts/test_ledger.py (COUNT, SEED)
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TOOLS  := $(VENV)/.tools
JOBS   ?= auto
BEGAN  := $(shell date +%s)

.PHONY: audit page test-page wheel demo docs test test-all lint types plan field needs compiled unit postgres test-postgres bench bench-short clean golden schema nightly soak

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Python 3.11 is needed: install it or say make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# what the registry gives is held to the digests in requirements (tests/tools/lock); the project itself asks for nothing more
LOCKED := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

$(READY): pyproject.toml requirements/run.txt requirements/build.txt | $(BIN)/python
	$(LOCKED) -r requirements/run.txt -r requirements/build.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q magika_gm
	@touch $@

$(TOOLS): $(READY) requirements/dev.txt
	$(LOCKED) -r requirements/dev.txt
	@echo "$(BEGAN) $$(($$(date +%s) - $(BEGAN)))" > $@

demo: $(READY)
	$(BIN)/magika-gm demo demo-office

docs: $(READY)
	$(BIN)/magika-gm rule-book --markdown docs/rules
	$(BIN)/magika-gm rule-book --texts
	for folder in docs/*/rules; do \
	  game=$$(basename $$(dirname $$folder)); \
	  $(BIN)/magika-gm rule-book --game $$game --markdown $$folder || exit 1; \
	  $(BIN)/magika-gm rule-book --game $$game --texts || exit 1; done

# mypy keeps one core busy: meanwhile the floor plan is looked at, and the tests are compiled, which every process of theirs would do
test: lint
	@$(MAKE) --no-print-directory -j 2 -O types compiled
	@$(MAKE) --no-print-directory unit
	@read -r began took < $(TOOLS); [ "$$began" = "$(BEGAN)" ] || took=0; \
	  echo "making the environment took $$took s, all else $$(($$(date +%s) - $(BEGAN) - took)) s"

lint: $(TOOLS)
	$(BIN)/ruff check magika_gm tests
	$(BIN)/ruff format --check magika_gm tests

types: $(TOOLS)
	$(BIN)/mypy

plan: $(TOOLS)
	$(BIN)/lint-imports
	$(BIN)/python -m tests.house.measures

# what one more field of a game's main record costs: the files that must change, tried on a copy (half a minute)
field: $(TOOLS)
	$(BIN)/python -m tests.house.field

# what tests write (two gigabytes in all, each test's own is gone when it has passed) lies in memory where there is plenty:
# a fifteenth of what they cost is waiting for files
ROOM := $(shell d=/dev/shm; grep " $$d " /proc/mounts 2>/dev/null | grep -qv noexec && test -w $$d && \
  test $$(df -Pk $$d | awk 'END {print $$4}') -gt 4000000 && echo TMPDIR=$$d)
# what the tests import is compiled once, whoever sets PYTHONDONTWRITEBYTECODE
TESTS := $(ROOM) PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $(JOBS) --dist worksteal
# a file's tests share a server, a browser, an office
APIECE := $(TESTS:worksteal=loadfile)
ELSEWHERE := not benchmark and not postgres and not browser

needs: $(TOOLS)
	@tests/tools/need-dovecot
	@tests/tools/need-fonts
	@tests/tools/need-node
	@tests/tools/need-browser --say

compiled: plan
	@$(TESTS) -n 0 --collect-only -qq > /dev/null || true

unit: needs
	$(TESTS) -m "not slow and $(ELSEWHERE)"

test-all: needs
	@tests/tools/need-strace
	MAGIKA_EXAMPLES=all $(TESTS) -m "slow and $(ELSEWHERE)"

page:
	@tests/tools/build-page

test-page: $(TOOLS)
	@tests/tools/need-browser $(BIN)/python
	$(APIECE) -m browser tests/page

postgres: $(TOOLS)
	@tests/tools/need-postgres $(BIN)/python
	@tests/tools/need-faketime
	$(APIECE) -m postgres tests/store tests/systems tests/kill tests/workers tests/soak

# the same tests, every office they make on PostgreSQL instead of in a file (tests/on_postgres.py); what is about the
# file itself is marked sqlite, and the slow ones are asked by night
BY_DAY ?= not slow and
ON_POSTGRES ?= tests/app tests/store tests/cli $(wildcard tests/*/test_office*.py)
test-postgres: $(TOOLS)
	@tests/tools/need-postgres $(BIN)/python
	MAGIKA_TEST_DATABASE=postgres $(TESTS) -m "$(BY_DAY) not benchmark and not postgres and not sqlite" $(ON_POSTGRES)

# the wheel without the checkout: built, put into an empty environment, and its demo run there
wheel: $(TOOLS)
	@tests/tools/try-wheel $(PYTHON)

bench: $(TOOLS)
	$(LOCKED) -r requirements/bench.txt || echo "diplomacy could not be installed; its ratio is left out"
	MAGIKA_BENCH_WRITE=$(or $(WRITE),yes) $(BIN)/pytest -m benchmark -s tests/benchmarks

bench-short: $(TOOLS)
	MAGIKA_BENCH_SHORT=1 $(BIN)/pytest -m benchmark -s tests/benchmarks

COUNT ?= 10
SEED ?= 1
mutants: $(TOOLS)
	@test -n "$(WHERE)" -a -n "$(TESTS)" || \
	  { echo "say what is changed and what should see it: make mutants WHERE=magika_gm/app/accounts TESTS=tests/app/accounts/test_ledger.py"; exit 1; }
	@$(BIN)/python tests/tools/mutants.py --where $(WHERE) --tests $(TESTS) --count $(COUNT) --seed $(SEED)

FUZZ_SECONDS ?= 60
fuzz: $(TOOLS)
	@$(BIN)/python -c 'import atheris' 2>/dev/null || \
	  $(LOCKED) -r requirements/fuzz.txt || \
	  echo "atheris could not be installed; mails are made by mutation alone"
	$(BIN)/python -m tests.mail.fuzz_mail $(FUZZ_SECONDS)

# every game's own tests, by its folder
GAMES := $(patsubst magika_gm/games/%/system.py,tests/%,$(wildcard magika_gm/games/*/system.py))

nightly: $(TOOLS)
	@tests/tools/need-postgres $(BIN)/python
	MAGIKA_KILL_POINTS=0 $(BIN)/pytest -s tests/kill
	MAGIKA_EXAMPLES=all $(MAKE) unit
	MAGIKA_NIGHTLY=1 $(BIN)/pytest -n $(JOBS) --dist worksteal \
	  -m "not benchmark and not postgres and not browser" $(GAMES) tests/systems/test_random_games.py tests/page \
	  tests/app/operations/test_campaign.py tests/app/operations/test_damaged_rows.py \
	  tests/app/post/test_floods.py tests/app/post/test_safe_cost.py tests/mail/test_nasty.py
	@tests/tools/need-browser $(BIN)/python
	MAGIKA_NIGHTLY=1 $(APIECE) -m browser tests/page
	$(MAKE) test-postgres BY_DAY=
	$(MAKE) bench

# by night, and before a release; tests/soak/__main__.py tells what may be set
soak: $(TOOLS)
	@tests/tools/need-postgres $(BIN)/python
	@tests/tools/need-dovecot
	$(BIN)/python -m tests.soak

schema: $(TOOLS)
	MAGIKA_UPDATE_SCHEMA=1 $(BIN)/pytest tests/systems/test_schemas.py

golden: $(TOOLS)
	MAGIKA_UPDATE_GOLDEN=1 $(BIN)/pytest tests/*/test_golden.py

# known holes in what we depend on, asked of the registry; its program has an environment of its own
AUDIT := $(VENV)-audit
audit: | $(BIN)/python
	@test -x $(AUDIT)/bin/pip-audit || { $(PYTHON) -m venv $(AUDIT) && \
	  $(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/audit.txt; }
	@for list in requirements/*.txt; do echo "$$list"; $(AUDIT)/bin/pip-audit --strict --require-hashes --disable-pip --progress-spinner off -r $$list || exit 1; done

clean:
	rm -rf $(VENV) $(VENV)-audit demo-office .mypy_cache .ruff_cache .pytest_cache .hypothesis
