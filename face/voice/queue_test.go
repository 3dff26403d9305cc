package voice

import (
	"testing"
	"time"

	"crownhead/face"
)

// A queueRig lets a speech queue run by hand, on a clock that the test turns.
type queueRig struct {
	*testing.T
	queue speechQueue
	now   time.Time
	m     face.Moment
}

func newQueueRig(t *testing.T) *queueRig {
	return &queueRig{T: t, queue: speechQueue{chooser: newChooser(mustLoad(t), true, 1)}, m: face.Moment{
		Lang: "en", Attitude: face.Positive, Game: 1, Phase: "visitor",
	}}
}

// saySentences hands in a sentence and returns the event that begins, with "!" when another was cut
// short for it.
func (s *queueRig) saySentences(keys ...string) string {
	s.Helper()
	m := s.m
	m.Said = keys
	begin, cut := s.queue.enqueue(s.now, m)
	return describeStart(begin, cut)
}

func (s *queueRig) reactTo(cue face.Cue) string {
	s.Helper()
	m := s.m
	m.Cues = []face.Cue{cue}
	begin, cut := s.queue.enqueue(s.now, m)
	return describeStart(begin, cut)
}

// endPhrase lets the phrase end after a while, and returns what begins then.
func (s *queueRig) endPhrase(after time.Duration) string {
	s.Helper()
	s.now = s.now.Add(after)
	return describeStart(s.queue.finishUtterance(s.now), false)
}

func describeStart(p *Phrase, cut bool) string {
	switch {
	case p == nil:
		return ""
	case cut:
		return p.Event + "!"
	}
	return p.Event
}

func (s *queueRig) wantStart(got, want string) {
	s.Helper()
	if got != want {
		s.Errorf("begins %q, want %q", got, want)
	}
}

// Scene 38: small talk never comes a move late.
func TestScene38NeverLate(t *testing.T) {
	t.Run("the game went on", func(t *testing.T) {
		s := newQueueRig(t)
		s.wantStart(s.saySentences("your_turn"), "your_turn")
		s.wantStart(s.reactTo(face.VisitorGood), "") // waits
		s.m.Ply++
		s.wantStart(s.saySentences(), "")
		s.wantStart(s.endPhrase(time.Second), "")
	})
	t.Run("the turn went on", func(t *testing.T) {
		s := newQueueRig(t)
		s.m.Phase = "moving"
		s.wantStart(s.saySentences("my_capture"), "my_capture")
		s.wantStart(s.reactTo(face.PiecesLost), "")
		s.m.Phase = "visitor"
		s.wantStart(s.saySentences(), "")
		s.wantStart(s.endPhrase(time.Second), "")
	})
	t.Run("another game began", func(t *testing.T) {
		s := newQueueRig(t)
		s.wantStart(s.saySentences("end_draw_balance"), "draw")
		s.wantStart(s.saySentences("set_up"), "")
		s.m.Game++
		s.wantStart(s.saySentences(), "")
		s.wantStart(s.endPhrase(time.Second), "")
	})
	t.Run("it waited too long", func(t *testing.T) {
		s := newQueueRig(t)
		s.wantStart(s.saySentences("your_turn"), "your_turn")
		s.wantStart(s.reactTo(face.VisitorGood), "")
		s.wantStart(s.endPhrase(1600*time.Millisecond), "")
	})
	t.Run("in time", func(t *testing.T) {
		s := newQueueRig(t)
		s.wantStart(s.saySentences("your_turn"), "your_turn")
		s.wantStart(s.reactTo(face.VisitorGood), "")
		s.wantStart(s.endPhrase(1400*time.Millisecond), "good_move")
		s.wantStart(s.endPhrase(time.Second), "")
	})
}

// Scene 38: what matters cuts small talk short; at most one phrase waits, and it is the one that
// matters more.
func TestScene38WhoSpeaksFirst(t *testing.T) {
	t.Run("small talk is cut short", func(t *testing.T) {
		s := newQueueRig(t)
		s.wantStart(s.reactTo(face.VisitorBad), "bad_move")
		s.wantStart(s.saySentences("your_turn"), "your_turn!")
		s.wantStart(s.saySentences("hands_off"), "hands_off!")
		s.wantStart(s.saySentences("your_turn"), "")
		s.wantStart(s.endPhrase(time.Second), "your_turn")
	})
	t.Run("small talk doesn't cut small talk short", func(t *testing.T) {
		s := newQueueRig(t)
		s.wantStart(s.reactTo(face.VisitorBad), "bad_move")
		s.wantStart(s.reactTo(face.PiecesLost), "")
	})
	t.Run("one waits", func(t *testing.T) {
		s := newQueueRig(t)
		s.wantStart(s.saySentences("hands_off"), "hands_off")
		s.wantStart(s.saySentences("your_turn"), "")
		s.wantStart(s.reactTo(face.VisitorGood), "") // less than what waits
		s.wantStart(s.saySentences("help_pick"), "") // more
		s.wantStart(s.endPhrase(time.Second), "help")
		s.wantStart(s.endPhrase(time.Second), "")
	})
	t.Run("what matters less doesn't take the place", func(t *testing.T) {
		s := newQueueRig(t)
		s.wantStart(s.saySentences("hands_off"), "hands_off")
		s.wantStart(s.saySentences("your_turn"), "")
		s.wantStart(s.reactTo(face.VisitorGood), "")
		s.wantStart(s.endPhrase(time.Second), "your_turn")
	})
	t.Run("what was cut off for is not followed by what waited", func(t *testing.T) {
		s := newQueueRig(t)
		s.wantStart(s.saySentences("your_turn"), "your_turn")
		s.wantStart(s.saySentences("hint"), "")
		s.wantStart(s.saySentences("must_capture"), "must_capture!")
		s.wantStart(s.endPhrase(time.Second), "")
	})
}

// Scene 40: the winning move is spoken before "game over", whatever was being said, and even when the
// end comes at once.
func TestScene40WinningMoveSpokenFirst(t *testing.T) {
	for _, before := range []func(s *queueRig) string{
		func(*queueRig) string { return "" },
		func(s *queueRig) string { return s.reactTo(face.VisitorBad) },
	} {
		s := newQueueRig(t)
		busy := before(s)
		s.m.Ply, s.m.Phase, s.m.Ends = 31, "moving", true
		move := "my_capture"
		if busy != "" {
			move += "!"
		}
		s.wantStart(s.saySentences("my_capture"), move)
		s.m.Phase = "over"
		s.wantStart(s.saySentences("end_loss_no_pieces"), "")
		s.wantStart(s.endPhrase(2*time.Second), "robot_wins")
		s.wantStart(s.endPhrase(2*time.Second), "")
	}
}
