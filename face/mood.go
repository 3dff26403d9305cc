package face

import (
	"math"
	"slices"
	"time"
)

// mood decides which emotion is shown. An emotion of the moment passes after a while, and the face rests in the
// emotion of a lasting state of the game.
type mood struct {
	tables            map[string]map[string]Emotion // by attitude
	table             map[string]Emotion            // that of the present attitude
	ahead, jump, dive float64
	hold, dwell       time.Duration

	win    float64
	judged bool // win holds an estimate of this game

	resting string // lasting state
	moment  string // state of the moment, "" while resting
	pending string // a state that waits until the moment has had its dwell
	shown   Emotion
	since   time.Duration // of what is shown
}

func newMood(c Config, now time.Duration) mood {
	m := mood{
		tables: map[string]map[string]Emotion{}, resting: stateIdle, since: now,
		ahead: c.Ahead, jump: c.Jump, dive: c.Dive, hold: seconds(c.Hold), dwell: seconds(c.Dwell),
	}
	for attitude, states := range c.Moods {
		m.tables[attitude] = map[string]Emotion{}
		for state, name := range states {
			m.tables[attitude][state], _ = ParseEmotion(name)
		}
	}
	m.table = m.tables[c.Attitude]
	m.shown = m.table[m.resting]
	return m
}

// attitude changes the table; what is shown changes with its next state. An attitude that the config lacks changes nothing.
func (m *mood) attitude(name string) {
	if table, ok := m.tables[name]; ok {
		m.table = table
	}
}

// weights orders states of the moment: of two that wait, the later in this list is shown.
var weights = []string{
	stateVisitorBad, stateVisitorGood, stateGreeting, stateBereft, stateCaptured, stateJumpUp, stateJumpDown, stateDive,
	stateRuleBroken, stateDrawn, stateLost, stateWon,
}

// feel takes up a state of the moment, now or when the present one has had its dwell.
func (m *mood) feel(now time.Duration, state string) {
	if m.moment != "" && now < m.since+m.dwell {
		if m.pending == "" || slices.Index(weights, state) >= slices.Index(weights, m.pending) {
			m.pending = state
		}
		return
	}
	m.show(now, state)
}

func (m *mood) show(now time.Duration, moment string) {
	m.moment, m.pending, m.since = moment, "", now
	state := moment
	if state == "" {
		state = m.resting
	}
	m.shown = m.table[state]
}

// rest changes the lasting state.
func (m *mood) rest(state string) { m.resting = state }

// play makes the lasting state that of the game as the win estimate has it.
func (m *mood) play() {
	switch {
	case m.win >= m.ahead:
		m.rest(stateAhead)
	case m.win <= -m.ahead:
		m.rest(stateBehind)
	default:
		m.rest(stateEven)
	}
}

// forget drops the win estimate: another game begins.
func (m *mood) forget() { m.win, m.judged = 0, false }

// estimate takes a new win estimate, and returns the state of a jump against the one before, or "".
func (m *mood) estimate(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	v = max(-1, min(v, 1))
	change, known := v-m.win, m.judged
	m.win, m.judged = v, true
	m.play()
	switch {
	case !known:
		return ""
	case change <= -m.dive:
		return stateDive
	case change <= -m.jump:
		return stateJumpDown
	case change >= m.jump:
		return stateJumpUp
	}
	return ""
}

// advance lets moments pass.
func (m *mood) advance(now time.Duration) {
	if now < m.next() {
		return
	}
	m.show(now, m.pending)
}

// next is when the emotion may change by itself.
func (m *mood) next() time.Duration {
	switch {
	case m.pending != "":
		return m.since + m.dwell
	case m.moment != "":
		return m.since + m.hold
	case m.shown != m.table[m.resting]:
		return m.since + m.dwell
	}
	return Never
}
