package config

import (
	"fmt"
	"slices"
	"strings"
)

// A Fault is one thing wrong with a configuration file: where it stands, what is wrong and how to mend it.
type Fault struct {
	Line    int    `json:"line"` // 1-based, as is the column; 0 when the option is not in the file
	Column  int    `json:"column"`
	Path    string `json:"path"` // such as arm.board.centre_x; "" for the file itself
	Problem string `json:"problem"`
	Hint    string `json:"hint"`
}

func (f Fault) String() string {
	var b strings.Builder
	if f.Line > 0 {
		fmt.Fprintf(&b, "line %d, column %d: ", f.Line, f.Column)
	}
	if f.Path != "" {
		fmt.Fprintf(&b, "%s: ", f.Path)
	}
	b.WriteString(f.Problem)
	if f.Hint != "" {
		fmt.Fprintf(&b, " (%s)", f.Hint)
	}
	return b.String()
}

// Faults are all things wrong with one file, in the order of its lines.
type Faults []Fault

func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// err returns the faults sorted by place, or nil when there are none.
func (fs Faults) err() error {
	if len(fs) == 0 {
		return nil
	}
	slices.SortStableFunc(fs, func(a, b Fault) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return fs
}
