package twin

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A TroubleKind is what goes wrong at some time and is over after a while.
type TroubleKind uint8

// The kinds of troubles.
const (
	LineCut         TroubleKind = iota // nothing passes the line
	HostSilent                         // nothing that the host says arrives
	ControllerReset                    // it starts anew
	EstopIn                            // the emergency button is pressed and stays in
	SupplySags                         // the motors' supply is too low
	LimitOpen                          // a limit switch doesn't close
)

// saggedMv is what is left of the motors' supply then.
const saggedMv = 9000

// A Trouble is one of them. It begins at its time or, in mid-move, when the arm carries the Pick-th checker that it picks up.
type Trouble struct {
	Kind  TroubleKind
	Joint int           // of a limit switch
	At    time.Duration // if Pick is 0
	Pick  int
	For   time.Duration
}

// troubles are those to come and those that have begun, with their ends.
type troubles struct {
	waiting []Trouble
	present []Trouble // At is when they are over
}

// due moves on to the present, and returns what begins now and what is over.
func (t *troubles) due(now time.Duration, w *World) (changed []Trouble) {
	t.waiting = slices.DeleteFunc(t.waiting, func(x Trouble) bool {
		if !x.begins(now, w) {
			return false
		}
		changed = append(changed, x)
		if x.For > 0 {
			x.At = now + x.For
			t.present = append(t.present, x)
		}
		return true
	})
	t.present = slices.DeleteFunc(t.present, func(x Trouble) bool {
		if x.At > now {
			return false
		}
		changed = append(changed, x)
		return true
	})
	return changed
}

func (x Trouble) begins(now time.Duration, w *World) bool {
	if x.Pick == 0 {
		return x.At <= now
	}
	return w.counts.Picks >= x.Pick && w.carries()
}

// has tells that a kind of trouble is present.
func (t *troubles) has(kind TroubleKind, joint int) bool {
	return slices.ContainsFunc(t.present, func(x Trouble) bool { return x.Kind == kind && x.Joint == joint })
}

// next is when one begins or is over, as far as the clock says it.
func (t *troubles) next(otherwise time.Duration) time.Duration {
	for _, x := range t.waiting {
		if x.Pick == 0 {
			otherwise = min(otherwise, x.At)
		}
	}
	for _, x := range t.present {
		otherwise = min(otherwise, x.At)
	}
	return otherwise
}

// errSpell is that a time cannot be read.
var errSpell = errors.New("wanted how long and when")

// readSpell reads how long and when, "20s@90s" or "5s@pick2".
func readSpell(name string, kind TroubleKind) func(*Faults, string) error {
	return func(f *Faults, value string) error {
		t, err := spell(kind, value)
		if err != nil {
			return fmt.Errorf("%w after %q, as in %s20s@90s or %[2]s5s@pick2", err, name+"=", name+"=")
		}
		f.Troubles = append(f.Troubles, t)
		return nil
	}
}

func spell(kind TroubleKind, value string) (Trouble, error) {
	length, at, _ := strings.Cut(value, "@")
	lasts, err := readTime(length)
	t, when := moment(kind, at)
	if err != nil || when != nil || lasts == 0 {
		return Trouble{}, errSpell
	}
	t.For = lasts
	return t, nil
}

// moment reads when a trouble begins.
func moment(kind TroubleKind, value string) (Trouble, error) {
	t := Trouble{Kind: kind}
	number, mid := strings.CutPrefix(value, "pick")
	if !mid {
		var err error
		t.At, err = readTime(value)
		return t, err
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if err == nil && n == 0 {
		err = errors.New("picks are counted from 1")
	}
	t.Pick = int(n)
	return t, err
}

func readReset(f *Faults, value string) error {
	t, err := moment(ControllerReset, value)
	if err != nil {
		return errors.New(`wanted when after "reset@", as in reset@90s or reset@pick2`)
	}
	f.Troubles = append(f.Troubles, t)
	return nil
}

// jointNames are what limit switches go by.
var jointNames = []string{"base", "upper", "fore"}

func readLimit(f *Faults, value string) error {
	name, rest, _ := strings.Cut(value, ":")
	t, err := spell(LimitOpen, rest)
	if t.Joint = slices.Index(jointNames, name); t.Joint < 0 || err != nil {
		return errors.New(`wanted base, upper or fore, how long and when after "limit=", as in limit=base:20s@90s`)
	}
	f.Troubles = append(f.Troubles, t)
	return nil
}

// readTime reads a time like "90s" or "1m30s"; a bare number is in seconds.
func readTime(s string) (time.Duration, error) {
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		s += "s"
	}
	d, err := time.ParseDuration(s)
	if err == nil && d < 0 {
		err = fmt.Errorf("%s is negative", s)
	}
	return d, err
}
