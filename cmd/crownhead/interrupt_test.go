package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/config"
	"crownhead/robot"
	"crownhead/robot/journal"
)

// A run that is interrupted tells what was played, and begins no game any more.
func TestDemoInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	d := &demoRun{demoOptions: demoOptions{games: 1000}}
	reports, err := d.playAll(ctx, func(ctx context.Context, n int) (gameReport, error) {
		if n < 5 {
			return gameReport{Result: "2-0"}, nil
		}
		interrupt()
		<-ctx.Done()
		return gameReport{}, fmt.Errorf("starting: %w", ctx.Err())
	})
	if err != nil || len(reports) < 6 || len(reports) > 100 {
		t.Fatalf("%d reports, %v", len(reports), err)
	}
	if reports[4].Result != "2-0" || reports[len(reports)-1].Result != "*" {
		t.Errorf("reports %+v", reports)
	}
}

// What was played of a game that is broken off in virtual time is told and kept.
func TestDemoFastInterrupted(t *testing.T) {
	p, err := newPlant(config.Default())
	if err != nil {
		t.Fatal(err)
	}
	d := &demoRun{demoOptions: demoOptions{games: 1, visitor: "random", data: t.TempDir(), seed: 1}, plant: p, start: board.Start()}
	g := &fastGame{journal: &journal.Memory{}}
	g.ctx, g.leave = context.WithCancelCause(t.Context())
	defer g.close()
	if err := g.build(d, 0); err != nil {
		t.Fatal(err)
	}
	g.run.Done = func(s robot.Snapshot) bool {
		if len(s.Moves) == 2 {
			g.leave(nil)
		}
		return d.done(s)
	}
	report, err := d.play(g, 0)
	if err != nil || report.Result != "*" || !report.ReplayOK || report.Seconds == 0 {
		t.Errorf("%+v, %v", report, err)
	}
	kept, err := os.ReadFile(filepath.Join(d.data, "game-0001.jsonl"))
	if err != nil || !strings.HasPrefix(string(kept), `{"log":"crownhead/1"`) {
		t.Errorf("kept %.60q, %v", kept, err)
	}
}

// An error may quote a megabyte; people want to read the beginning and the end of it.
func TestClip(t *testing.T) {
	long := "line one\n" + strings.Repeat("ж", 1<<20) + " is wrong\nline three"
	got := clip(long)
	if !strings.HasPrefix(got, "line one\nжж") || !strings.HasSuffix(got, "ж is wrong\nline three") || len(got) > 1200 {
		t.Errorf("%d bytes: %.100s", len(got), got)
	}
	if short := "a: b\nc"; clip(short) != short {
		t.Errorf("%q became %q", short, clip(short))
	}
}

// Of a virtual robot that has ended, people want to read what it said last.
func TestLastWords(t *testing.T) {
	child := &twinChild{}
	if got := child.gone(); got.Error() != errTwinEnded.Error() {
		t.Errorf("%v", got)
	}
	for _, said := range []string{strings.Repeat("12:00 WRN noise\n", 500), "crownhead: twin: the board is ", "dead\nhint: start it again\n"} {
		fmt.Fprint(&child.words, said)
	}
	if got, want := child.gone().Error(), errTwinEnded.Error()+": twin: the board is dead"; got != want || len(child.words) > 2000 {
		t.Errorf("%d bytes: %s, want %s", len(child.words), got, want)
	}
}
