package face

import (
	"math"
	"time"
)

// A Situation is how the game stands, or what has just happened in it: a row of the mood table. The face shows the
// emotion that the table has for it.
type Situation string

// The situations, with the names that the configuration has.
const (
	// The lasting ones: the face rests in them.
	whenEven   Situation = "even"
	whenAhead  Situation = "ahead"
	whenBehind Situation = "behind"
	whenIdle   Situation = "idle"
	whenFault  Situation = "fault"

	// The passing ones.
	whenGreeting    Situation = "greeting"
	whenCaptured    Situation = "captured"
	whenBereft      Situation = "bereft"
	whenRuleBroken  Situation = "rule_broken"
	whenVisitorGood Situation = "visitor_good"
	whenVisitorBad  Situation = "visitor_bad"
	whenJumpUp      Situation = "jump_up"
	whenJumpDown    Situation = "jump_down"
	whenDive        Situation = "dive"
	whenWon         Situation = "won"
	whenLost        Situation = "lost"
	whenDrawn       Situation = "drawn"
)

// situations describes all situations for people. Of two passing ones that wait for the face, it shows the later in this
// list.
var situations = []struct {
	name   Situation
	cue    Cue // that brings a passing one about, if there is one
	during string
}{
	{whenEven, "", "while the game is about even"},
	{whenAhead, "", "while the robot is ahead"},
	{whenBehind, "", "while the robot is behind"},
	{whenIdle, "", "while nobody plays"},
	{whenFault, "", "while something is broken, or the robot needs help"},
	{whenVisitorBad, VisitorBad, "after a weak move of the visitor"},
	{whenVisitorGood, VisitorGood, "after a good move of the visitor"},
	{whenGreeting, Greeting, "when a game begins"},
	{whenBereft, PiecesLost, "when the visitor has captured"},
	{whenCaptured, Captured, "when the robot captures"},
	{whenJumpUp, "", "when the robot's chances have become much better at once"},
	{whenJumpDown, "", "when the robot's chances have become much worse at once"},
	{whenDive, "", "when the robot is suddenly about to lose"},
	{whenRuleBroken, RuleBroken, "when the visitor has broken a rule"},
	{whenDrawn, Drawn, "after a draw"},
	{whenLost, Beaten, "after a game that the robot has lost"},
	{whenWon, Won, "after a game that the robot has won"},
}

// weigh returns how much a situation matters: its place in the list, or −1.
func weigh(name Situation) int {
	for i, s := range situations {
		if s.name == name {
			return i
		}
	}
	return -1
}

// situationOf returns the passing situation that a cue brings about.
func situationOf(cue Cue) Situation {
	for _, s := range situations {
		if s.cue == cue {
			return s.name
		}
	}
	return ""
}

// A moodTable says which emotion the face shows in each situation.
type moodTable = map[Situation]Emotion

// defaultMoods returns the table of an attitude as the emotions have it.
func defaultMoods(a Attitude) moodTable {
	table := moodTable{}
	for _, s := range situations {
		table[s.name] = Neutral
	}
	for _, e := range emotions {
		for _, s := range e.felt[a] {
			table[s] = e.name
		}
	}
	return table
}

// A mood decides which emotion is shown. The emotion of a passing situation lasts for a while; then the face rests in
// that of the lasting one.
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

// setAttitude changes the table; what is shown changes with the next situation. An attitude that the config lacks changes
// nothing.
func (m *mood) setAttitude(a Attitude) {
	if table, ok := m.tables[a]; ok {
		m.table = table
	}
}

// pass takes up a passing situation, now or when the present one has had its dwell.
func (m *mood) pass(now time.Duration, s Situation) {
	if m.passing != "" && now < m.since+m.dwell {
		if m.pending == "" || weigh(s) >= weigh(m.pending) {
			m.pending = s
		}
		return
	}
	m.show(now, s)
}

// show shows the emotion of a passing situation, or that of the lasting one for "".
func (m *mood) show(now time.Duration, passing Situation) {
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
		m.pass(now, whenDive)
	case change <= -m.jump:
		m.pass(now, whenJumpDown)
	case change >= m.jump:
		m.pass(now, whenJumpUp)
	}
}

// advance lets passing situations pass.
func (m *mood) advance(now time.Duration) {
	if now >= m.nextChange() {
		m.show(now, m.pending)
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
