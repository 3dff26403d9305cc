package robot_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/witness"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// A storm strikes at random: it pulls the cable, resets the controller, stops the robot and clears the stop. After its
// time it is quiet.
type storm struct {
	quickPerson
	rng   *rand.Rand
	line  *pulledLine
	until time.Duration
	next  time.Duration
	log   []string
}

func (s *storm) Advance(now time.Duration, snap robot.Snapshot) time.Duration {
	if now >= s.next && now < s.until {
		s.strike(now)
		s.next = now + time.Duration(200+s.rng.IntN(14000))*time.Millisecond
	}
	s.tidy(now)
	next := s.quickPerson.Advance(now, snap)
	if s.next < s.until {
		next = min(next, s.next)
	}
	if snap.Phase == turn.Stopped && now >= max(s.until, s.next) {
		s.b.commands = append(s.b.commands, turn.Command{Name: turn.CommandClear})
		s.next = now + 5*time.Second
		next = min(next, s.next)
	}
	return next
}

// tidy takes away what has fallen between the squares, where no sensor sees it.
func (s *storm) tidy(now time.Duration) {
	for _, c := range s.b.world.State(now).Checkers {
		if c.Where == "beside" {
			_ = s.b.world.RemoveID(c.ID)
		}
	}
}

func (s *storm) strike(now time.Duration) {
	what := ""
	switch s.rng.IntN(6) {
	case 0, 1, 2:
		away := time.Duration(50+s.rng.IntN(2500)) * time.Millisecond
		s.line.out, s.line.back = now, now+away
		what = "pulled for " + away.String()
	case 3:
		s.b.reset(now)
		what = "reset"
	case 4:
		s.b.commands = append(s.b.commands, turn.Command{Name: turn.CommandStop})
		what = "stop"
	case 5:
		s.b.commands = append(s.b.commands, turn.Command{Name: turn.CommandClear})
		what = "clear"
	}
	s.log = append(s.log, now.String()+" "+what)
}

// Whatever strikes in whatever order, the game goes on once it is over, and the witness never sees a turn handed over
// with another board.
func TestStorm(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		visitor := board.Color(seed % 2)
		b := newBench(t, "W:Wa1,c1,g1,d2,a3,e3,b6:Bb4,d6,f6,c7,e7,b8,h8,h2", visitor, nil)
		line := &pulledLine{device: b.controller}
		b.device = line
		s := &storm{
			quickPerson: quickPerson{b: b, choose: first, mend: true}, line: line,
			rng: rand.New(rand.NewPCG(seed, 1)), until: 2 * time.Minute,
		}
		began := time.Duration(0)
		b.run(t, calm{s, &began}, func(snap robot.Snapshot) bool {
			return began > 0 && (snap.Phase == turn.Over || snap.Phase == turn.Visitor)
		})
		if c := b.world.Counts(); c.BoardMismatches+c.Kinds[witness.ViolationPressed]+c.Kinds[witness.ViolationCollision] != 0 {
			t.Errorf("the witness counts %+v", c)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %v\n%s", seed, s.log, b.journals[len(b.journals)-1].String())
		}
	}
}

// calm notes when the storm is over, and fails a robot that doesn't go on soon.
type calm struct {
	*storm
	began *time.Duration
}

func (c calm) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	next := c.storm.Advance(now, s)
	if now >= c.until && *c.began == 0 {
		*c.began = now
	}
	if now < c.until {
		next = min(next, c.until)
	}
	return next
}
