# `make run` and `make test` are all the set-up there is. `make help` lists the rest.

SWIFT ?= swift
export SWIFT

CATALOG = Examples/PackageCatalog
SCHEMA = $(CATALOG)/Sources/PackageCatalog/catalog.yaml
SOURCES = $(wildcard Package.swift Sources Plugins Tests) Examples Benchmarks/IngestBench Benchmarks/Package.swift Benchmarks/Sources Benchmarks/SQLitePeer Benchmarks/CompareRules/Package.swift Benchmarks/CompareRules/Sources Benchmarks/GRDBPeer/Sources Fuzz/Package.swift Fuzz/Checks Fuzz/Sources Studio/Package.swift Studio/Sources Studio/Tests/StudioServerTests Studio/Tests/StudioWriter

.PHONY: help run test command studio test-studio test-checked test-mutations test-databases test-server test-threads test-asan test-long test-nodes test-sealed test-docker check-hot check-objects api-check bench bench-cliffs bench-growth bench-ingest bench-sqlite bench-studio bench-debug soak fuzz format lint docs test-docs clean setup setup-tests

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/  make \1	\2/p' Makefile | expand -t 22

run: setup ## store this machine's packages, ask questions, draw the schema (ARGS="--needs bash")
	@Scripts/quietly "Building the example (the first time takes minutes)" $(SWIFT) build --package-path $(CATALOG) --product PackageCatalog
	@Scripts/quietly "Building the command" $(SWIFT) build --product ashlar
	@"$$($(SWIFT) build --package-path $(CATALOG) --show-bin-path)/PackageCatalog" $(ARGS)
	@Scripts/query-catalog "$$($(SWIFT) build --show-bin-path)/ashlar"
	@printf '\nThe schema as a diagram: ashlar graph %s\n\n' "$(SCHEMA)"
	@"$$($(SWIFT) build --show-bin-path)/ashlar" graph --format mermaid $(SCHEMA)

test: setup-tests ## build everything and run all tests but the long ones
	@Scripts/setup-server
	@Scripts/quietly "Building (the first time takes minutes)" Scripts/slow-bodies 2000 $(SWIFT) build --build-tests
	@Scripts/quietly "Checking layout, floors and quotations" $(MAKE) --no-print-directory lint
	@Scripts/test-examples
	@Scripts/quietly "Building the publishers" Scripts/build-with-traits Tests/Publishers --build-tests
	@Scripts/quietly "Testing the publishers" env ASHLAR_ALL_TRAITS=1 $(SWIFT) test --skip-build --package-path Tests/Publishers --scratch-path .build/traits --disable-xctest
	@Scripts/quietly "Testing the store on pages of 16 KB" Scripts/test-pages
	@ASHLAR_END_TO_END=1 ASHLAR_SCRATCH="$(CURDIR)/.build" Scripts/failures-last Scripts/in-own-folder Scripts/run-tests

command: setup ## build the command `ashlar` as a single executable to install, .build/command/ashlar
	@Scripts/build-command

test-checked: setup-tests ## the quick tests with every access checked for exclusivity, which `make test` leaves out
	@Scripts/test-checked

test-mutations: setup-tests ## break one invariant after the other in a copy, which its tests must notice; `make test` leaves this out (PATCHES="03 17")
	@Scripts/test-mutations $(PATCHES)

test-server: setup ## build and try the example of a server, which `make test` leaves out: Hummingbird takes minutes to build (REQUESTS, GRDB)
	@Scripts/test-server

test-databases: command ## draft and import databases of packages and of this machine, and compare answers with SQLite's; `make test` leaves this out (FILES="a.sqlite b.db")
	@Scripts/test-databases $(FILES)

studio: setup ## open Ashlar Studio on the example catalogue, which `make run` made (FILE, ARGS="--write --open")
	@Scripts/studio $(FILE) $(ARGS)

test-studio: setup ## test Ashlar Studio, its server and its page in a browser, which `make test` leaves out: Hummingbird takes minutes to build
	@Scripts/test-studio

test-threads: setup-tests ## the tests of what threads share, under ThreadSanitizer, which `make test` leaves out
	@Scripts/test-threads

test-asan: setup ## the tests of the store under AddressSanitizer, which `make test` leaves out
	@Scripts/test-asan

test-long: setup-tests ## the tests with optimization, assertions and long rounds: more histories, kills, images and flips than in `make test`
	@Scripts/test-long

test-nodes: setup-tests ## the tests of the store and the runtime with indexes in nodes, which `make test` leaves out
	@Scripts/test-engine nodes

test-sealed: setup-tests ## the tests of the store and the runtime with encrypted files, which `make test` leaves out
	@Scripts/test-engine sealed

test-docker: setup ## perform the steps of the Dockerfiles in a root folder, without Docker (needs root and debootstrap)
	@Scripts/test-docker

check-hot: setup ## count the instructions of hot loops, which must not grow (needs valgrind)
	@Scripts/check-hot

check-objects: setup ## compare what the release objects export with a list, and count copies of generic functions (Linux)
	@Scripts/check-objects

api-check: setup ## compare the public interface with that of the last release, which CHANGELOG.md must announce where it breaks
	@Scripts/api-check

bench: ## compare with raw LMDB, SQLite and GRDB (N, ROUNDS, WORKLOADS, ASHLAR_PEERS, GRDB, BENCH_TSV)
	@Scripts/setup --bench
	@Benchmarks/run

bench-cliffs: ## operations that must not slow down as files grow, from ten thousand to a million rows, beside SQLite and GRDB (SIZES, ROUNDS, GRDB, DEBUG)
	@Scripts/setup --bench
	@Benchmarks/cliffs

bench-growth: setup ## what operations cost from ten thousand to ten million rows (SIZES)
	@Benchmarks/growth

bench-sqlite: command ## rows per second from SQLite and to SQLite, beside `sqlite3 .dump | sqlite3` (ROWS, ROUNDS, BATCH)
	@Scripts/measure-sqlite

bench-ingest: setup ## an outbox against plain objects, sending against psql's \copy (N, ROUNDS, BATCH)
	@Scripts/setup-server
	@Benchmarks/ingest

bench-studio: setup ## what Ashlar Studio takes to show ten million rows, in a browser, beside the limits of its design (ROWS, FILE)
	@Scripts/measure-studio $(or $(ROWS),10000000) $(FILE)

bench-debug: setup ## hot reads of a debug build against a plain class
	@Benchmarks/run --debug

soak: setup ## the long forms of the crash, fault, model and observation tests, hours in all (SOAK_ROUNDS, default 200)
	@Scripts/test-example-kill $${SOAK_ROUNDS:-200}
	@if [ -d Tests/CrashTests ]; then ASHLAR_SOAK=$${SOAK_ROUNDS:-2000} $(SWIFT) test --filter 'CrashTests|ModelTests|KillTests|BlockedTypeTests|KilledWritersTests|LatePlacesTests|ObservationOracleTests'; fi

fuzz: setup ## run the fuzzers of the compiler, the descriptor reader and predicates (MINUTES each, default 10; TARGETS)
	@Fuzz/run $(TARGETS)

format: ## put all Swift sources into canonical layout
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

lint: ## check the layout, the order of folders (with the compiler), switches, words, lists, examples, that README and guide quote what is tested, and that the patches of `test-mutations` apply
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	@Scripts/check-floors --compile
	@Scripts/check-switches
	@Scripts/check-words
	@Scripts/check-logs
	@Scripts/check-quotes
	@Scripts/check-contributing
	@Scripts/test-mutations --apply
	@Scripts/doc-examples --least 40

docs: ## build the guide, the handbook and the reference of the products as web pages, .build/docs/index.html, and follow their links
	@Scripts/setup --docs
	@Scripts/docs

test-docs: ## try the pages that `make docs` built in a headless Chromium, and take screenshots, .build/docs-shots (needs chromium-driver)
	@Scripts/test-docs

clean: ## remove everything built, and the catalog
	@rm -rf .build $(CATALOG)/.build Examples/Tour/.build Examples/WeatherStation/.build Examples/Server/.build Benchmarks/.build Benchmarks/IngestBench/.build Fuzz/.build Studio/.build Tests/Publishers/.build

setup:
	@Scripts/setup

setup-tests: setup
	@Scripts/setup --tests
