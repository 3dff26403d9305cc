// Package doctor checks a robot part by part and says of each how it is and what to do about it.
//
// HardwareCheck talks to the controller by a session of its own, which is why no daemon may run meanwhile. It moves
// nothing unless it is told to: Home runs to the limit switches, Pump switches pump and valve. It says what it could
// not check. One goroutine calls a HardwareCheck; the session's goroutines end with Close.
package doctor

import (
	"fmt"
	"slices"
)

// State is how a part is.
type State string

// The states. Whatever is not checked is a warning.
const (
	OK   State = "ok"
	Warn State = "warn"
	Bad  State = "bad"
)

// A Finding is what was found about one part.
type Finding struct {
	Name   string `json:"name"`
	State  State  `json:"state"`
	Detail string `json:"detail"`
	Hint   string `json:"cure"` // "" where nothing is amiss
}

// String is the finding as one line of the terminal.
func (f Finding) String() string {
	line := fmt.Sprintf("%-5s %-12s %s", f.State, f.Name, f.Detail)
	if f.Hint != "" {
		line += "; cure: " + f.Hint
	}
	return line
}

// A Report is all that was checked.
type Report struct {
	Findings []Finding `json:"checks"`
	OK       bool      `json:"ok"` // nothing is bad
}

// NewReport sums the findings up.
func NewReport(findings []Finding) Report {
	bad := slices.ContainsFunc(findings, func(f Finding) bool { return f.State == Bad })
	return Report{Findings: append([]Finding{}, findings...), OK: !bad}
}

func okFinding(name, detail string, args ...any) Finding {
	return Finding{Name: name, State: OK, Detail: fmt.Sprintf(detail, args...)}
}

// skippedFinding says that a part was left out, and why.
func skippedFinding(name, why, hint string) Finding {
	return Finding{name, Warn, "not checked: " + why, hint}
}

// unreachedFinding says that a part lies behind the link, which says why there is none: one reason is told once.
func unreachedFinding(name string) Finding { return Finding{name, Warn, "not reached: see link", ""} }
