package board

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// Another program can be asked for the moves of many positions:
//
//	go test ./board -run '^TestAgreement$' -v -against 'COMMAND' -positions 1000000
//
// The program reads positions of 33 characters, one a line: W or B for the side to move, then the squares 1 to
// 32 as w, b, W, B (the kings) or e. For each it writes a line with the moves, captures with every captured
// square, and K behind a man that becomes a king: " 21-17 10x3x7K 10x17x14". The order doesn't matter.
var (
	against   = flag.String("against", "", "a program whose moves are compared with ours")
	positions = flag.Int("positions", 1_000_000, "how many positions are compared with the other program's")
)

func TestAgreement(t *testing.T) {
	if *against == "" {
		t.Skip("no other program: -against COMMAND")
	}
	words := strings.Fields(*against)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	asked := make(chan Position, 1024)
	go ask(in, asked)
	a := agreement{answers: bufio.NewScanner(out)}
	a.answers.Buffer(nil, 1<<20)
	start := time.Now()
	for p := range asked {
		if !a.compare(t, p) {
			cancel()
			break
		}
	}
	for range asked { // until nothing is written to it any more
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	each := 1 / float64(max(1, a.positions))
	t.Logf("%d positions, %d with a capture, %.1f pieces and %.1f kings each, %d outcomes, the longest capture of %d: %d differ; %.0f s",
		a.positions, a.captures, float64(a.pieces)*each, float64(a.kings)*each, a.outcomes, a.longest, a.differ, time.Since(start).Seconds())
}

// ask sends positions to the other program and tells of each.
func ask(in io.WriteCloser, asked chan<- Position) {
	defer close(asked)
	defer in.Close()
	w := bufio.NewWriter(in)
	rng := rand.New(rand.NewPCG(1, 2))
	played := Start()
	for i := range *positions {
		p := randomKings(rng)
		if i%3 == 0 {
			p, played = played, onward(rng, played)
		}
		if _, err := fmt.Fprintln(w, p.hub()); err != nil {
			return
		}
		if i%256 == 255 && w.Flush() != nil {
			return
		}
		asked <- p
	}
	w.Flush()
}

// randomKings puts up to twelve pieces of each side anywhere; most are kings.
func randomKings(rng *rand.Rand) Position {
	p := Position{Turn: Color(rng.IntN(2))}
	share := 1 - rng.Float64()*rng.Float64()
	squares := rng.Perm(32)
	white, black := 1+rng.IntN(12), 1+rng.IntN(12)
	for i, s := range squares[:white+black] {
		bit := Square(s).Bit()
		side := Black
		if i < white {
			side = White
			p.White |= bit
		} else {
			p.Black |= bit
		}
		if bit&promotionRank[side] != 0 || rng.Float64() < share {
			p.Kings |= bit
		}
	}
	return p
}

// onward is a random move further, from the start again after a game's end and, because kings alone hardly ever
// end one, sometimes before it.
func onward(rng *rand.Rand, p Position) Position {
	moves := p.Moves()
	if len(moves) == 0 || rng.IntN(200) == 0 {
		return Start()
	}
	return p.Play(moves[rng.IntN(len(moves))])
}

// hub writes the position as the other program reads it.
func (p Position) hub() string {
	text := []byte{"WB"[p.Turn]}
	for n := 1; n <= 32; n++ {
		text = append(text, "ewWbB"[p.PieceAt(SquareNumbered(n))])
	}
	return string(text)
}

// An agreement counts what was compared.
type agreement struct {
	answers                                                       *bufio.Scanner
	positions, captures, kings, pieces, outcomes, longest, differ int
}

// compare reads the answer to a position and reports whether another may follow.
func (a *agreement) compare(t *testing.T, p Position) bool {
	t.Helper()
	if !a.answers.Scan() {
		t.Errorf("%s: no answer: %v", p.hub(), a.answers.Err())
		return false
	}
	theirs := strings.Fields(a.answers.Text())
	var ours []string
	for _, m := range p.Moves() {
		ours = append(ours, hubMove(p, m))
		a.longest = max(a.longest, m.Captured.Len())
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	a.positions++
	a.kings += p.Kings.Len()
	a.pieces += p.Occupied().Len()
	a.outcomes += len(ours)
	if p.CanCapture() {
		a.captures++
	}
	if !slices.Equal(ours, theirs) {
		a.differ++
		if a.differ <= 20 {
			t.Errorf("%s %s\n ours   %v\n theirs %v", p.hub(), p.FEN(), ours, theirs)
		}
	}
	return true
}

func hubMove(p Position, m Move) string {
	separator, crown := "-", ""
	if m.IsCapture() {
		separator = "x"
	}
	if p.Promotes(m) {
		crown = "K"
	}
	text := fmt.Sprint(m.From.Number(), separator, m.To.Number())
	var captured []int
	for _, s := range m.Captured.Squares() {
		captured = append(captured, s.Number())
	}
	slices.Sort(captured)
	for _, n := range captured {
		text += fmt.Sprint("x", n)
	}
	return text + crown
}
