# The commands of this project. `make` alone lists them.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

TARGET := $(or $(CARGO_TARGET_DIR),target)
WASM := $(TARGET)/wasm32-unknown-unknown/wasm/reach_wasm.wasm
BINDINGS := $(TARGET)/bindings
PKG := web/src/logic/pkg
TYPES := $(PKG)/reach_wasm.d.ts
# The page waits for the module before it shows anything (bytes, gzip -9).
WASM_BUDGET := 56320

# Folders too: a deleted file is a change of its folder.
WEB_SOURCES := $(shell find web/src web/public web/scripts -not -path '$(PKG)*' 2>/dev/null) \
	$(wildcard web/*.html web/*.json web/*.ts web/*.mjs web/*.js)

.PHONY: help
help: ## list these commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: run
run: setup web ## build everything and start the server; ARGS='--listen 127.0.0.1:9000'
	cargo run --locked --bin reach -- serve $(ARGS)

.PHONY: build
build: setup web ## build target/release/reach, one file with the page in it
	cargo build --locked --release -p reach-server
	@ls -l $(TARGET)/release/reach

.PHONY: test
test: setup-tests check-types check-size web ## run every test: Rust, both databases, WebAssembly, page, browser
	$(MAKE) test-rust
	$(MAKE) test-wasm
	$(MAKE) test-web
	$(MAKE) test-e2e

.PHONY: fmt
fmt: ## format the Rust sources
	cargo fmt --all

.PHONY: lint
lint: setup-tests ## what CI checks besides the tests
	.ci/run fmt clippy doc deny web

.PHONY: bench
bench: setup-tests web tests/e2e/node_modules/.package-lock.json ## measure probes, writes, memory, sessions and the page
	cargo build --locked --release --bin reach
	REACH_BINARY=$(abspath $(TARGET))/release/reach tests/postgres.sh run $(TARGET)/postgres \
		cargo bench --locked --bench costs
	REACH_BINARY=$(abspath $(TARGET))/release/reach npm run --silent --prefix tests/e2e bench

# The parts, each of which can be run alone.

.PHONY: setup setup-tests packages
setup:
	@.ci/setup build

setup-tests:
	@.ci/setup test

packages: web/node_modules/.package-lock.json tests/e2e/node_modules/.package-lock.json

%/node_modules/.package-lock.json: %/package-lock.json
	npm ci --prefix $* --no-audit --no-fund
	@touch $@

# Cargo knows best what is out of date; what it leaves alone keeps its time, and so do the bindings.
.PHONY: bindings
bindings:
	cargo build --locked -p reach-wasm --target wasm32-unknown-unknown --profile wasm
	@$(MAKE) $(BINDINGS)/reach_wasm.js

$(BINDINGS)/reach_wasm.js: $(WASM) reach-wasm/src/bin/bindgen.rs
	cargo run --locked --quiet -p reach-wasm --features bindgen --bin bindgen -- $< $(BINDINGS)
	@touch $@

$(PKG)/reach_wasm.js: $(BINDINGS)/reach_wasm.js
	@mkdir -p $(PKG) && cp $(BINDINGS)/* $(PKG)/

.PHONY: web
web: bindings ## build the page into web/dist
	@$(MAKE) web/dist/index.html

web/dist/index.html: web/node_modules/.package-lock.json $(PKG)/reach_wasm.js $(WEB_SOURCES)
	npm run --prefix web build
	@touch $@

.PHONY: check-types
check-types: bindings
	@diff -u $(TYPES) $(BINDINGS)/reach_wasm.d.ts || \
		{ echo "$(TYPES) is not what the Rust types say: run make web, and commit it" >&2; exit 1; }

.PHONY: check-size
check-size: bindings
	@size=$$(gzip -9 -c $(BINDINGS)/reach_wasm_bg.wasm | wc -c); \
	echo "reach_wasm_bg.wasm: $$size bytes gzipped, $(WASM_BUDGET) allowed"; \
	[ "$$size" -le $(WASM_BUDGET) ]

.PHONY: check-web
check-web: web tests/e2e/node_modules/.package-lock.json ## type-check and lint the page and its tests
	npm run --prefix web check
	npm run --prefix tests/e2e check

.PHONY: test-rust
test-rust: ## Rust tests alone; FILTER='test(resets)' picks some (needs cargo-nextest)
	tests/postgres.sh run $(TARGET)/postgres .ci/test-rust $(if $(FILTER),-E '$(FILTER)')

.PHONY: test-wasm
test-wasm: bindings ## the shared vectors alone, against the WebAssembly module
	REACH_WASM_PKG=$(BINDINGS) node --test reach-wasm/tests/vectors.test.mjs

.PHONY: test-web
test-web: web ## page tests alone, without a browser
	npm run --prefix web test

.PHONY: test-e2e
test-e2e: web tests/e2e/node_modules/.package-lock.json ## browser tests alone; ARGS='--headed' go to Playwright
	cargo build --locked --bin reach --bin one-mind
	cd tests/e2e && npx playwright test $(ARGS)

.PHONY: screenshots
screenshots: web tests/e2e/node_modules/.package-lock.json ## take the pictures in docs/images anew
	cargo build --locked --bin reach
	npm run --silent --prefix tests/e2e screenshots
