package ctest

import (
	"flag"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

var loadTime = flag.Duration("load", 1500*time.Millisecond, "how long both ways of the line are full while the joints move, in simulated time")

// Both ways of the line full and all joints at full speed: no byte is lost, no frame, no step. Frames carry
// sequence numbers and none is ever repeated, so that a byte lost on the way there stops everything behind it,
// and one on the way back damages a frame.
func TestFullDuplex(t *testing.T) {
	fullDuplex(t, board, 25, 98, 92)
}

// As much at 500 000 baud comes twice as close: no byte of it is lost either. (All that the faster line could
// carry the main loop would not work off.)
func TestFastLine(t *testing.T) { fullDuplex(t, fast, 25, 98, 75) }

// fullDuplex plays with so many bytes a millisecond, of which shares in percent have to go there and back. There
// are never quite all back: libsimavr takes a byte to send only when the one before is over.
func fullDuplex(t *testing.T, on target, rate int, there, back float64) {
	t.Helper()
	r := newFrameRig(t, on)
	r.window = 100
	start, began, put := r.heard, r.ms, r.queued
	chain := shuttle(1 + int(*loadTime/(2240*time.Millisecond)))
	f := &follower{r: r, course: newCourse(r.status.Position, chain)}
	r.chain = append([]wire.Segment(nil), chain...)
	last := r.id + uint16(len(chain))
	for i := 0; r.status.Done != last; i++ {
		for r.queued-put < (r.ms-began+2)*rate {
			r.sendFiller(i)
			i++
		}
		r.run(1)
		f.checkPulses()
	}
	spent := r.ms - began
	r.run(50)
	all := r.queued
	r.run(1)
	f.checkPulses()
	f.checkFinished()
	if r.acked != r.seq {
		t.Errorf("the controller has %d of %d", r.acked, r.seq)
	}
	r.query("load")
	if lost := r.wordInt(2); lost != 0 || r.wordInt(0) != int64(all-put) || r.wordInt(1) != int64(r.heard-start) {
		t.Errorf("%d bytes lost; %s of %d arrived, %s sent and %d heard", lost, r.words[0], all-put,
			r.words[1], r.heard-start)
	}
	share := func(i int) float64 { return 100 * float64(r.wordInt(i)) / float64(spent*rate) }
	t.Logf("%d ms: %.1f %% of the line there (%s bytes, at most %s unread), %.1f %% back (%s bytes); %d pulses, %d to %d cycles from their places",
		spent, share(0), r.words[0], r.words[3], share(1), r.words[1], f.seen, f.early, f.late)
	if share(0) < there || share(1) < back {
		t.Error("that is too little")
	}
	r.query("cost")
	t.Logf("tick: mean %s, worst %s cycles, next item at most %s; %s bytes of stack untouched; frames %v",
		r.words[1], r.words[2], r.words[4], r.words[3], r.got)
}

// sendFiller puts the i-th frame of the load on the line: most are answered with an acknowledgement as long as they
// are, the rest by more.
func (r *frameRig) sendFiller(i int) {
	switch {
	case i%4 == 0:
		r.queueMessage(wire.HelloRequest{Major: wire.Major, Nonce: rigSession})
	case i%40 == 1:
		r.queueMessage(wire.Leds{Rows: [16]uint8{uint8(i), 1, 2, 3}})
	case i%40 == 2:
		r.queueMessage(wire.Servos{Micros: [4]uint16{1500, 1500, 1500, uint16(1000 + i%1000)}})
	default:
		r.queueMessage(wire.ButtonLed{Mode: uint8(i % 4)})
	}
}
