package twin

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Faults are the troubles that the virtual robot is given. Their times count from when it was switched on.
type Faults struct {
	Flip   float64         // chance per byte, both directions, that one random bit is flipped
	Drop   float64         // chance per byte, both directions, that it is lost
	Cuts   []Cut           // times for which the line is dead
	Resets []time.Duration // times at which the controller is reset
	Miss   float64         // chance that a pick fails
	Slip   float64         // chance that a checker falls from the nozzle on its way

	Sensors SensorFaults
}

// A Cut is a time for which nothing passes the line.
type Cut struct{ From, For time.Duration }

// A faultKind is one fault as it is written: its name, and what follows that.
type faultKind struct {
	name, form string
	read       func(f *Faults, value string) error
}

// faultKinds are all the faults there are.
func faultKinds() []faultKind {
	return []faultKind{
		{"flip", "=P", chance("flip", func(f *Faults) *float64 { return &f.Flip })},
		{"drop", "=P", chance("drop", func(f *Faults) *float64 { return &f.Drop })},
		{"cut", "=DUR@T", readCut},
		{"reset", "@T", readReset},
		{"miss", "=P", chance("miss", func(f *Faults) *float64 { return &f.Miss })},
		{"slip", "=P", chance("slip", func(f *Faults) *float64 { return &f.Slip })},
		{"dead", "=SQ", readSensor("dead", func(f *Faults) *uint32 { return &f.Sensors.Dead })},
		{"stuck", "=SQ", readSensor("stuck", func(f *Faults) *uint32 { return &f.Sensors.Stuck })},
		{"flicker", "=SQ:P", readFlicker},
	}
}

// FaultForms lists how faults are written, for a person.
func FaultForms() string {
	kinds := faultKinds()
	forms := make([]string, len(kinds))
	for i, k := range kinds {
		forms[i] = k.name + k.form
	}
	return strings.Join(forms, ", ")
}

// ParseFaults reads comma-separated faults like "flip=0.002,cut=20s@90s,cut=5s@2m,miss=0.05".
func ParseFaults(spec string) (Faults, error) {
	var f Faults
	if strings.TrimSpace(spec) == "" {
		return f, nil
	}
	for part := range strings.SplitSeq(spec, ",") {
		if err := f.add(strings.TrimSpace(part)); err != nil {
			return Faults{}, fmt.Errorf("twin: reading fault %q: %w", part, err)
		}
	}
	return f, nil
}

// add reads one fault.
func (f *Faults) add(part string) error {
	name, value := part, ""
	if i := strings.IndexAny(part, "=@"); i >= 0 {
		name, value = part[:i], part[i:]
	}
	for _, k := range faultKinds() {
		if k.name != name {
			continue
		}
		if after, ok := strings.CutPrefix(value, k.form[:1]); ok {
			return k.read(f, after)
		}
		return fmt.Errorf("it is written %s%s", k.name, k.form)
	}
	return fmt.Errorf("no such fault; there are %s", FaultForms())
}

func chance(name string, field func(*Faults) *float64) func(*Faults, string) error {
	return func(f *Faults, value string) error {
		p, err := strconv.ParseFloat(value, 64)
		if err != nil || math.IsNaN(p) || p < 0 || p > 1 {
			return fmt.Errorf("wanted a chance from 0 to 1 after %q, as in %s=0.01", name+"=", name)
		}
		*field(f) = p
		return nil
	}
}

func readCut(f *Faults, value string) error {
	length, at, _ := strings.Cut(value, "@")
	lasts, err := readTime(length)
	from, err2 := readTime(at)
	if err != nil || err2 != nil || lasts == 0 {
		return fmt.Errorf(`wanted how long and when after "cut=", as in cut=20s@90s`)
	}
	f.Cuts = append(f.Cuts, Cut{From: from, For: lasts})
	return nil
}

func readReset(f *Faults, value string) error {
	at, err := readTime(value)
	if err != nil {
		return fmt.Errorf(`wanted when after "reset@", as in reset@90s`)
	}
	f.Resets = append(f.Resets, at)
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
