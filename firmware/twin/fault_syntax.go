package twin

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
)

// FaultSyntax lists for people how faults are written.
func FaultSyntax() string {
	forms := faultForms()
	list := make([]string, len(forms))
	for i, k := range forms {
		list[i] = k.name + k.form
	}
	return strings.Join(list, ", ")
}

// ParseFaults reads comma-separated faults like "flip=0.002,cut=20s@90s,estop=5s@pick2,miss=0.05".
func ParseFaults(spec string) (FaultConfig, error) {
	var f FaultConfig
	if strings.TrimSpace(spec) == "" {
		return f, nil
	}
	for part := range strings.SplitSeq(spec, ",") {
		if err := f.parseFault(strings.TrimSpace(part)); err != nil {
			return FaultConfig{}, fmt.Errorf("twin: reading fault %q: %w", part, err)
		}
	}
	return f, nil
}

// parseFault reads one fault.
func (f *FaultConfig) parseFault(part string) error {
	name, value := part, ""
	if i := strings.IndexAny(part, "=@"); i >= 0 {
		name, value = part[:i], part[i:]
	}
	for _, k := range faultForms() {
		if k.name != name {
			continue
		}
		separator := k.form[:1] // "=" or "@"
		if after, ok := strings.CutPrefix(value, separator); ok {
			return k.read(f, after)
		}
		return fmt.Errorf("it is written %s%s", k.name, k.form)
	}
	return fmt.Errorf("no such fault; there are %s", FaultSyntax())
}

// A faultForm is how one fault is written: its name, and what follows that.
type faultForm struct {
	name, form string
	read       func(f *FaultConfig, value string) error
}

// faultForms lists every fault that can be injected.
func faultForms() []faultForm {
	return []faultForm{
		{"flip", "=P", readChance("flip", func(f *FaultConfig) *float64 { return &f.Flip })},
		{"drop", "=P", readChance("drop", func(f *FaultConfig) *float64 { return &f.Drop })},
		{"cut", "=DUR@T", readWindow("cut", LineCut)},
		{"reset", "@T", readReset},
		{"miss", "=P", readChance("miss", func(f *FaultConfig) *float64 { return &f.PickMiss })},
		{"slip", "=P", readChance("slip", func(f *FaultConfig) *float64 { return &f.TransitDrop })},
		{"dead", "=SQ", readSensor("dead", func(f *FaultConfig) *uint32 { return &f.Sensors.Dead })},
		{"stuck", "=SQ", readSensor("stuck", func(f *FaultConfig) *uint32 { return &f.Sensors.Stuck })},
		{"flicker", "=SQ:P", readFlicker},
		{"valve", "=DUR", readValve},
		{"double", "=P", readChance("double", func(f *FaultConfig) *float64 { return &f.Duplicate })},
		{"delay", "=P", readChance("delay", func(f *FaultConfig) *float64 { return &f.Delay })},
		{"silence", "=DUR@T", readWindow("silence", HostSilent)},
		{"estop", "=DUR@T", readWindow("estop", EstopIn)},
		{"sag", "=DUR@T", readWindow("sag", SupplySag)},
		{"limit", "=JOINT:DUR@T", readLimit},
	}
}

// readChance reads the chance after "flip=", "drop=" and so on.
func readChance(name string, target func(*FaultConfig) *float64) func(*FaultConfig, string) error {
	return func(f *FaultConfig, value string) error {
		p, err := parseChance(value)
		if err != nil {
			return fmt.Errorf("wanted a chance from 0 to 1 after %q, as in %s=0.01", name+"=", name)
		}
		*target(f) = p
		return nil
	}
}

// readValve reads the duration after "valve=".
func readValve(f *FaultConfig, value string) error {
	late, err := parseTime(value)
	if err != nil {
		return errors.New(`wanted how late a checker leaves the nozzle after "valve=", as in valve=2s`)
	}
	f.ReleaseDelay = late
	return nil
}

// readSensor reads the square after "dead=" or "stuck=" into a set of places.
func readSensor(name string, set func(*FaultConfig) *uint32) func(*FaultConfig, string) error {
	return func(f *FaultConfig, value string) error {
		sq, err := board.ParseSquare(value)
		if err != nil {
			return fmt.Errorf("wanted a square after %q, as in %s=d4: %w", name+"=", name, err)
		}
		*set(f) |= 1 << groundtruth.PlaceOf(sq, board.White)
		return nil
	}
}

// readFlicker reads what follows "flicker=".
func readFlicker(f *FaultConfig, value string) error {
	name, chance, _ := strings.Cut(value, ":")
	sq, err := board.ParseSquare(name)
	p, chanceErr := parseChance(chance)
	if err != nil || chanceErr != nil {
		return errors.New(`wanted a square and a chance from 0 to 1 after "flicker=", as in flicker=d4:0.2`)
	}
	f.Sensors.Flicker[groundtruth.PlaceOf(sq, board.White)] = p
	return nil
}

// readWindow reads a duration and a start, as in "20s@90s" or "5s@pick2".
func readWindow(name string, kind TimedFaultKind) func(*FaultConfig, string) error {
	return func(f *FaultConfig, value string) error {
		t, err := parseWindow(kind, value)
		if err != nil {
			return fmt.Errorf("%w after %q, as in %s20s@90s or %[2]s5s@pick2", err, name+"=", name+"=")
		}
		f.Timed = append(f.Timed, t)
		return nil
	}
}

// readReset reads what follows "reset@".
func readReset(f *FaultConfig, value string) error {
	t, err := parseStart(ControllerReset, value)
	if err != nil {
		return errors.New(`wanted when after "reset@", as in reset@90s or reset@pick2`)
	}
	f.Timed = append(f.Timed, t)
	return nil
}

// jointNames are the names of the joints in "limit=".
var jointNames = []string{"base", "upper", "fore"}

// readLimit reads what follows "limit=".
func readLimit(f *FaultConfig, value string) error {
	name, rest, _ := strings.Cut(value, ":")
	t, err := parseWindow(SwitchStuckOpen, rest)
	if t.Joint = slices.Index(jointNames, name); t.Joint < 0 || err != nil {
		return errors.New(`wanted base, upper or fore, how long and when after "limit=", as in limit=base:20s@90s`)
	}
	f.Timed = append(f.Timed, t)
	return nil
}

// errWindow says what a duration and a start must look like.
var errWindow = errors.New("wanted how long and when")

// parseWindow parses a duration and a start, as in "20s@90s".
func parseWindow(kind TimedFaultKind, value string) (TimedFault, error) {
	duration, at, _ := strings.Cut(value, "@")
	lasts, err := parseTime(duration)
	t, startErr := parseStart(kind, at)
	if err != nil || startErr != nil || lasts == 0 {
		return TimedFault{}, errWindow
	}
	t.For = lasts
	return t, nil
}

// parseStart parses when a timed fault begins.
func parseStart(kind TimedFaultKind, value string) (TimedFault, error) {
	t := TimedFault{Kind: kind}
	number, midMove := strings.CutPrefix(value, "pick")
	if !midMove {
		var err error
		t.At, err = parseTime(value)
		return t, err
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if err == nil && n == 0 {
		err = errors.New("picks are counted from 1")
	}
	t.Pick = int(n)
	return t, err
}

// parseTime parses a time like "90s" or "1m30s"; a bare number is in seconds.
func parseTime(s string) (time.Duration, error) {
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		s += "s"
	}
	d, err := time.ParseDuration(s)
	if err == nil && d < 0 {
		err = fmt.Errorf("%s is negative", s)
	}
	return d, err
}

// parseChance parses a number from 0 to 1.
func parseChance(s string) (float64, error) {
	p, err := strconv.ParseFloat(s, 64)
	if err == nil && !(p >= 0 && p <= 1) {
		err = fmt.Errorf("%s is not a chance", s)
	}
	return p, err
}
