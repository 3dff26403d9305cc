package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// A stage is how far a training has got.
type stage struct {
	Generation int
	Doing      string
	Part       float64 // of what is being done, 0 to 1
	Note       string  // something that the operator should know, else ""
}

// A trainBar shows stages: as a bar on a terminal, elsewhere as a line for each tenth.
type trainBar struct {
	w     io.Writer
	drawn bool
	last  string
}

func newTrainBar(w io.Writer) *trainBar {
	out, ok := w.(*os.File)
	return &trainBar{w: w, drawn: ok && interactive(out)}
}

func (b *trainBar) show(s stage) {
	if s.Note != "" {
		b.end()
		fmt.Fprintln(b.w, s.Note)
	}
	if b.drawn {
		const width = 30
		fmt.Fprintf(b.w, "\rgeneration %d  %-6s %-*s %3.0f %%\x1b[K", s.Generation, s.Doing, width, strings.Repeat("█", int(s.Part*width)), 100*s.Part)
		return
	}
	if line := fmt.Sprintf("generation %d  %-6s %3d %%\n", s.Generation, s.Doing, int(s.Part*10)*10); line != b.last {
		b.last = line
		fmt.Fprint(b.w, line)
	}
}

func (b *trainBar) end() {
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
