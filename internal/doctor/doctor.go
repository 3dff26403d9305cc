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

// A Check is what was found about one part.
type Check struct {
	Name   string `json:"name"`
	State  State  `json:"state"`
	Detail string `json:"detail"`
	Hint   string `json:"cure"` // "" where nothing is amiss
}

// String is the check as one line of the terminal.
func (c Check) String() string {
	line := fmt.Sprintf("%-5s %-12s %s", c.State, c.Name, c.Detail)
	if c.Hint != "" {
		line += "; cure: " + c.Hint
	}
	return line
}

// A Report is all that was checked.
type Report struct {
	Checks []Check `json:"checks"`
	OK     bool    `json:"ok"` // nothing is bad
}

// NewReport sums the checks up.
func NewReport(checks []Check) Report {
	bad := slices.ContainsFunc(checks, func(c Check) bool { return c.State == Bad })
	return Report{Checks: append([]Check{}, checks...), OK: !bad}
}

func okCheck(name, detail string, args ...any) Check {
	return Check{Name: name, State: OK, Detail: fmt.Sprintf(detail, args...)}
}

// skippedCheck says that a part was left out, and why.
func skippedCheck(name, why, hint string) Check {
	return Check{name, Warn, "not checked: " + why, hint}
}

// unreachedCheck says that a part lies behind the link, which says why there is none: one reason is told once.
func unreachedCheck(name string) Check { return Check{name, Warn, "not reached: see link", ""} }
