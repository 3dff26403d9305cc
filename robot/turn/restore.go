package turn

import (
	"time"

	"crownhead/board"
	"crownhead/board/inventory"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

// A Restoration leads a person through what a move that was taken back has changed, one thing at a time. The game is
// back already; the visitor's own checkers may go on standing where their move has left them.
type Restoration struct {
	Tidy    bool                // the tray is to be tidied first
	Target  inventory.Inventory // where every checker was
	Steps   []inventory.Step    // what is left to do; the first is asked for
	Asked   bool                // the first has been asked for
	AskedAt time.Duration       // when
	Undone  bool                // and the board has shown since that it was not done
}

// answerTime is how long after a step was asked for a press may be the answer. One that comes sooner is about the step
// before, which the board has shown as done already.
const answerTime = 1500 * time.Millisecond

// startRestoration begins to restore where every checker was before the visitor's last ply.
func (t *eventRun) startRestoration(target inventory.Inventory) {
	t.s.Restore = Restoration{Target: target}
	for _, step := range t.s.Bodies.StepsTo(target) {
		if !t.s.isVisitorsToPlace(step) {
			t.s.Restore.Steps = append(t.s.Restore.Steps, step)
		}
	}
}

// tidyBeforeRestoring has the tray tidied first: a checker may have fallen into it on its way. What lay there is in a
// hand then, and the squares themselves lead through what is missing.
func (t *eventRun) tidyBeforeRestoring() {
	r, bodies := &t.s.Restore, t.s.Bodies.Bodies()
	staysOnBoard := func(s inventory.Step) bool {
		return bodies[s.Body].Place.Room == inventory.Square && s.To.Room == inventory.Square
	}
	var steps []inventory.Step
	for _, step := range r.Steps {
		if staysOnBoard(step) {
			steps = append(steps, step)
		}
	}
	r.Tidy, r.Steps, r.Target = true, steps, t.s.Bodies.Tidy().Agree(t.s.Game.Position())
}

// isVisitorsToPlace reports whether the sensors and the game lead through a step by themselves: the visitor's own
// checker, and what it has captured, may stay as they are for the same move.
func (s State) isVisitorsToPlace(step inventory.Step) bool {
	if step.Turns() {
		return false
	}
	ownMove := step.Color == s.Settings.VisitorColor && step.From.Room == inventory.Square
	return ownMove || step.From.Room == inventory.Hand
}

// isActive reports whether something is to be restored.
func (r Restoration) isActive() bool { return !r.Target.IsZero() }

// continueRestoration goes on with what is to be restored: it notes what the board shows as done, and asks for the next
// thing. When all is done, the visitor may play: their own move may stand there still.
func (t *eventRun) continueRestoration() {
	if done := t.noteSteps(); !done {
		t.askForRestoration()
		return
	}
	if t.s.inferMove().Verdict == sensing.MoveMade {
		t.giveTurn()
		return
	}
	t.continueVisitor()
}

// noteSteps notes which steps are done, and reports whether all are.
func (t *eventRun) noteSteps() (done bool) {
	r := &t.s.Restore
	if !r.isActive() {
		return true
	}
	if r.Tidy {
		if !r.Asked || !t.isAnswer() {
			return false
		}
		r.Tidy, r.Asked, t.pressed = false, false, false
	}
	for len(r.Steps) > 0 {
		if !t.noteStep(r.Steps[0]) {
			return false
		}
		t.s.Bodies = t.s.Bodies.Apply(r.Steps[0])
		r.Steps, r.Asked, r.Undone = r.Steps[1:], false, false
		t.pressed = false // one press, one thing
	}
	t.s.Bodies = r.Target
	t.s.Restore = Restoration{}
	return true
}

// noteStep reports whether a step is done: the board has shown it undone and then done, or a person who was asked says
// so and the board does not contradict. A board that shows it done from the beginning is believed when there is only
// one way in which it can have become so: not where a man and a king that stood for it could have been exchanged.
func (t *eventRun) noteStep(step inventory.Step) (done bool) {
	r := &t.s.Restore
	shown, seen := t.s.boardShowsStep(step)
	switch {
	case seen && !shown:
		r.Undone = r.Asked
		return false
	case r.Asked && t.isAnswer():
		return true
	case !seen:
		return false
	}
	return r.Undone || step.From.Room != inventory.Trophy && step.To.Room == inventory.Square ||
		step.Color == t.s.Settings.VisitorColor
}

// isAnswer reports whether a press says that what was asked for is done.
func (t *eventRun) isAnswer() bool { return t.pressed && t.e.T >= t.s.Restore.AskedAt+answerTime }

// boardShowsStep reports whether trusted sensors show that a step is done, and whether they see anything of it.
func (s State) boardShowsStep(step inventory.Step) (shown, seen bool) {
	if step.Turns() {
		return false, false
	}
	from, to := squareOf(step.From), squareOf(step.To)
	trusted := (from | to) &^ s.Sensors.Masked
	return (s.Sensors.Bits^to)&trusted == 0, trusted != 0
}

func squareOf(p inventory.Place) board.Bits {
	if p.Room == inventory.Square {
		return p.Square.Bit()
	}
	return 0
}

// askForRestoration asks for the next thing that is to be restored.
func (t *eventRun) askForRestoration() {
	r := &t.s.Restore
	if !r.Tidy {
		t.askForStep(r.Steps[0])
		return
	}
	if !r.Asked {
		r.Asked, r.AskedAt = true, t.e.T
	}
	t.setPhase(Setup)
	t.s.Wait.SetupTarget = t.s.Sensors.Bits
	t.sayOnce(say.TidyTray, nil)
	t.startDeadlines(deadlineSetup)
}

// askForStep asks for one thing to do with one checker.
func (t *eventRun) askForStep(step inventory.Step) {
	from, to := squareOf(step.From), squareOf(step.To)
	t.setPhase(Setup)
	t.s.Wait.SetupTarget = t.s.Sensors.Bits&^from | to
	r := &t.s.Restore
	shown, seen := t.s.boardShowsStep(step)
	if !r.Asked {
		r.Asked, r.AskedAt, r.Undone = true, t.e.T, seen && !shown
	}
	p := Prompt{Squares: (from | to).Squares()}
	switch {
	case step.Turns():
		t.s.Wait.SetupTarget = t.s.Sensors.Bits
		p.Key, p.Squares = say.RestoreTurn, []board.Square{t.s.whereItLies(step)}
	case step.From.Room == inventory.Square && step.To.Room == inventory.Square:
		p.Key, p.Squares = say.RestoreMove, []board.Square{step.From.Square, step.To.Square}
	case step.From.Room == inventory.Trophy && step.To.Room == inventory.Square:
		p.Key, p.Slot = restoreKeys[step.Piece()], step.From.Slot+1
	case step.To.Room == inventory.Spare && from != 0 && t.s.Sensors.Bits&from&^t.s.Sensors.Masked != 0:
		p.Key, p.Slot = say.RestoreKing, step.To.Slot+1
	case step.To.Room == inventory.Spare:
		p.Key, p.Squares, p.Slot = say.RestoreSpare, nil, step.To.Slot+1
	case to != 0:
		p.Key = pieceKey(step.Piece())
	case from != 0:
		p.Key = say.SetUpWrong
	default:
		p.Key = say.TidyTray
	}
	t.sayPromptOnce(p)
	t.startDeadlines(deadlineSetup)
}

// restoreKeys are the sentences that ask for a captured checker.
var restoreKeys = map[board.Piece]say.Key{
	board.WhiteMan: say.RestoreWhiteMan, board.WhiteKing: say.RestoreWhiteKing,
	board.BlackMan: say.RestoreBlackMan, board.BlackKing: say.RestoreBlackKing,
}

// whereItLies returns the square on which a checker lies that is to be turned over: the visitor may have put it back
// already, or left it where their move has ended.
func (s State) whereItLies(step inventory.Step) board.Square {
	bodies := s.Bodies.Bodies()
	if step.Body >= len(bodies) || bodies[step.Body].Place.Room != inventory.Square {
		return step.To.Square
	}
	now := bodies[step.Body].Place.Square
	if s.Sensors.Bits.Has(step.To.Square) && !s.Sensors.Bits.Has(now) {
		return step.To.Square
	}
	return now
}
