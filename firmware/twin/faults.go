package twin

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Faults are the troubles that the virtual robot is given. Their times count from when it was switched on.
type Faults struct {
	Flip   float64 // chance per byte, both directions, that one random bit is flipped
	Drop   float64 // chance per byte, both directions, that it is lost
	Double float64 // chance per byte, both directions, that it arrives twice
	Delay  float64 // chance per byte, both directions, that it is held up, and all behind it
	Miss   float64 // chance that a pick fails
	Slip   float64 // chance that a checker falls from the nozzle on its way

	Troubles []Trouble
	Sensors  SensorFaults
}

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
		{"cut", "=DUR@T", readSpell("cut", LineCut)},
		{"reset", "@T", readReset},
		{"miss", "=P", chance("miss", func(f *Faults) *float64 { return &f.Miss })},
		{"slip", "=P", chance("slip", func(f *Faults) *float64 { return &f.Slip })},
		{"dead", "=SQ", readSensor("dead", func(f *Faults) *uint32 { return &f.Sensors.Dead })},
		{"stuck", "=SQ", readSensor("stuck", func(f *Faults) *uint32 { return &f.Sensors.Stuck })},
		{"flicker", "=SQ:P", readFlicker},
		{"double", "=P", chance("double", func(f *Faults) *float64 { return &f.Double })},
		{"delay", "=P", chance("delay", func(f *Faults) *float64 { return &f.Delay })},
		{"silence", "=DUR@T", readSpell("silence", HostSilent)},
		{"estop", "=DUR@T", readSpell("estop", EstopIn)},
		{"sag", "=DUR@T", readSpell("sag", SupplySags)},
		{"limit", "=JOINT:DUR@T", readLimit},
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

// ParseFaults reads comma-separated faults like "flip=0.002,cut=20s@90s,estop=5s@pick2,miss=0.05".
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
