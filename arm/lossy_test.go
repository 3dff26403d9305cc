package arm

import (
	"testing"

	"crownhead/board"
)

// On a rough line every way that begins with an empty queue begins with a wait, which changes neither pump nor valve.
func TestLossyLine(t *testing.T) {
	for _, rough := range []bool{false, true} {
		f := newFakeRobot(t, board.Black, 0)
		f.lossy = rough
		empty, waits := 0, 0
		was := 0
		f.beforeStep = func() {
			if fresh := f.orders[was:]; len(fresh) > 0 && len(f.queue) == len(fresh) {
				empty++
				if fresh[0].actuate && fresh[0].dwell >= lossyPrefillDelay {
					waits++
				}
			}
			was = len(f.orders)
		}
		f.start("W:WKa1:Bf2,c3,b6,f6", "a1 a7")
		f.run(EventDone)
		if empty < 4 || rough && waits != empty || !rough && waits != 0 {
			t.Errorf("lossy %t: %d ways, %d begin with a wait", rough, empty, waits)
		}
		if want := occupancyAfter(t, "W:WKa1:Bf2,c3,b6,f6", "a1 a7"); f.squares != want || f.held || f.maxQueued > maxInFlight {
			t.Errorf("lossy %t: squares %v, want %v; held %t, %d in flight", rough, f.squares, want, f.held, f.maxQueued)
		}
	}
}
