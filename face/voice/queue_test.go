package voice

import (
	"testing"
	"time"

	"crownhead/face"
)

// A stage lets a speech queue run by hand, on a clock that the test turns.
type stage struct {
	*testing.T
	queue speechQueue
	now   time.Time
	m     face.Moment
}

func newStage(t *testing.T) *stage {
	return &stage{T: t, queue: speechQueue{chooser: newChooser(mustLoad(t), 1)}, m: face.Moment{Lang: "en", Attitude: face.Positive, Game: 1, Phase: "visitor"}}
}

// says hands in a sentence and returns the event that begins, with "!" when another was cut short for it.
func (s *stage) says(keys ...string) string {
	s.Helper()
	m := s.m
	m.Said = keys
	begin, cut := s.queue.enqueue(s.now, m)
	return mark(begin, cut)
}

func (s *stage) feels(cue face.Cue) string {
	s.Helper()
	m := s.m
	m.Cues = []face.Cue{cue}
	begin, cut := s.queue.enqueue(s.now, m)
	return mark(begin, cut)
}

// ends lets the phrase end after a while, and returns what begins then.
func (s *stage) ends(after time.Duration) string {
	s.Helper()
	s.now = s.now.Add(after)
	return mark(s.queue.finishUtterance(s.now), false)
}

func mark(p *Phrase, cut bool) string {
	switch {
	case p == nil:
		return ""
	case cut:
		return p.Event + "!"
	}
	return p.Event
}

func (s *stage) want(got, want string) {
	s.Helper()
	if got != want {
		s.Errorf("begins %q, want %q", got, want)
	}
}

// Scene 38: a remark never comes one move late.
func TestScene38NeverLate(t *testing.T) {
	t.Run("the game went on", func(t *testing.T) {
		s := newStage(t)
		s.want(s.says("your_turn"), "your_turn")
		s.want(s.feels(face.VisitorGood), "") // waits
		s.m.Ply++
		s.want(s.says(), "")
		s.want(s.ends(time.Second), "")
	})
	t.Run("the turn went on", func(t *testing.T) {
		s := newStage(t)
		s.m.Phase = "moving"
		s.want(s.says("my_capture"), "my_capture")
		s.want(s.feels(face.PiecesLost), "")
		s.m.Phase = "visitor"
		s.want(s.says(), "")
		s.want(s.ends(time.Second), "")
	})
	t.Run("another game began", func(t *testing.T) {
		s := newStage(t)
		s.want(s.says("end_draw_balance"), "draw")
		s.want(s.says("set_up"), "")
		s.m.Game++
		s.want(s.says(), "")
		s.want(s.ends(time.Second), "")
	})
	t.Run("it waited too long", func(t *testing.T) {
		s := newStage(t)
		s.want(s.says("your_turn"), "your_turn")
		s.want(s.feels(face.VisitorGood), "")
		s.want(s.ends(1600*time.Millisecond), "")
	})
	t.Run("in time", func(t *testing.T) {
		s := newStage(t)
		s.want(s.says("your_turn"), "your_turn")
		s.want(s.feels(face.VisitorGood), "")
		s.want(s.ends(1400*time.Millisecond), "good_move")
		s.want(s.ends(time.Second), "")
	})
}

// Scene 38: what matters cuts a remark short; at most one phrase waits, and it is the one that matters more.
func TestScene38WhoSpeaksFirst(t *testing.T) {
	t.Run("a remark is cut short", func(t *testing.T) {
		s := newStage(t)
		s.want(s.feels(face.VisitorBad), "bad_move")
		s.want(s.says("your_turn"), "your_turn!")
		s.want(s.says("hands_off"), "hands_off!")
		s.want(s.says("your_turn"), "")
		s.want(s.ends(time.Second), "your_turn")
	})
	t.Run("a remark doesn't cut a remark", func(t *testing.T) {
		s := newStage(t)
		s.want(s.feels(face.VisitorBad), "bad_move")
		s.want(s.feels(face.PiecesLost), "")
	})
	t.Run("one waits", func(t *testing.T) {
		s := newStage(t)
		s.want(s.says("hands_off"), "hands_off")
		s.want(s.says("your_turn"), "")
		s.want(s.feels(face.VisitorGood), "") // less than what waits
		s.want(s.says("help_pick"), "")       // more
		s.want(s.ends(time.Second), "help")
		s.want(s.ends(time.Second), "")
	})
	t.Run("what matters less doesn't take the place", func(t *testing.T) {
		s := newStage(t)
		s.want(s.says("hands_off"), "hands_off")
		s.want(s.says("your_turn"), "")
		s.want(s.feels(face.VisitorGood), "")
		s.want(s.ends(time.Second), "your_turn")
	})
	t.Run("what was cut off for is not followed by what waited", func(t *testing.T) {
		s := newStage(t)
		s.want(s.says("your_turn"), "your_turn")
		s.want(s.says("hint"), "")
		s.want(s.says("must_capture"), "must_capture!")
		s.want(s.ends(time.Second), "")
	})
}

// Scene 40: the winning move is spoken before "game over", whatever was being said, and even when the end comes at once.
func TestScene40WinningMoveSpokenFirst(t *testing.T) {
	for _, before := range []func(s *stage) string{
		func(*stage) string { return "" },
		func(s *stage) string { return s.feels(face.VisitorBad) },
	} {
		s := newStage(t)
		busy := before(s)
		s.m.Ply, s.m.Phase, s.m.Ends = 31, "moving", true
		move := "my_capture"
		if busy != "" {
			move += "!"
		}
		s.want(s.says("my_capture"), move)
		s.m.Phase = "over"
		s.want(s.says("end_loss_no_pieces"), "")
		s.want(s.ends(2*time.Second), "robot_wins")
		s.want(s.ends(2*time.Second), "")
	}
}
