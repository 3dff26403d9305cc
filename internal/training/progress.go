package training

import (
	"fmt"
	"io"
	"strings"

	"crownhead/engine/train/loop"
	"crownhead/internal/cli"
)

// A progressBar shows the progress of a training: as a bar on a terminal, elsewhere as a line for each tenth.
type progressBar struct {
	w     io.Writer
	drawn bool
	last  string
}

func newProgressBar(w io.Writer) *progressBar {
	return &progressBar{w: w, drawn: cli.IsTerminal(w)}
}

func (b *progressBar) showProgress(s loop.Progress) {
	if s.Note != "" {
		b.clearLine()
		fmt.Fprintln(b.w, s.Note)
	}
	if b.drawn {
		const width = 30
		fmt.Fprintf(b.w, "\rgeneration %d  %-6s %-*s %3.0f %%\x1b[K", s.Generation, s.Phase, width,
			strings.Repeat("█", int(s.Fraction*width)), 100*s.Fraction)
		return
	}
	if line := fmt.Sprintf("generation %d  %-6s %3d %%\n", s.Generation, s.Phase, int(s.Fraction*10)*10); line != b.last {
		b.last = line
		fmt.Fprint(b.w, line)
	}
}

func (b *progressBar) clearLine() {
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
