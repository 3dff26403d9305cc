package config

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// A Fault is one thing wrong with a configuration file: where it is, what is wrong, and how to fix it.
type Fault struct {
	Line    int    `json:"line"` // from 1, like the column; 0 if the option is not in the file
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

// Faults are all faults of one file, in the order of its lines.
type Faults []Fault

func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// sortedError returns the faults sorted by place, nil if there are none.
func (fs Faults) sortedError() error {
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

func newFault(n *yaml.Node, path, problem, hint string) Fault {
	return Fault{Line: n.Line, Column: n.Column, Path: path, Problem: problem, Hint: hint}
}

// suggestName returns a hint with the name that was probably meant, or with all names that exist here.
func suggestName(wrong string, known []string) string {
	best, least := "", 2+len(wrong)/3
	for _, k := range known {
		if d := editDistance(strings.ToLower(wrong), k); d < least {
			best, least = k, d
		}
	}
	if best != "" {
		return didYouMean + best + "?"
	}
	return "known here: " + strings.Join(known, ", ")
}

const didYouMean = "did you mean "

// editDistance returns the Levenshtein distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
