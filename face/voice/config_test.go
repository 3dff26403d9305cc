package voice

import (
	"slices"
	"testing"
	"time"
)

func TestQuiet(t *testing.T) {
	for _, c := range []struct {
		from, to, now string
		want          bool
	}{
		{"22:00", "08:00", "21:59", false},
		{"22:00", "08:00", "22:00", true},
		{"22:00", "08:00", "00:00", true},
		{"22:00", "08:00", "07:59", true},
		{"22:00", "08:00", "08:00", false},
		{"12:30", "14:00", "12:29", false},
		{"12:30", "14:00", "12:30", true},
		{"12:30", "14:00", "13:59", true},
		{"12:30", "14:00", "14:00", false},
		{"12:30", "14:00", "23:00", false},
		{"09:00", "09:00", "09:00", false},
		{"", "", "03:00", false},
	} {
		now, err := time.Parse("15:04", c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Config{QuietFrom: c.from, QuietTo: c.to}).inQuietHours(now); got != c.want {
			t.Errorf("%s–%s at %s: %t", c.from, c.to, c.now, got)
		}
	}
}

func TestConfigFaults(t *testing.T) {
	for _, c := range []struct {
		from, to string
		bad      []string
	}{
		{"", "", nil},
		{"22:00", "08:00", nil},
		{"9:00", "10:00", nil},
		{"22", "08:00", []string{"quiet_from"}},
		{"22:00", "24:10", []string{"quiet_to"}},
		{"22:00", "", []string{"quiet_from"}},
		{"late", "early", []string{"quiet_from", "quiet_to"}},
	} {
		var got []string
		Config{QuietFrom: c.from, QuietTo: c.to}.Validate(func(path, _ string) { got = append(got, path) })
		if !slices.Equal(got, c.bad) {
			t.Errorf("%q–%q: faults at %v, want %v", c.from, c.to, got, c.bad)
		}
	}
	if !DefaultConfig().On {
		t.Error("the robot is mute by default")
	}
}
