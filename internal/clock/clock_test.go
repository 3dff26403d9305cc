package clock

import (
	"math"
	"testing"
	"testing/synctest"
	"time"
)

func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		fast, err := ParsePace("8")
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if got := fast.Since(began); got != 8*time.Second {
			t.Errorf("after a second %v have passed on the fast clock", got)
		}
		if got := (Clock{}).Since(began); got != time.Second {
			t.Errorf("after a second %v have passed on the wall's clock", got)
		}
		if got := fast.Wall(time.Second); got != 125*time.Millisecond {
			t.Errorf("a second of the fast clock lasts %v", got)
		}
		if got := fast.Wall(1); got != 1 {
			t.Errorf("a moment of the fast clock lasts %v: whoever waits for it turns in circles", got)
		}
		slow, err := ParsePace("0.5")
		if err != nil || slow.Wall(math.MaxInt64) != math.MaxInt64 || slow.Since(began) != 500*time.Millisecond {
			t.Errorf("%v, %v, %v", err, slow.Wall(math.MaxInt64), slow.Since(began))
		}
		if fast.Real() || slow.Real() || !(Clock{}).Real() {
			t.Error("which is the wall's clock?")
		}
	})
	for _, bad := range []string{"", "0", "-1", "NaN", "Inf", "51", "0.09", "fast", "1e400"} {
		if c, err := ParsePace(bad); err == nil {
			t.Errorf("%q is taken for a pace: %v", bad, c)
		}
	}
	if c, err := ParsePace("1"); err != nil || !c.Real() {
		t.Errorf("%v, %v", c, err)
	}
}
