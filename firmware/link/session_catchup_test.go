package link

import (
	"testing"
	"time"

	"crownhead/internal/clock"
)

func TestCatchUp(t *testing.T) {
	early, late := time.Now().Add(time.Hour), time.Now().Add(-time.Hour)
	for _, c := range []struct {
		name  string
		first Incoming
		then  []Incoming
		want  Incoming
		left  int
	}{
		{name: "nothing"},
		{"bytes", Incoming{Data: []byte("a")}, []Incoming{{Data: []byte("b")}, {Data: []byte("c")}}, Incoming{Data: []byte("abc")}, 0},
		{"only later ones", Incoming{}, []Incoming{{Data: []byte("b")}}, Incoming{Data: []byte("b")}, 0},
		{"closed after them", Incoming{Data: []byte("a")}, []Incoming{{Change: Closed}, {Change: Opened}}, Incoming{Closed, []byte("a")}, 1},
		{"opened before them", Incoming{Change: Opened}, []Incoming{{Data: []byte("b")}}, Incoming{Change: Opened}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			from := make(chan Incoming, 4)
			for _, in := range c.then {
				from <- in
			}
			got := CatchUp(from, c.first, early, clock.Clock{})
			if got.Change != c.want.Change || string(got.Data) != string(c.want.Data) || len(from) != c.left {
				t.Errorf("%v %q, %d left; want %v %q, %d left", got.Change, got.Data, len(from), c.want.Change, c.want.Data, c.left)
			}
		})
	}
	t.Run("the reader was held up, too", func(t *testing.T) {
		from := make(chan Incoming)
		go func() { from <- Incoming{Data: []byte("a")} }()
		deadline := time.Now().Add(20 * time.Second)
		got := Incoming{}
		for len(got.Data) == 0 && time.Now().Before(deadline) {
			got = CatchUp(from, Incoming{}, late, clock.Clock{})
		}
		if string(got.Data) != "a" {
			t.Error("what its reader had to give is lost")
		}
	})
	t.Run("the port has ended", func(t *testing.T) {
		from := make(chan Incoming)
		close(from)
		if got := CatchUp(from, Incoming{Data: []byte("a")}, early, clock.Clock{}); got.Change != Received || string(got.Data) != "a" {
			t.Errorf("got %+v", got)
		}
	})
}
