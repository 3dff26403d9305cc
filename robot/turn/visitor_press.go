package turn

import (
	"slices"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// judgePress judges the board at the visitor's press.
func (t *eventRun) judgePress() {
	t.answerPress(func() {
		if ended := t.judgeBoard(); !ended {
			t.restartVisitorTime()
		}
	})
}

// judgeBoard answers what the board shows, and reports whether the visitor's turn has ended with
// it, or begun anew.
func (t *eventRun) judgeBoard() (ended bool) {
	r := t.s.inferMove()
	t.result.Verdict = r.Verdict
	meant := t.s.Turn.LastVerdict == r.Verdict // the same at two presses in a row: it is meant
	t.s.Turn.LastVerdict, t.s.Turn.ComplaintShown, t.s.Turn.Candidates = r.Verdict, r.Verdict != sensing.Unchanged, nil
	t.s.Turn.Named = 0
	switch r.Verdict {
	case sensing.MoveMade:
		if t.s.hidesPartOf(r.Move) { // answerPress asks about it
			t.result.Verdict, t.s.Turn.LastVerdict = sensing.Ambiguous, sensing.Ambiguous
			t.s.Turn.Candidates = []board.Move{r.Move}
			return false
		}
		t.playVisitorMove(r.Move)
		return true
	case sensing.Unchanged:
		t.answerIdlePress(r)
		return false
	case sensing.Start:
		if meant {
			t.newGame(false)
			return true
		}
	case sensing.Takeback:
		switch {
		case !t.s.Settings.Takeback:
			t.guideSoon(say.TakebackOff)
			return true
		case meant && t.undoPlies(2):
			t.followTakeback()
			return true
		}
		t.say(say.TakebackOffer, nil, "")
		return false
	case sensing.Illegal:
		if upset := t.setUpIfUpset(r); upset {
			return true
		}
		if meant { // another board may follow, but no rule is kept yet
			t.showMood(moodRuleOn)
		} else {
			t.showMood(moodRule)
		}
	case sensing.Ambiguous:
		t.s.Turn.Candidates = r.Candidates
	}
	t.sayDiagnosis(r)
	return false
}

// sayDiagnosis says the next single thing about a board that is no move.
func (t *eventRun) sayDiagnosis(r sensing.Result) {
	if p, ok := t.s.repairRobotsMove(); ok && r.Verdict != sensing.Ambiguous {
		t.sayPrompt(p)
		return
	}
	t.say(say.Key(r.Say.Key), r.Say.Squares, r.Say.Move)
}

// repairRobotsMove returns what is to be done when hands have undone the robot's last move, or a part of it, and nothing
// else. That is likelier than a capture by the visitor that looks nearly the same.
func (s State) repairRobotsMove() (Prompt, bool) {
	moves, game := s.Game.Moves(), s.OccupiedByGame()
	if len(moves) == 0 || !s.visitorToMove() || s.Settings.Version < hiddenSince {
		return Prompt{}, false
	}
	m := moves[len(moves)-1]
	odd := s.differingSquares(game)
	missing, extra := odd&game, odd&^game
	switch {
	case extra == 0 || extra&^(m.From.Bit()|m.Captured) != 0 || missing&^m.To.Bit() != 0:
		return Prompt{}, false
	case missing != 0 && extra.Has(m.From):
		return Prompt{Key: say.PutBackMine, Squares: []board.Square{m.To, m.From}}, true
	case missing == 0 && extra&m.Captured != 0:
		return Prompt{Key: say.TakeAway, Squares: []board.Square{(extra & m.Captured).Squares()[0]}}, true
	}
	return Prompt{}, false
}

// setUpIfUpset has the board set up again when so much is amiss that nobody has moved: it was knocked
// over, or a new game is to begin. It reports whether that is so.
func (t *eventRun) setUpIfUpset(r sensing.Result) (upset bool) {
	nearest := t.s.differingSquares(t.s.OccupiedByGame()).Len()
	for _, m := range r.Nearest {
		nearest = min(nearest, t.s.differingSquares(t.s.Game.Position().Play(m).Occupied()).Len())
	}
	if nearest <= mostSlips {
		return false
	}
	t.setPhase(Setup)
	t.s.Wait.SetupTarget = t.s.OccupiedByGame()
	t.showMood(moodFault)
	t.say(say.BoardUpset, nil, "")
	t.startDeadlines(deadlineSetup)
	return true
}

// answerIdlePress answers a press without a move: without reproach the first time.
func (t *eventRun) answerIdlePress(r sensing.Result) {
	t.s.Turn.IdlePresses++
	if t.s.Turn.IdlePresses >= doubtAt && t.s.Settings.Version >= masksSince {
		// When one sensor is masked and another wrong, the move may be unseen.
		if moves := movesOf(t.s.guessMoves()); len(moves) > 0 {
			t.s.Turn.Candidates = moves
			t.say(say.WhichMove, endsOf(moves), "")
			return
		}
	}
	key := say.YourMove
	if t.s.Turn.IdlePresses > 1 {
		key = say.YourMoveAgain
	}
	t.say(key, r.Say.Squares, r.Say.Move)
}

// watchHand follows what the visitor does on the board before they press.
func (t *eventRun) watchHand() {
	t.watchTouch()
	t.reviewComplaint()
}

// reviewComplaint sees whether the board that was complained about is in order again. What it shows
// is judged at the press, as always; what is no longer true must not go on being said.
func (t *eventRun) reviewComplaint() {
	if t.s.Turn.ComplaintShown && !t.s.Hint.Asked {
		switch r := t.s.inferMove(); r.Verdict {
		case sensing.Unchanged:
			t.maybeOfferDraw() // the turn is given anew, and with it what it would have offered
			t.sayOnce(t.s.sentenceForTurn(), nil)
		case sensing.MoveMade:
			if !slices.Contains(t.s.Turn.Candidates, r.Move) { // about which the question stays
				t.sayOnce(say.PressWhenReady, nil)
			}
		case sensing.Incomplete: // the next one to be taken off
			if t.s.Prompt.Is(say.TakeOff) && say.Key(r.Say.Key) == say.TakeOff {
				t.sayOnce(say.TakeOff, r.Say.Squares)
			}
		}
	}
	t.restartVisitorTime()
}

// answerWhichMove takes the visitor's answer to the question which move they have made.
func (t *eventRun) answerWhichMove() {
	if len(t.s.Turn.Candidates) == 0 {
		t.explainWait()
		return
	}
	if t.e.Args[command.ArgMove] == command.NoMove {
		t.s.Turn.Candidates, t.s.Turn.ComplaintShown = nil, false
		if odd := t.s.differingSquares(t.s.OccupiedByGame()); odd.Len() == 1 {
			t.maskFaulty(odd)
		} else if odd != 0 && t.s.Settings.Version >= hiddenSince {
			t.leadBack()
			return
		}
		t.say(say.YourMove, nil, "")
		return
	}
	p := t.s.Game.Position()
	for _, m := range t.s.Turn.Candidates {
		if p.Notation(m) == t.e.Args[command.ArgMove] {
			t.result.Verdict = sensing.MoveMade
			t.playVisitorMove(m)
			return
		}
	}
	t.say(say.WhichMove, endsOf(t.s.Turn.Candidates), "")
}

// namingRounds is how often the moves between which a visitor has to choose are named: who hasn't pressed by then is not
// there, or has made none of them.
const namingRounds = 3

// nameNextMove names the next of several moves that the board may show, so that a press is an answer, too.
func (t *eventRun) nameNextMove() {
	moves := t.s.Turn.Candidates
	if len(moves) < 2 || t.s.Sensors.Bits&^t.s.Sensors.Masked != t.s.Sensors.Doubt.Bits {
		return // it was answered, or the board is another one
	}
	if t.s.Turn.Named >= namingRounds*len(moves) {
		t.s.Turn.Named = 0
		t.say(say.WhichMove, endsOf(moves), "")
		return
	}
	m := moves[t.s.Turn.Named%len(moves)]
	t.s.Turn.Named++
	t.say(say.WasIt, []board.Square{m.From, m.To}, t.s.Game.Position().Notation(m))
	t.startDeadlines(deadlineName)
}

// namedMove returns the move that the robot has named last, and for which a press means yes.
func (s State) namedMove() (m board.Move, ok bool) {
	if s.Turn.Named == 0 || len(s.Turn.Candidates) < 2 || !s.Prompt.Is(say.WasIt) {
		return m, false
	}
	return s.Turn.Candidates[(s.Turn.Named-1)%len(s.Turn.Candidates)], true
}

// leadBack says what is to be done about a board on which no move was made.
func (t *eventRun) leadBack() {
	t.s.Turn.ComplaintShown = true
	if r := t.s.inferMove(); r.Verdict == sensing.Illegal || r.Verdict == sensing.Incomplete {
		t.sayDiagnosis(r)
		return
	}
	t.guideSetup(t.s.OccupiedByGame())
}

// playVisitorMove plays the visitor's move and lets the engine answer.
func (t *eventRun) playVisitorMove(m board.Move) {
	before := t.s.Game.Position()
	next, err := t.s.Game.Play(m)
	if err != nil {
		return // sensing gives legal moves only
	}
	t.result.Move = before.Notation(m)
	t.s.LastPly = LastPly{Known: true, Before: before, Bodies: t.s.Bodies, VisitorManToFlip: t.s.LastPly.VisitorManToFlip}
	t.s.Bodies = t.s.Bodies.PlayByHand(before, m).Agree(next.Position())
	t.s.Game, t.s.Remark = next, Remark{}
	t.remindOfTouch(t.s.Turn.Touch, m)
	t.s.forgetTurn()
	t.s.Draw.moveOn(next.Plies())
	t.s.proveSensors()
	// The visitor says that the move is made, whatever the sensors read.
	t.maskFaulty(t.s.differingSquares(next.Position().Occupied()))
	if m.IsCapture() {
		t.showMood(moodLost)
	}
	if t.s.GameOver() {
		t.endGame()
		return
	}
	if before.Promotes(m) {
		t.s.LastPly.VisitorManToFlip = m.To
		t.say(say.CrownYours, []board.Square{m.To}, "")
	}
	t.askEngine()
}

// showHint tells the visitor what the engine has found, unless the game has gone on.
func (t *eventRun) showHint() {
	if !t.s.Hint.Asked || t.e.Ply != t.s.Game.Plies() {
		return
	}
	t.s.Hint.Asked = false
	p := t.s.Game.Position()
	m, err := p.ParseMove(t.e.Move)
	if err != nil {
		t.sayNoHint()
		return
	}
	t.s.Hint.Move = &m
	if t.s.leadsHand() { // the board is to be put right first: the picture shows the move meanwhile
		t.say(say.Hint, p.Path(m), p.Notation(m))
		return
	}
	t.s.Turn.ComplaintShown = false
	t.say(say.Hint, p.Path(m), p.Notation(m))
	t.makeRemark(t.e.Remark)
}

// askForHint asks the engine for a move for the visitor.
func (t *eventRun) askForHint() {
	if t.s.Hint.Asked {
		return
	}
	t.s.Hint.Asked = true
	t.addEffect(Effect{Kind: EffectHint, N: t.s.Game.Plies(), Payload: Payload{Task: t.s.engineTask()}})
	t.startDeadlines(deadlineThinking, deadlineHint)
}

// sayNoHint lets the visitor move without one.
func (t *eventRun) sayNoHint() {
	t.s.Hint.Asked = false
	t.say(say.EngineFault, nil, "")
}
