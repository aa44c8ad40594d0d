# The commands of the project. `make run` and `make test` are all a newcomer needs.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run demo build test bench fuzz lint clean prove-fresh prove-fuzz prove-crash prove-sanitize \
  prove-browser prove-users prove-planted-defects prove-worlds prove-simulator prove-money

# Where the shared reference vectors stand; tests that compare with them are skipped without it.
export TERN_SHARED ?= $(abspath ../shared)

# `make run PROFILE=bob` starts a second person on this machine.
PROFILE ?= default

# Where the swift tools look; only folders that exist.
SWIFT_SOURCES := $(wildcard Package.swift Sources Tests Benchmarks Fuzz Prove)
# Those that say so in their first line; Scripts holds a few in other languages.
SHELL_SCRIPTS := $(shell grep -l '^\#!.*bash$$' .ci/run Scripts/* Tests/Browser/run Tests/Money/run Tests/Terminal/run)

# The review of the architecture, built on demand. The check of the check passes one that is built already.
ARCHREVIEW ?=

help:
	@echo "make run     set up this machine, build, start Tern and print its link (PROFILE=name for a second one)"
	@echo "make demo    the same with a made-up village around you: no network is used, nothing is kept"
	@echo "make test    everything that must hold before a change lands"
	@echo "make build   set up this machine and build for debugging"
	@echo "make bench   timed figures of a release build"
	@echo "make fuzz    damaged inputs for what reads bytes from outside (ARGS='--runs 500000 packet')"
	@echo "make prove-fresh  a clean Debian, a clone, make run, make test"
	@echo "make prove-fuzz   a million damaged inputs a target"
	@echo "make prove-crash  kills, power cuts, failing disks"
	@echo "make prove-users  an hour of two people who talk, over a lossy line, while their nodes are killed"
	@echo "make prove-sanitize  every test under the thread sanitizer"
	@echo "make prove-browser   every page at every width, light and dark"
	@echo "make prove-planted-defects  defects planted in the mesh engine, each caught by its test"
	@echo "make prove-worlds    thousands of random worlds of mesh engines, some hours"
	@echo "make prove-simulator pace of the simulator, and what a message costs in larger meshes"
	@echo "make prove-money     accounts beside hledger, ledger and beancount, 100,000 rows"
	@echo "make lint    format and the rules of .archreview.json only"
	@echo "make clean   remove everything that was built or fetched"

run:
	@Scripts/setup
	swift build -c release --product tern
	@exec .build/release/tern run --profile '$(PROFILE)' $(ARGS)

demo:
	@Scripts/setup
	swift build -c release --product tern
	@exec .build/release/tern demo $(ARGS)

build:
	@Scripts/setup
	swift build

test:
	@Scripts/test

bench:
	@Scripts/setup --tests
	swift build -c release --product tern
	swift build -c release --product archreview
	@Scripts/prove-bench $(ARGS)

fuzz:
	@Scripts/setup
	@nice Scripts/prove-fuzz $(or $(ARGS),--runs 100000)

# The proofs take from minutes to hours and go on where they were stopped; see docs/proof/README.md.
prove-fresh:
	@nice Scripts/prove-fresh $(ARGS)

prove-fuzz:
	@Scripts/setup
	@nice Scripts/prove-fuzz $(ARGS)

prove-crash:
	@Scripts/setup
	@nice Scripts/prove-crash $(ARGS)

prove-users:
	@Scripts/setup --tests
	@nice Scripts/prove-users $(ARGS)

prove-sanitize:
	@Scripts/setup
	@nice Scripts/prove-sanitize

prove-browser:
	@Scripts/setup --tests
	@nice Scripts/prove-browser

prove-planted-defects:
	@Scripts/setup --tests
	@nice Scripts/prove-planted-defects $(ARGS)

prove-worlds:
	@Scripts/setup
	@nice Scripts/prove-worlds $(ARGS)

prove-simulator:
	@Scripts/setup
	@Scripts/prove-simulator

prove-money:
	@Scripts/setup --tests
	@nice Scripts/prove-money

# Both checks always run, so that one pass shows everything there is to mend.
lint:
	@for script in $(SHELL_SCRIPTS); do bash -n "$$script"; done
ifeq ($(ARCHREVIEW),)
	@swift build --quiet --product archreview
endif
	@result=0; \
	swift format lint --strict --parallel --recursive $(SWIFT_SOURCES) || result=1; \
	$(or $(ARCHREVIEW),.build/debug/archreview) . .ci || result=1; \
	exit $$result

clean:
	rm -rf .build Benchmarks/.build Fuzz/.build
