# crownhead: `make run` starts the virtual robot and prints the page's address, `make test` runs every check.
SHELL := /bin/bash
GO ?= go
BIN := bin/crownhead
ARGS ?=

.PHONY: run build test check unit cross tidy bench docs fuzz

run: build
	$(BIN) run --twin $(ARGS)

# Sound wants a C compiler and ALSA's headers; where they are not to be had the robot is silent, and says so.
build: need-go need-sound
	@if pkg-config --exists alsa 2>/dev/null && command -v gcc >/dev/null; then set -x; CGO_ENABLED=1 $(GO) build -tags alsa -o $(BIN) ./cmd/crownhead; \
	else set -x; CGO_ENABLED=0 $(GO) build -o $(BIN) ./cmd/crownhead; fi

.PHONY: need-go need-sound need-test
need-go:
	@scripts/need git=git
	@command -v $(GO) >/dev/null || { echo "make: Go 1.26 or newer is needed: https://go.dev/dl" >&2; exit 1; }

need-sound:
	@[ "$$(uname -s)" != Linux ] || scripts/need gcc="gcc libc6-dev" pkg-config=pkg-config lib:alsa=libasound2-dev || echo "make: without sound, then"

# The race detector needs a C compiler; the voice needs a sound server to be heard by; the browser tests
# need Chromium, and a font to see the words.
need-test: need-go
	@scripts/need gcc="gcc libc6-dev" avr-gcc="gcc-avr avr-libc binutils-avr" cppcheck=cppcheck lib:simavr=libsimavr-dev lib:libelf=libelf-dev chromium="chromium fonts-dejavu-core" \
		pkg-config=pkg-config lib:alsa=libasound2-dev pulseaudio=pulseaudio parec=pulseaudio-utils \
		'/usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so=libasound2-plugins'

test: need-test check cross unit
	@echo "all checks passed"

check:
	@files=$$($(GO) tool gofumpt -l .); [ -z "$$files" ] || { echo "not formatted (go tool gofumpt -w .):"; echo "$$files"; exit 1; }
	$(GO) mod tidy -diff
	$(GO) vet -tags alsa ./...
	$(GO) tool staticcheck -tags alsa ./...
	$(MAKE) -s -C firmware all lint

# Compiled, not run: these systems are not at hand where the tests run.
cross:
	GOOS=windows GOARCH=amd64 CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/crownhead
	GOOS=linux GOARCH=arm64 CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/crownhead

# Real processes, pseudo-terminals, sound and the browser come last and one at a time: they play in real time.
LIVE := ./face/voice ./web/... ./internal/doctor ./cmd/...
# Without the race detector: long games in virtual time, one thread's work, which it would make eight times as slow, and
# scripts that start the program some hundred times. It sees the same code in shorter tests.
UNRACED := ^Test(Scripts|Firmware|BoardOutOfPlace|LinkTooLong|OneSeedIsOneRun|CalibrationShowsInTheGame|SignTurned|Scene33Drift|CablePulledInMidMove|OperatorPauses|GameInVirtualTime|Soak|Unseen)$$
unit:
	$(GO) test -race -timeout 12m -skip '$(UNRACED)' $$($(GO) list ./... | grep -v -e crownhead/face/voice -e crownhead/web -e crownhead/internal/doctor -e crownhead/cmd)
	$(GO) test -run '^TestFromNothing$$' ./engine/train/nets
	$(GO) test -tags alsa -timeout 12m -run '$(UNRACED)' ./robot ./internal/demo ./internal/calibration
	$(GO) test -tags alsa -timeout 12m -run '$(UNRACED)' ./cmd/crownhead
	CHROMIUM_REQUIRED=1 PULSEAUDIO_REQUIRED=1 $(GO) test -tags alsa -race -timeout 12m -p 1 -skip '$(UNRACED)' $(LIVE)

# The daemon killed, the controller reset and the cable cut, 300 times each, in games eight times as fast as real
# ones. Broken off, it goes on from its figures; make kills FIGURES=file keeps them elsewhere.
FIGURES ?= $(CURDIR)/kills.json
.PHONY: kills
kills: need-test
	$(GO) test ./cmd/crownhead -run '^TestKills$$' -v -timeout 3h -killpace 8 -kills 300 -resets 300 -cuts 300 -killfigures $(FIGURES)

# A thousand games in which moves are taken back at any time: every checker comes back to where it was.
.PHONY: takebacks
takebacks: need-go
	$(GO) test ./internal/demo -run '^TestTakebacksRestoreBodies$$' -v -timeout 1h -takebacks 1000

# Games of every kind in which no sensor shows what lies where: the true board equals the game at each hand-over.
UNSEEN ?= 200
.PHONY: unseen
unseen: need-go
	$(GO) test ./internal/demo -run '^TestUnseen$$' -v -timeout 3h -unseen $(UNSEEN)

# A hundred games of a daemon whose terminal is stopped and let go at random.
.PHONY: terminal
terminal: need-test
	$(GO) test ./cmd/crownhead -run '^TestTerminalStopsAndGoesOn$$' -v -timeout 4h -terminalgames 100 -killpace 16

# Three days of virtual time with every fault.
.PHONY: soak
soak: need-go
	$(GO) test ./internal/demo -run '^TestSoak$$' -v -timeout 2h -soak 72h

# A minute in which both ways of the simulated controller's line are full and its joints run at full speed.
.PHONY: load
load: need-test
	$(GO) test ./firmware/ctest -run '^TestFullDuplex$$' -v -load 60s

# The controller's real binary through each fault, and through a whole game with all of them.
.PHONY: faults
faults: need-test
	$(GO) test ./internal/demo -run '^TestFirmware$$/^troubled$$' -v -timeout 2h -everyfault

bench: need-go
	$(GO) test -run '^$$' -bench . -benchmem ./...

# Each fuzz target for a while: make fuzz TIME=1m
TIME ?= 20s
fuzz: need-go
	@for pkg in $$($(GO) list ./...); do for f in $$($(GO) test -list '^Fuzz' $$pkg | grep ^Fuzz); do \
		echo "$$pkg $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(TIME) $$pkg || exit 1; done; done

# Documents that are made from the code.
docs:
	scripts/notice > NOTICE
	$(GO) test ./config ./face ./robot/turn ./firmware/wiring ./engine/net ./engine/train/chart ./internal/daemon ./internal/architecture -run 'Docs|Pictures' -update
