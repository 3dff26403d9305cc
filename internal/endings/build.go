package endings

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"crownhead/config"
	"crownhead/engine/endgame"
	"crownhead/internal/app"
	"crownhead/internal/cli"
)

// BuildOptions are those of crownhead endgame build.
type BuildOptions struct {
	Pieces int    // the most in a table, 2 to 5
	Out    string // folder; endgames in the user's state folder if empty
}

// buildAnswer is the JSON of crownhead endgame build.
type buildAnswer struct {
	Folder    string  `json:"folder"`
	Tables    int     `json:"tables"`
	Positions int     `json:"positions"`
	Longest   int     `json:"longest"` // plies
	Seconds   float64 `json:"seconds"`
}

const buildHint = "--out DIR chooses a folder; what is finished is kept: the same command goes on from there"

// Build builds tables of endings, verifies them and prints what they are. What is finished is kept.
func Build(o BuildOptions, out *cli.Output) error {
	if o.Out == "" {
		data, err := app.DataDir("", config.Default())
		if err != nil {
			return err
		}
		o.Out = filepath.Join(data, "endgames")
	}
	bar := &progressBar{w: out.Stderr, drawn: cli.IsTerminal(out.Stderr), begun: time.Now()}
	tables, err := endgame.Build(o.Pieces, o.Out, bar.showProgress)
	bar.clearLine()
	if errors.Is(err, endgame.ErrPieces) {
		return cli.BadUsage("--pieces %d: want 2 to 5", o.Pieces)
	}
	if err != nil {
		return cli.BadInput("endgame build", err, buildHint)
	}
	answer := buildAnswer{Folder: o.Out, Seconds: time.Since(bar.begun).Seconds()}
	for _, h := range tables.Headers() {
		answer.Tables++
		answer.Positions += h.Positions
		answer.Longest = max(answer.Longest, h.Longest)
	}
	return out.Print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%s: all %d positions of up to %d pieces are known and verified, the longest %s; %.0f s\n",
			answer.Folder, answer.Positions, o.Pieces, cli.Plural(answer.Longest, "ply"), answer.Seconds)
	})
}

// A progressBar shows how far a build is: as a bar on a terminal, elsewhere as a line for each finished signature.
type progressBar struct {
	w     io.Writer
	drawn bool
	begun time.Time
	kept  int // positions of the tables that were there already
}

func (b *progressBar) showProgress(s endgame.Progress) {
	if s.Doing == endgame.Kept {
		b.kept = s.Done
	}
	part := float64(s.Done) / float64(s.All)
	if b.drawn {
		const width = 30
		done := strings.Repeat("█", int(part*width))
		fmt.Fprintf(b.w, "\r%-*s %3.0f %%  %-10s %-9s %-12s\x1b[K", width, done, 100*part, s.Doing, s.Signature,
			b.timeLeft(s))
		return
	}
	if s.Doing == endgame.Kept || s.Doing == endgame.Written {
		fmt.Fprintf(b.w, "%3.0f %%  %s %s\n", 100*part, s.Signature, s.Doing)
	}
}

// timeLeft is how long the rest will take if it goes on like this.
func (b *progressBar) timeLeft(s endgame.Progress) string {
	if s.Done == b.kept {
		return ""
	}
	left := time.Since(b.begun) * time.Duration(s.All-s.Done) / time.Duration(s.Done-b.kept)
	return left.Round(time.Second).String() + " left"
}

func (b *progressBar) clearLine() {
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
