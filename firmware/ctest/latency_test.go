package ctest

import (
	"testing"

	"crownhead/firmware/link/wire"
)

// mostCycles is 5 ms, as long as a press may take to its packet, and a command to its first step.
const mostCycles = 5 * 16_000

// A stamped frame has the cycle of its first byte on the line, and of its last.
type stamped struct {
	wire.Frame
	first, last int64
	sent        bool // by the controller
}

// framesWithTimes are those on the line since the last time, both ways.
func (r *frameRig) framesWithTimes() (list []stamped) {
	r.t.Helper()
	words := r.query("bytes")
	var decoders [2]wire.Decoder
	var first [2]int64
	for i := 0; i+2 < len(words); i += 3 {
		cycle, way := r.wordInt(i), 0
		if words[i+1] == ">" {
			way = 1
		}
		if first[way] == 0 {
			first[way] = cycle
		}
		if words[i+2] != "00" {
			decoders[way].Feed(fromHex(r.t, words[i+2]), nil)
			continue
		}
		decoders[way].Feed([]byte{0}, func(f wire.Frame) {
			list = append(list, stamped{f, first[way], cycle, way == 1})
		})
		first[way] = 0
	}
	return list
}

// runPartOfMillisecond lets that much pass, so that what follows happens at another moment of the firmware's own.
func (r *frameRig) runPartOfMillisecond(part int) int64 {
	r.t.Helper()
	r.query("slice %d 0 0 0 12000 -", 61*part%1000)
	cycle := r.wordInt(0)
	r.decoder.Feed(fromHex(r.t, r.words[1]), r.receiveFrame)
	return cycle
}

// However a press falls, its packet begins to leave within 5 ms: at rest, with all joints at full speed, and
// while as many segments come as a host may have on the line.
func TestPressToPacket(t *testing.T) {
	r := newFrameRig(t, board)
	worst, presses := int64(0), 0
	press := func(part int) {
		r.runPartOfMillisecond(part)
		r.query("bytes")
		at := r.runPartOfMillisecond(1)
		r.command("in 0 0 1 12000")
		r.run(12)
		for _, f := range r.framesWithTimes() {
			if f.sent && f.Type == wire.TypePress {
				worst = max(worst, f.first-at)
			}
		}
		r.command("in 0 0 0 12000")
		r.run(20)
		presses++
	}
	for part := range 12 {
		press(part)
	}
	idle := worst
	chain := shuttle(1)
	for part := range 24 {
		if part%2 == 0 && len(r.chain) == 0 && len(chain) > 0 {
			r.chain, chain = chain[:wire.Window], chain[wire.Window:]
			r.sendChain()
		}
		press(part)
	}
	if len(r.presses) != presses || worst > mostCycles {
		t.Errorf("%d presses told of %d", len(r.presses), presses)
	}
	t.Logf("press to packet: %.2f ms at rest, %.2f ms at most", float64(idle)/16_000, float64(worst)/16_000)
}

// From the last byte of a SEGMENT to the first step of the motors it takes less than 5 ms, of which the profile
// itself takes half a one.
func TestCommandToStep(t *testing.T) {
	r := newFrameRig(t, board)
	const brink = 127 // 1/256 step: the next one is at hand
	worst := int64(0)
	for part := range 12 {
		r.chain = []wire.Segment{{Ticks: 800, End: [3]int32{brink, brink, brink}}}
		r.followChain(r.chain)
		r.runPartOfMillisecond(part)
		r.query("bytes")
		end, exit := int32(brink+2*256), int32(4<<32/200) // evenly faster
		r.chain = []wire.Segment{
			{Ticks: 200, End: [3]int32{end, end, end}, Exit: [3]int32{exit, exit, exit}},
			{Ticks: 200, End: [3]int32{end + 512, end + 512, end + 512}},
		}
		r.sendChain()
		r.pulses = nil
		r.run(12)
		for _, f := range r.framesWithTimes() {
			if !f.sent && f.Type == wire.TypeSegment && len(r.pulses) > 0 {
				worst = max(worst, r.pulses[0].cycle-f.last)
				break
			}
		}
		r.runUntil("done", func() bool { return r.status.Done == r.id })
		r.pulses = nil
	}
	if worst == 0 || worst > mostCycles {
		t.Errorf("the first step comes %d cycles after its command", worst)
	}
	t.Logf("command to step: %.2f ms at most", float64(worst)/16_000)
}
