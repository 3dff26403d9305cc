package demo

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"crownhead/config"
	"crownhead/internal/app"
	"crownhead/robot/journal"
)

var unseenGames = flag.Int("unseen", 0, "so many games for each kind of what no sensor shows")

const (
	// weakArm misses and loses checkers over a bad line: what it pushes to the edge of a square reads as gone.
	weakArm = "flip=0.002,drop=0.002,miss=0.05,slip=0.02,reset@120s,cut=10s@200s"

	rareQuestions = 0.05 // a game, without a broken sensor
)

// unseenKinds are games in which sensors don't show what lies where. Of each, the games that are listed went wrong once:
// a captured checker stayed, one was pressed onto another, or the visitor was asked for ever.
var unseenKinds = []struct {
	faults  string
	level   string
	seed    uint64
	games   []int
	sensors int // that are broken
}{
	{"dead=c5", "", 5, []int{4}, 1},
	{"flicker=f4:0.1", "", 5, []int{7, 17}, 1},
	{"stuck=d4", "", 5, []int{1}, 1},
	{"dead=c5,flicker=f4:0.1,stuck=d4", "", 5, []int{10, 35}, 3},
	{"stuck=h8", "", 78, []int{25, 46}, 1},
	{"dead=c5,flicker=f4:0.1,stuck=d4,slip=0.05,reset@120s", "", 88, []int{15}, 3},
	{weakArm, "child", 4242, []int{654, 706, 765, 1113}, 0},
}

// TestUnseen plays games in which no sensor shows what lies where: at every hand-over the true board equals the game,
// the arm touches nothing, and the visitor is rarely asked. make unseen plays many.
func TestUnseen(t *testing.T) {
	for _, kind := range unseenKinds {
		t.Run(kind.faults, func(t *testing.T) {
			t.Parallel()
			components, err := app.BuildComponents(config.Default())
			if err != nil {
				t.Fatal(err)
			}
			d, err := New(Options{
				Games: 1, Visitor: "clumsy", Seed: kind.seed, Faults: kind.faults, Level: cmp.Or(kind.level, "amateur"),
			}, components)
			if err != nil {
				t.Fatal(err)
			}
			games := kind.games
			for n := range *unseenGames {
				games = append(games, n+1)
			}
			questions := 0
			for _, n := range games {
				r, err := d.PlayFast(t.Context(), n-1)
				if err != nil || r.BoardMismatches != 0 || r.MotionFaults != 0 || r.Result == "*" || !r.ReplayOK {
					t.Errorf("game %d: %+v, %v", n, r, err)
				}
				questions += r.Questions
			}
			asked := float64(questions) / float64(len(games))
			t.Logf("%d games, %.2f questions a game", len(games), asked)
			if kind.sensors == 0 && *unseenGames > 0 && asked > rareQuestions {
				t.Error("asks too often")
			}
		})
	}
}

// What is asked at a press counts once; what is said again by itself, or about another matter, doesn't.
func TestQuestionsAreCounted(t *testing.T) {
	data, err := os.ReadFile("../../robot/testdata/journals/v2/random-white.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(data), "\n")
	line := func(event, say string) string {
		return fmt.Sprintf("{\"t\":1,\"event\":%s,\"then\":{\"say\":%q}}\n", event, say)
	}
	const press, due = `"button","bits":"fff00fff"`, `"deadline","name":"name"`
	lines := header + "\n" + line(press, "which_move") + line(due, "was_it") + line(press, "which_move") +
		line(press, "your_move") + line(press, "taken_off") + line(press, "taken_off") + line(press, "doubt_extra")
	log, err := journal.ReadLog(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	if n := countQuestions(log); n != 3 {
		t.Errorf("%d questions", n)
	}
}
