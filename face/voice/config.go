package voice

import (
	"fmt"
	"strings"
	"time"
)

// Config holds the voice's settings.
type Config struct {
	On        bool   `yaml:"on" doc:"whether the robot speaks"`
	Moves     bool   `yaml:"moves" doc:"whether the robot says the moves that it makes, such as \"b6 to c5\""`
	Volume    int    `yaml:"volume" doc:"loudness" unit:"%" min:"0" max:"100"`
	QuietFrom string `yaml:"quiet_from" doc:"time of day from which the robot is silent, such as \"22:00\"; empty: never"`
	QuietTo   string `yaml:"quiet_to" doc:"time of day until which it is silent, such as \"08:00\"; it may be the next morning"`
	Packs     string `yaml:"packs" doc:"folder with phrases of your own, a uk/pack.json with its sounds and so on; empty: those built in" kind:"folder"`
}

// DefaultConfig returns the settings that the robot ships with.
func DefaultConfig() Config { return Config{On: true, Moves: true, Volume: 70} }

// Validate reports faults that the bounds of single options do not show.
func (c Config) Validate(bad func(path, problem string)) {
	for _, o := range []struct{ path, value string }{{"quiet_from", c.QuietFrom}, {"quiet_to", c.QuietTo}} {
		if _, err := parseClock(o.value); o.value != "" && err != nil {
			bad(o.path, fmt.Sprintf("%q is no time of day; write %s", o.value, suggestClock(o.value)))
		}
	}
	if (c.QuietFrom == "") != (c.QuietTo == "") {
		bad("quiet_from", "quiet hours need both quiet_from and quiet_to")
	}
}

// inQuietHours reports whether the local time t lies in the quiet hours.
func (c Config) inQuietHours(t time.Time) bool {
	from, err1 := parseClock(c.QuietFrom)
	to, err2 := parseClock(c.QuietTo)
	if err1 != nil || err2 != nil {
		return false
	}
	now := time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute
	if from <= to {
		return from <= now && now < to
	}
	return now >= from || now < to // over midnight
}

// suggestClock returns a time of day as parseClock reads it, made from one that is written in another way.
func suggestClock(text string) string {
	text = strings.ToUpper(strings.Join(strings.Fields(text), ""))
	if strings.HasPrefix(text, "24") {
		text = "00" + text[2:]
	}
	for _, layout := range []string{"15", "15.04", "15-04", "1504", "15H04", "15H", "15:04H", "15:04:05", "3PM", "3:04PM", "3.04PM", "15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(`"15:04"`)
		}
	}
	return `one like "22:00"`
}

// parseClock reads a time of day.
func parseClock(s string) (time.Duration, error) {
	t, err := time.Parse("15:04", s)
	if err != nil {
		return 0, err
	}
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, nil
}
