package turn

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot/command"

	"pgregory.net/rapid"
)

// phases and eventKinds are the rows and columns of the machine's table, in the order of the turn.
var (
	phases     = []Phase{NotReady, Setup, VisitorTurn, Thinking, Moving, Help, Hold, Over, Stopped, Service, Paused}
	eventKinds = []EventKind{
		EventScan, EventPressed, EventPressSettled, EventUnsettled, EventLink, EventHomed, EventArm, EventEngine, EventHint,
		EventCommand, EventDeadline, EventEstop, EventDisk, EventMask,
	}
)

// Every phase answers every event, and the table has no others.
func TestEveryPhaseAnswersEveryEvent(t *testing.T) {
	if got := slices.Sorted(maps.Keys(transitions)); !slices.Equal(got, slices.Sorted(slices.Values(phases))) {
		t.Errorf("the table has the phases %v", got)
	}
	for phase, row := range transitions {
		if got := slices.Sorted(maps.Keys(row)); !slices.Equal(got, slices.Sorted(slices.Values(eventKinds))) {
			t.Errorf("%s answers %v", phase, got)
		}
	}
}

// Every command that reaches Step has a rule.
func TestEveryCommandHasItsRule(t *testing.T) {
	elsewhere := []command.Name{
		command.Volume, command.Home, command.Jog, command.Goto, command.Pump,
		command.CalibStart, command.CalibTake, command.CalibFit, command.CalibWrite, command.CalibCancel,
	}
	for _, name := range command.All() {
		if _, known := commandSpecs[name]; known == slices.Contains(elsewhere, name) {
			t.Errorf("%s has a rule: %v", name, known)
		}
	}
}

// A walk is a robot to which random things happen, in a world of good will or of little.
type walk struct {
	s        State
	around   *company
	last     Event
	helpful  int // of ten events those that help
	stubborn int // of ten presses those that show the same board again
}

func newWalk(t *rapid.T) *walk {
	w := &walk{s: NewState(drawSettings(t)), helpful: rapid.SampledFrom([]int{0, 2, 6, 9}).Draw(t, "helpful")}
	w.stubborn = rapid.SampledFrom([]int{2, 2, 9}).Draw(t, "stubborn")
	w.around = &company{pending: map[DeadlineName]bool{DeadlineLink: true}} // which Core starts for it
	if rapid.IntRange(0, 3).Draw(t, "late") == 0 {
		w.s.Game, w.s.Draw.EvenMoves = dragOn(t, w.s.Settings.Draws), evenTooLong
	}
	return w
}

// dragOn is an even ending of kings in which nobody captures.
func dragOn(t *rapid.T, rules board.DrawRules) board.Game {
	start, err := board.ParseFEN("W:WKa1,Ke1:BKb8,Kh8")
	if err != nil {
		t.Fatal(err)
	}
	g := board.NewGame(start, rules)
	for range 2 * rapid.IntRange(10, 12).Draw(t, "moves") {
		p := g.Position()
		loses := func(m board.Move) bool { return m.IsCapture() || p.Play(m).Moves()[0].IsCapture() }
		quiet := slices.DeleteFunc(slices.Clone(p.Moves()), loses)
		if len(quiet) == 0 || g.Outcome().Over() {
			return g
		}
		g, _ = g.Play(rapid.SampledFrom(quiet).Draw(t, "quiet"))
	}
	return g
}

// next draws an event: what somebody does who helps, the press before once more, or anything.
func (w *walk) next(t *rapid.T) Event {
	if masks := w.around.masks; len(masks) > 0 && rapid.IntRange(0, 9).Draw(t, "mask") > 0 {
		w.around.masks = nil
		return masks[0]
	}
	if len(w.around.pending) > 0 && rapid.IntRange(0, 9).Draw(t, "late") == 0 {
		return due(rapid.SampledFrom(slices.Sorted(maps.Keys(w.around.pending))).Draw(t, "due"))
	}
	if (w.last.Kind == EventPressSettled || w.last.Kind == EventScan) && rapid.IntRange(0, 9).Draw(t, "again") < w.stubborn {
		return press(w.last.Bits)
	}
	if moves := w.s.Turn.Candidates; len(moves) > 0 && rapid.IntRange(0, 4).Draw(t, "which") == 0 {
		return wishFor(command.Which, command.ArgMove, w.s.Game.Position().
			Notation(rapid.SampledFrom(moves).Draw(t, "candidate")))
	}
	if w.s.Draw.Offer == RobotsDraw && rapid.IntRange(0, 9).Draw(t, "accept") < 3 {
		return commandEvent(rapid.SampledFrom([]command.Name{command.AcceptDraw, command.ServiceOn, command.Stop}).
			Draw(t, "meanwhile"))
	}
	if rapid.IntRange(0, 9).Draw(t, "help") < w.helpful {
		if moves := w.s.Game.Position().Moves(); w.s.Phase == VisitorTurn && len(moves) > 0 {
			return press(w.s.Game.Position().Play(rapid.SampledFrom(moves).Draw(t, "move")).Occupied())
		}
		if w.around.pending[deadlineSteady] && w.s.carryIsDone() {
			return due(deadlineSteady)
		}
		if w.s.Phase == Help && rapid.Bool().Draw(t, "without a press") {
			return scan(helping(w.s))
		}
		if e, ok := w.around.help(w.s); ok {
			return e
		}
		if name := patience[w.s.Phase]; w.around.pending[name] {
			return due(name)
		}
	}
	return drawEvent(t, w.s)
}

// take carries an event through the machine and looks at what has become of it.
func (w *walk) take(t *rapid.T, m tables, e Event) StepResult {
	before := w.s
	var result StepResult
	w.s, result = m.take(w.s, e)
	w.last = e
	w.around.saw(e, result)
	if from, to := before.Phase, w.reachedPhase(result); from != to && !slices.Contains(targets(from, e), to) {
		t.Fatalf("%s became %s by %s, which the tables don't have: %+v", from, to, eventName(e), e)
	}
	wellFormed(t, result)
	if !result.HasEffect(EffectNewGame) && w.waitsForSomebody() && !w.hasDeadline() {
		t.Fatalf("nothing ends the wait in %s after %+v: %v", w.s.Phase, e, w.around.pending)
	}
	return result
}

// reachedPhase is where an event has led, which may be a new game.
func (w *walk) reachedPhase(result StepResult) Phase {
	if result.HasEffect(EffectNewGame) {
		return nextGame
	}
	return w.s.Phase
}

// targets are the phases to which the tables say that an event may lead from another one.
func targets(from Phase, e Event) []Phase {
	switch e.Kind {
	case EventCommand:
		var to []Phase
		for _, p := range commandSpecs[e.Command].to {
			if slices.Contains(p.from, from) {
				to = append(to, p.to...)
			}
		}
		return to
	case EventDeadline:
		return deadlines[e.Deadline].in[from].to
	}
	return transitions[from][e.Kind].to
}

// namedEvents are the kinds of events, with each command and deadline by itself.
func namedEvents() []Event {
	var list []Event
	for _, kind := range eventKinds {
		switch kind {
		case EventCommand:
			for _, name := range command.All() {
				list = append(list, commandEvent(name))
			}
		case EventDeadline:
			for _, name := range slices.Sorted(maps.Keys(deadlines)) {
				list = append(list, due(name))
			}
		default:
			list = append(list, Event{Kind: kind})
		}
	}
	return list
}

// eventName is what the tables know an event by.
func eventName(e Event) string {
	switch e.Kind {
	case EventCommand:
		return string(e.Command)
	case EventDeadline:
		return string(e.Deadline)
	}
	return string(e.Kind)
}

func nameChange(from, to Phase) string { return fmt.Sprintf("%s → %s", from, to) }

// wellFormed holds a result against what the journal and whoever carries it out can expect of it.
func wellFormed(t *rapid.T, r StepResult) {
	if r.Say != "" && !say.Has(say.Key(r.Say)) || len(r.Position) != 16 {
		t.Fatalf("says %q about the position %q", r.Say, r.Position)
	}
	for _, e := range r.Effects {
		ok := true
		switch e.Kind {
		case EffectSay:
			ok = say.Has(say.Key(e.Key)) && e.Payload.Say.Key == e.Key
		case EffectRemark:
			ok = say.Has(say.Key(e.Key))
		case EffectDeadline:
			_, known := deadlines[e.Payload.Deadline]
			ok = known && e.N > 0 && e.Name == string(e.Payload.Deadline)
		case EffectThink, EffectHint:
			ok = e.Payload.Task != nil && e.Payload.Task.Game.Plies() == e.N
		case EffectStart:
			ok = e.N < len(e.Payload.Program.Carries)
		case EffectArchive, EffectNewGame:
			ok = e.Payload.Ended != nil
		case EffectMood:
			ok = e.Payload.Mood.Mood != "" && e.Name == string(e.Payload.Mood.Mood)
		case EffectLook:
			ok = e.Payload.Gaze != "" && e.Name == string(e.Payload.Gaze)
		case EffectCarry, EffectMask, EffectUnmask:
			ok = len(e.Squares) > 0
		}
		if !ok {
			t.Fatalf("an effect that nobody can carry out: %+v", e)
		}
	}
}

// waitsForSomebody reports whether the turn waits for somebody who might never come. The operator,
// whose pause, stop or service it is, and the first visitor of a game may take their time.
func (w *walk) waitsForSomebody() bool {
	switch w.s.Phase {
	case Stopped, Service, Paused:
		return false
	case VisitorTurn:
		return w.s.Game.Plies() > 0
	}
	return true
}

// hasDeadline reports whether a deadline is pending that counts in the present phase.
func (w *walk) hasDeadline() bool {
	for name := range w.around.pending {
		if deadlines[name].in[w.s.Phase].do != nil {
			return true
		}
	}
	return false
}

// Whatever happens, the phase changes along the table only, and no wait is without end.
func TestPhasesChangeAlongTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWalk(t)
		for range rapid.IntRange(0, 100).Draw(t, "events") {
			if w.take(t, machine, w.next(t)).HasEffect(EffectNewGame) {
				return
			}
		}
	})
}

// Nothing in the tables is unreachable: every answer is given, every command obeyed, every deadline
// met, and every phase that another may lead to is reached from it. So that what is rare is seen,
// too, walks go on from all kinds of situations alike.
func TestNothingIsUnreachable(t *testing.T) {
	reached := map[string]bool{}
	m, missing := watched(reached)
	seen := map[string][]walk{} // where later walks may begin, by situations
	from := ""
	walks := rapid.Custom(func(t *rapid.T) bool {
		w := newWalk(t)
		if begun := seen[from]; len(begun) > 0 && rapid.IntRange(0, 9).Draw(t, "new") > 0 {
			w.goOnFrom(rapid.SampledFrom(begun).Draw(t, "begun"))
		}
		for range 30 {
			before, e := w.s.Phase, w.next(t)
			result := w.take(t, m, e)
			reached[nameChange(before, w.reachedPhase(result))] = true
			if result.HasEffect(EffectNewGame) {
				break
			}
			if now := w.situation(); len(seen[now]) < 50 {
				seen[now] = append(seen[now], w.clone())
			}
		}
		return true
	})
	const enough = 20_000
	for seed := 0; seed < enough && len(missing) > 0; seed++ {
		phase, _, _ := strings.Cut(missing[seed%len(missing)], " ") // where something is missing
		elsewhere := func(situation string) bool { return !strings.HasPrefix(situation, phase) }
		if known := slices.DeleteFunc(slices.Sorted(maps.Keys(seen)), elsewhere); len(known) > 0 {
			from = known[seed/len(missing)%len(known)]
		}
		walks.Example(seed)
		missing = slices.DeleteFunc(missing, func(what string) bool { return reached[what] })
	}
	if len(missing) > 0 {
		t.Errorf("never reached:\n%s", strings.Join(missing, "\n"))
	}
}

// situation names what is special about a state, roughly.
func (w *walk) situation() string {
	s := w.s
	special := s.PendingCommand != "" || s.Draw.Offer == RobotsDraw || len(s.Turn.Candidates) > 0 || s.allAlike()
	waits := ""
	if s.Phase == Help || s.Phase == Hold {
		waits = string(s.Wait.Reason)
	}
	return fmt.Sprintln(s.Phase, waits, s.PendingCommand, s.Sensors.Doubt.Presses >= doubtAt, special)
}

// clone returns a walk that goes on by itself from here.
func (w *walk) clone() walk {
	c := *w
	around := *w.around
	around.pending, around.masks = maps.Clone(w.around.pending), slices.Clone(w.around.masks)
	c.around = &around
	return c
}

// goOnFrom goes on where another walk was, in a world of its own.
func (w *walk) goOnFrom(other walk) {
	helpful, stubborn := w.helpful, w.stubborn
	*w = other.clone()
	w.helpful, w.stubborn = helpful, stubborn
}

// watched returns the machine with a note at every handler, and all that there is to be reached.
func watched(reached map[string]bool) (m tables, all []string) {
	watch := func(name string, do handler) handler {
		if do == nil {
			return nil
		}
		all = append(all, name)
		return func(t *eventRun) { reached[name] = true; do(t) }
	}
	m = tables{
		transitions: map[Phase]map[EventKind]transition{}, commands: map[command.Name]commandSpec{},
		deadlines: map[DeadlineName]deadlineSpec{},
	}
	for phase, row := range transitions {
		m.transitions[phase] = map[EventKind]transition{}
		for kind, a := range row {
			a.do = watch(fmt.Sprintf("%s answers %s", phase, kind), a.do)
			m.transitions[phase][kind] = a
		}
	}
	for _, from := range phases {
		for _, e := range namedEvents() {
			for _, to := range targets(from, e) {
				if to != from {
					all = append(all, nameChange(from, to))
				}
			}
		}
	}
	for name, rule := range commandSpecs {
		rule.do = watch(fmt.Sprintf("%s is obeyed", name), rule.do)
		rule.otherwise = watch(fmt.Sprintf("%s at the wrong time", name), rule.otherwise)
		if now := rule.whenSafe; now != nil {
			what := fmt.Sprintf("%s is done", name)
			all = append(all, what)
			rule.whenSafe = func(t *eventRun) bool { reached[what] = true; return now(t) }
		}
		m.commands[name] = rule
	}
	for name, rule := range deadlines {
		in := map[Phase]transition{}
		for phase, a := range rule.in {
			a.do = watch(fmt.Sprintf("%s is over in %s", name, phase), a.do)
			in[phase] = a
		}
		rule.in = in
		m.deadlines[name] = rule
	}
	slices.Sort(all)
	return m, slices.Compact(all)
}
