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
		first PortEvent
		then  []PortEvent
		want  PortEvent
		left  int
	}{
		{name: "nothing"},
		{
			"bytes",
			PortEvent{Data: []byte("a")},
			[]PortEvent{{Data: []byte("b")}, {Data: []byte("c")}},
			PortEvent{Data: []byte("abc")},
			0,
		},
		{"only later ones", PortEvent{}, []PortEvent{{Data: []byte("b")}}, PortEvent{Data: []byte("b")}, 0},
		{
			"closed after them",
			PortEvent{Data: []byte("a")},
			[]PortEvent{{Change: PortClosed}, {Change: PortOpened}},
			PortEvent{PortClosed, []byte("a")},
			1,
		},
		{
			"opened before them",
			PortEvent{Change: PortOpened},
			[]PortEvent{{Data: []byte("b")}},
			PortEvent{Change: PortOpened},
			1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			from := make(chan PortEvent, 4)
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
		from := make(chan PortEvent)
		go func() { from <- PortEvent{Data: []byte("a")} }()
		deadline := time.Now().Add(20 * time.Second)
		got := PortEvent{}
		for len(got.Data) == 0 && time.Now().Before(deadline) {
			got = CatchUp(from, PortEvent{}, late, clock.Clock{})
		}
		if string(got.Data) != "a" {
			t.Error("what its reader had to give is lost")
		}
	})
	t.Run("the port has ended", func(t *testing.T) {
		from := make(chan PortEvent)
		close(from)
		got := CatchUp(from, PortEvent{Data: []byte("a")}, early, clock.Clock{})
		if got.Change != PortData || string(got.Data) != "a" {
			t.Errorf("got %+v", got)
		}
	})
}
