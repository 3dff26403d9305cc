package face

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// Config holds the face's settings. It must have a table of moods for each attitude.
type Config struct {
	Attitude Attitude                           `yaml:"attitude" doc:"How the robot behaves towards the visitor: positive sympathises with them, negative is a rival." oneof:"positive|negative"`
	Moods    map[Attitude]map[Situation]Emotion `yaml:"moods" doc:"The emotion shown, for each attitude and each situation in the game."`

	Ahead float64 `yaml:"ahead" doc:"Win estimate from which the robot counts itself ahead; behind from its negative." min:"0.01" max:"1"`
	Jump  float64 `yaml:"jump" doc:"Change of the win estimate against the one before that counts as a jump." min:"0.01" max:"2"`
	Dive  float64 `yaml:"dive" doc:"Fall of the win estimate against the one before that frightens." min:"0.01" max:"2"`

	Hold     float64 `yaml:"hold" doc:"How long a passing emotion lasts before the face calms down." unit:"s" min:"0.5" max:"30"`
	Dwell    float64 `yaml:"dwell" doc:"How long a passing emotion is shown at least before another takes its place." unit:"s" min:"0.2" max:"10"`
	BlinkMin float64 `yaml:"blink_min" doc:"Shortest time between two blinks." unit:"s" min:"0.5" max:"60"`
	BlinkMax float64 `yaml:"blink_max" doc:"Longest time between two blinks." unit:"s" min:"0.5" max:"60"`
	Rate     float64 `yaml:"rate" doc:"Most frames in a second; a reaction to a cue may come between two of them." unit:"Hz" min:"2" max:"20"`
	Bow      float64 `yaml:"bow" doc:"How far the head bows to the board while the arm moves." unit:"°" min:"0" max:"45"`
	Turn     float64 `yaml:"turn" doc:"How far the head turns towards a square at the edge of the board." unit:"°" min:"0" max:"45"`
}

// AheadFrom is the win estimate from which the robot counts itself ahead, unless the configuration says
// otherwise.
const AheadFrom = 0.3

// DefaultConfig returns the settings that the robot ships with.
func DefaultConfig() Config {
	return Config{
		Attitude: Positive,
		Moods:    map[Attitude]moodTable{Positive: defaultMoods(Positive), Negative: defaultMoods(Negative)},
		Ahead:    AheadFrom, Jump: 0.35, Dive: 0.6,
		Hold: 4, Dwell: 0.8, BlinkMin: 2.2, BlinkMax: 6, Rate: 20,
		Bow: 24, Turn: 14,
	}
}

// Validate reports faults that the bounds of single options do not show.
func (c Config) Validate(bad func(path, problem string)) {
	if c.BlinkMin > c.BlinkMax {
		bad("blink_min", fmt.Sprintf("%g s is longer than blink_max, %g s", c.BlinkMin, c.BlinkMax))
	}
	if c.Dwell > c.Hold {
		bad("dwell", fmt.Sprintf("%g s is longer than hold, %g s", c.Dwell, c.Hold))
	}
	if c.Jump > c.Dive {
		bad("jump", fmt.Sprintf("%g is more than dive, %g", c.Jump, c.Dive))
	}
	for _, attitude := range slices.Sorted(maps.Keys(c.Moods)) {
		if attitude != Positive && attitude != Negative {
			bad("moods."+string(attitude), "no such attitude; write positive or negative")
			continue
		}
		validateMoods("moods."+string(attitude), c.Moods[attitude], bad)
	}
	for _, attitude := range []Attitude{Positive, Negative} {
		if _, ok := c.Moods[attitude]; !ok {
			bad("moods."+string(attitude), "missing")
		}
	}
}

func validateMoods(path string, table moodTable, bad func(path, problem string)) {
	known := slices.Sorted(maps.Keys(defaultMoods(Positive)))
	for _, s := range slices.Sorted(maps.Keys(table)) {
		if !slices.Contains(known, s) {
			bad(path+"."+string(s), "no such situation; the situations are "+joinNames(known))
		} else if e := table[s]; !slices.Contains(Emotions(), e) {
			bad(path+"."+string(s), fmt.Sprintf("no emotion %q; the emotions are %s", e, joinNames(Emotions())))
		}
	}
	for _, s := range known {
		if _, ok := table[s]; !ok {
			bad(path+"."+string(s), "missing")
		}
	}
}

func joinNames[S ~string](names []S) string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = string(name)
	}
	return strings.Join(words, " ")
}

// seconds turns an option in seconds into a duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// never is the deadline of what has nothing left to do.
const never = time.Duration(math.MaxInt64)
