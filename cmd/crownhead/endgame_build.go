package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"crownhead/config"
	"crownhead/engine/endgame"
)

// buildAnswer is the JSON of endgame build.
type buildAnswer struct {
	Folder    string  `json:"folder"`
	Tables    int     `json:"tables"`
	Positions int     `json:"positions"`
	Longest   int     `json:"longest"` // plies
	Seconds   float64 `json:"seconds"`
}

const buildHint = "--out DIR chooses a folder; what is finished is kept: the same command goes on from there"

func (f *endgameFlags) build(c *call) error {
	if f.out == "" {
		data, err := dataDir("", config.Default())
		if err != nil {
			return err
		}
		f.out = filepath.Join(data, "endgames")
	}
	bar := &buildBar{w: c.stderr, begun: time.Now()}
	if out, ok := c.stderr.(*os.File); ok {
		bar.drawn = interactive(out)
	}
	tables, err := endgame.Build(f.pieces, f.out, bar.show)
	bar.end()
	if errors.Is(err, endgame.ErrPieces) {
		return c.badUsage(fmt.Errorf("--pieces %d: want 2 to 5", f.pieces))
	}
	if err != nil {
		return badInput("endgame build", err, buildHint)
	}
	answer := buildAnswer{Folder: f.out, Seconds: time.Since(bar.begun).Seconds()}
	for _, h := range tables.Headers() {
		answer.Tables++
		answer.Positions += h.Positions
		answer.Longest = max(answer.Longest, h.Longest)
	}
	return c.print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%s: all %d positions of up to %d pieces are known and verified, the longest %s; %.0f s\n",
			answer.Folder, answer.Positions, f.pieces, plural(answer.Longest, "ply"), answer.Seconds)
	})
}

// A buildBar shows how far a build has got: as a bar on a terminal, elsewhere as a line for each finished signature.
type buildBar struct {
	w     io.Writer
	drawn bool
	begun time.Time
	kept  int // positions of the tables that were there already
}

func (b *buildBar) show(s endgame.Progress) {
	if s.Doing == endgame.Kept {
		b.kept = s.Done
	}
	part := float64(s.Done) / float64(s.All)
	if b.drawn {
		const width = 30
		done := strings.Repeat("█", int(part*width))
		fmt.Fprintf(b.w, "\r%-*s %3.0f %%  %-10s %-9s %-12s\x1b[K", width, done, 100*part, s.Doing, s.Signature, b.left(s))
		return
	}
	if s.Doing == endgame.Kept || s.Doing == endgame.Written {
		fmt.Fprintf(b.w, "%3.0f %%  %s %s\n", 100*part, s.Signature, s.Doing)
	}
}

// left is how long the rest will take if it goes on like this.
func (b *buildBar) left(s endgame.Progress) string {
	if s.Done == b.kept {
		return ""
	}
	left := time.Since(b.begun) * time.Duration(s.All-s.Done) / time.Duration(s.Done-b.kept)
	return left.Round(time.Second).String() + " left"
}

func (b *buildBar) end() {
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
