package twin

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"crownhead/firmware/twin/world"
)

func TestParseFaults(t *testing.T) {
	got, err := ParseFaults("flip=0.002, drop=0.1,miss=1,slip=0.5,cut=20s@90s,reset@1m30s,cut=5@0,reset@7," +
		"double=0.3,delay=0.4,silence=2s@pick1,estop=1s@5s,sag=3s@6s,limit=fore:4s@7s,reset@pick2,dead=a1,dead=h8,stuck=c1,flicker=e1:0.25,valve=2s")
	want := FaultConfig{
		Flip: 0.002, Drop: 0.1, Duplicate: 0.3, Delay: 0.4, PickMiss: 1, TransitDrop: 0.5, ReleaseDelay: 2 * time.Second,
		Timed: []TimedFault{
			{Kind: LineCut, At: 90 * time.Second, For: 20 * time.Second},
			{Kind: ControllerReset, At: 90 * time.Second},
			{Kind: LineCut, For: 5 * time.Second},
			{Kind: ControllerReset, At: 7 * time.Second},
			{Kind: HostSilent, Pick: 1, For: 2 * time.Second},
			{Kind: EstopIn, At: 5 * time.Second, For: time.Second},
			{Kind: SupplySag, At: 6 * time.Second, For: 3 * time.Second},
			{Kind: SwitchStuckOpen, Joint: 2, At: 7 * time.Second, For: 4 * time.Second},
			{Kind: ControllerReset, Pick: 2},
		},
		Sensors: world.SensorFaults{Dead: 1<<31 | 1, Stuck: 1 << 1, Flicker: [32]float64{2: 0.25}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := ParseFaults(""); err != nil {
		t.Error(err)
	}
	for spec, why := range map[string]string{
		"flip":         `reading fault "flip": it is written flip=P`,
		"flip@1":       "it is written flip=P",
		"flip=":        `wanted a chance from 0 to 1 after "flip=", as in flip=0.01`,
		"miss=2":       `wanted a chance from 0 to 1 after "miss="`,
		"slip=-1":      `wanted a chance from 0 to 1 after "slip="`,
		"valve=":       `wanted how late a checker leaves the nozzle after "valve=", as in valve=2s`,
		"valve=-1s":    "wanted how late",
		"valve@3s":     "it is written valve=DUR",
		"flip=NaN":     "wanted a chance",
		"cut=1s":       `wanted how long and when after "cut=", as in cut=20s@90s or cut=5s@pick2`,
		"cut=@3s":      "wanted how long and when",
		"cut=0s@3s":    "wanted how long and when",
		"cut=-1s@3s":   "wanted how long and when",
		"cut=1s@-3s":   "wanted how long and when",
		"cut=1e30@3s":  "wanted how long and when",
		"cut=NaN@3s":   "wanted how long and when",
		"cut@3s":       "it is written cut=DUR@T",
		"reset":        "it is written reset@T",
		"reset=3s":     "it is written reset@T",
		"reset@soon":   `wanted when after "reset@", as in reset@90s or reset@pick2`,
		"reset@3s@4s":  "wanted when",
		"reset@pick":   "wanted when",
		"reset@pick0":  "wanted when",
		"cut=1s@pick-": "wanted how long and when",
		"estop=1s":     `wanted how long and when after "estop=", as in estop=20s@90s`,
		"sag@1s":       "it is written sag=DUR@T",
		"silence=1s@":  `wanted how long and when after "silence="`,
		"limit=1s@2s":  "wanted base, upper or fore, how long and when",
		"limit=base:1": "as in limit=base:20s@90s",
		"double=2":     `wanted a chance from 0 to 1 after "double="`,
		"x=1":          `reading fault "x=1": no such fault; there are flip=P, drop=P, `,
		",":            `reading fault "": no such fault`,
		"flip=0.1,":    `reading fault "": no such fault`,
		"flip=0.1;x=1": "wanted a chance",
		"dead=":        `wanted a square after "dead=", as in dead=d4`,
		"dead=a2":      "wanted a square",
		"stuck=x9":     `wanted a square after "stuck=", as in stuck=d4`,
		"stuck@a1":     "it is written stuck=SQ",
		"flicker=a1":   "wanted a square and a chance from 0 to 1",
		"flicker=a1:2": "wanted a square and a chance from 0 to 1",
		"flicker=:0.1": "wanted a square and a chance from 0 to 1",
	} {
		if f, err := ParseFaults(spec); err == nil {
			t.Errorf("%q accepted: %+v", spec, f)
		} else if !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %s", spec, err, why)
		}
	}
}

func FuzzParseFaults(f *testing.F) {
	f.Add("flip=0.1,drop=0.2,cut=1s@2s,reset@pick3,limit=base:1s@2s,dead=a1,flicker=h8:1")
	f.Fuzz(func(t *testing.T, spec string) {
		got, err := ParseFaults(spec)
		if err != nil {
			return
		}
		chances := append(got.Sensors.Flicker[:], got.Flip, got.Drop, got.Duplicate, got.Delay, got.PickMiss, got.TransitDrop)
		for _, p := range chances {
			if !(p >= 0 && p <= 1) {
				t.Errorf("%q: %+v", spec, got)
			}
		}
		for _, x := range got.Timed {
			if x.At < 0 || x.Pick < 0 || x.Joint < 0 || x.Joint > 2 || (x.For <= 0) != (x.Kind == ControllerReset) {
				t.Errorf("%q: %+v", spec, x)
			}
		}
	})
}
