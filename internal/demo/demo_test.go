package demo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/config"
	"crownhead/firmware/twin/witness"
	"crownhead/internal/app"
	"crownhead/robot"
)

// A move that a person makes because the arm has failed for good is help, though nothing was ever picked up.
func TestArmThatNeverMoves(t *testing.T) {
	journal, err := os.ReadFile("../../robot/testdata/journals/v2/random-white.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(journal), "\n")
	failed := `{"t":1,"event":"arm","arm":"fault","step":0,"then":{"say":"arm_fault"}}`
	r, err := reportOn([]byte(header+"\n"+failed+"\n"), witness.Counts{})
	if err != nil || r.Helps != 1 || r.IsSound(false) {
		t.Errorf("%+v, %v", r, err)
	}
}

// A run that is interrupted tells what was played, and begins no game any more.
func TestDemoInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	d := &Demo{Options: Options{Games: 1000}}
	reports, err := d.playAll(ctx, func(ctx context.Context, n int) (Report, error) {
		if n < 5 {
			return Report{Result: "2-0"}, nil
		}
		interrupt()
		<-ctx.Done()
		return Report{}, fmt.Errorf("starting: %w", ctx.Err())
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
	p, err := app.BuildComponents(config.Default())
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(Options{Games: 1, Visitor: "random", Data: t.TempDir(), Seed: 1}, p)
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.newFastGame(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer g.closeParts()
	g.run.Done = func(s robot.Snapshot) bool {
		if len(s.Moves) == 2 {
			g.leave(nil)
		}
		return d.isDone(s)
	}
	report, err := g.playGame()
	if err != nil || report.Result != "*" || !report.ReplayOK || report.Seconds == 0 {
		t.Errorf("%+v, %v", report, err)
	}
	kept, err := os.ReadFile(filepath.Join(d.Data, "game-0001.jsonl"))
	if err != nil || !strings.HasPrefix(string(kept), `{"log":"crownhead/1"`) {
		t.Errorf("kept %.60q, %v", kept, err)
	}
}
