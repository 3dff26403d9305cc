package face

import (
	"math"
	"time"
)

// A mood decides which emotion is shown. The emotion of a passing situation lasts for a while; then the
// face rests in that of the lasting one.
type mood struct {
	tables            map[Attitude]moodTable
	table             moodTable // that of the present attitude
	ahead, jump, dive float64
	hold, dwell       time.Duration

	win       float64
	estimated bool // win holds an estimate of this game

	lasting Situation
	passing Situation // "" while the face rests
	pending Situation // waits until the passing one has had its dwell
	shown   *emotionEntry
	since   time.Duration // when shown was taken up
}

func newMood(c Config, now time.Duration) mood {
	m := mood{
		tables: c.Moods, table: c.Moods[c.Attitude], lasting: whenIdle, since: now,
		ahead: c.Ahead, jump: c.Jump, dive: c.Dive, hold: seconds(c.Hold), dwell: seconds(c.Dwell),
	}
	m.shown = m.emotionFor(m.lasting)
	return m
}

func (m *mood) emotionFor(s Situation) *emotionEntry { return entryOf(m.table[s]) }

// setAttitude changes the table; what is shown changes with the next situation. An attitude that the
// config lacks changes nothing.
func (m *mood) setAttitude(a Attitude) {
	if table, ok := m.tables[a]; ok {
		m.table = table
	}
}

// takeUpPassing takes up a passing situation, now or when the present one has had its dwell.
func (m *mood) takeUpPassing(now time.Duration, s Situation) {
	if m.passing != "" && now < m.since+m.dwell {
		if m.pending == "" || weightOf(s) >= weightOf(m.pending) {
			m.pending = s
		}
		return
	}
	m.showSituation(now, s)
}

// showSituation shows the emotion of a passing situation, or that of the lasting one for "".
func (m *mood) showSituation(now time.Duration, passing Situation) {
	m.passing, m.pending, m.since = passing, "", now
	if passing == "" {
		passing = m.lasting
	}
	m.shown = m.emotionFor(passing)
}

// restByWin makes the lasting situation that of the game, as the win estimate has it.
func (m *mood) restByWin() {
	switch {
	case m.win >= m.ahead:
		m.lasting = whenAhead
	case m.win <= -m.ahead:
		m.lasting = whenBehind
	default:
		m.lasting = whenEven
	}
}

// forgetWin drops the win estimate: another game begins.
func (m *mood) forgetWin() { m.win, m.estimated = 0, false }

// updateWin takes a new win estimate, and shows a jump against the one before.
func (m *mood) updateWin(now time.Duration, win float64) {
	if math.IsNaN(win) {
		return
	}
	win = max(-1, min(win, 1))
	change, known := win-m.win, m.estimated
	m.win, m.estimated = win, true
	m.restByWin()
	switch {
	case !known:
	case change <= -m.dive:
		m.takeUpPassing(now, whenDive)
	case change <= -m.jump:
		m.takeUpPassing(now, whenJumpDown)
	case change >= m.jump:
		m.takeUpPassing(now, whenJumpUp)
	}
}

// advance lets passing situations pass.
func (m *mood) advance(now time.Duration) {
	if now >= m.nextChange() {
		m.showSituation(now, m.pending)
	}
}

// nextChange is when the emotion may change by itself.
func (m *mood) nextChange() time.Duration {
	switch {
	case m.pending != "":
		return m.since + m.dwell
	case m.passing != "":
		return m.since + m.hold
	case m.shown != m.emotionFor(m.lasting):
		return m.since + m.dwell
	}
	return never
}
