package demo

import (
	"flag"
	"strings"
	"testing"

	"crownhead/config"
	"crownhead/internal/app"
)

// everyFault has each fault happen to the real binary by itself, and then a whole game with all of them: make faults.
var everyFault = flag.Bool("everyfault", false,
	"each fault on the real binary by itself, and a whole game with all of them")

// A troubledGame is played through faults, and goes on after each.
type troubledGame struct {
	faults string
	plies  int // 0: to its end
	signs  []string
}

// Signs of the faults in the journal.
const (
	wasReset   = `"link":"reset"`
	wasCut     = `"link":"down"`
	wasStopped = `"event":"estop","on":true`
	wasCleared = `"event":"estop","on":false`
	wasHeld    = `"arm":"held"`
	notHomed   = `"say":"homing_failed"`
)

// inPassing is what happens in one short game, to a line that is a little bad.
var inPassing = troubledGame{
	faults: "flip=0.002,drop=0.002,double=0.002,delay=0.002,reset@pick1,silence=3s@pick2,estop=2s@pick3,sag=0.5s@pick4,cut=3s@pick5",
	plies:  10, signs: []string{wasReset, wasHeld, wasStopped, wasCleared, wasHeld, wasCut},
}

var byItself = []troubledGame{
	{"flip=0.01,drop=0.01,double=0.01,delay=0.01", 20, nil},
	{"cut=30s@pick2", 20, []string{wasCut}},
	{"reset@pick2", 20, []string{wasReset}},
	{"silence=10s@pick2", 20, []string{wasHeld}},
	{"estop=5s@pick2", 20, []string{wasStopped, wasCleared}},
	{"sag=0.5s@pick2", 20, []string{wasHeld}},
	{"valve=2s", 20, []string{`"arm":"retry"`}},
	{"limit=base:30s@0s", 20, []string{notHomed}},
	{"reset@pick2,limit=upper:30s@pick2", 20, []string{wasReset, notHomed}},
	{"reset@pick2,limit=fore:30s@pick2", 20, []string{wasReset, notHomed}},
	{
		"flip=0.002,drop=0.002,double=0.002,delay=0.002,reset@pick1,silence=10s@pick3,estop=5s@pick5,sag=0.5s@pick7,cut=30s@pick9,reset@pick11,limit=base:30s@pick11",
		0,
		[]string{wasReset, wasHeld, wasStopped, wasCleared, wasHeld, wasCut, wasReset, notHomed},
	},
}

// After each fault a game goes on, on the real binary: the board equals the position at each hand-over, and no motion
// was wrong.
func testTroubledGames(t *testing.T, elf string) {
	games := []troubledGame{inPassing}
	if *everyFault {
		games = append(games, byItself...)
	}
	for _, game := range games {
		t.Run(game.faults, func(t *testing.T) { game.playThroughFaults(t, elf) })
	}
}

func (game troubledGame) playThroughFaults(t *testing.T, elf string) {
	components, err := app.BuildComponents(config.Default())
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Games: 1, Visitor: "random", Plies: game.plies, Seed: 1, Firmware: elf, Faults: game.faults}
	d, err := New(o, components)
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.newFastGame(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer g.closeParts()
	report, err := g.playGame()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", report)
	if !report.IsSound(game.plies == 0) || report.Plies < game.plies {
		t.Errorf("%+v", report)
	}
	if waiting, present := g.device.TimedFaults(); waiting+present > 0 {
		t.Errorf("%d faults have not come, %d are not over", waiting, present)
	}
	game.checkSigns(t, g.journal.String())
}

// checkSigns demands the faults' signs in the journal, in order.
func (game troubledGame) checkSigns(t *testing.T, journal string) {
	t.Helper()
	rest := journal
	for _, sign := range game.signs {
		var found bool
		if _, rest, found = strings.Cut(rest, sign); !found {
			t.Fatalf("no %s in its place in\n%s", sign, journal)
		}
	}
}
