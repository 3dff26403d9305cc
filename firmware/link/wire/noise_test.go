package wire

import (
	"slices"
	"time"

	"pgregory.net/rapid"
)

// endpoint is one side of a test line: a channel and what it has handed on.
type endpoint struct {
	channel ReliableLink
	decoder Decoder
	got     []uint16
}

func (e *endpoint) receiveBytes(now time.Duration, b []byte) {
	e.decoder.Feed(b, func(f Frame) {
		if !e.channel.Receive(now, f) || !f.Type.Sequenced() {
			return
		}
		m, _ := Unmarshal(f.Type, f.Payload)
		e.got = append(e.got, m.(Actuate).ID)
	})
}

// frameInFlight is a frame on its way.
type frameInFlight struct {
	due   time.Duration
	bytes []byte
}

// noisyLine damages, loses, repeats and delays frames.
type noisyLine struct {
	t     *rapid.T
	level int // of 100
	line  []frameInFlight
}

func (n *noisyLine) addNoise(now time.Duration, b []byte) {
	for len(b) > 0 {
		i := slices.Index(b, 0) + 1
		n.damageAndQueue(now, b[:i])
		b = b[i:]
	}
}

func (n *noisyLine) damageAndQueue(now time.Duration, b []byte) {
	due := now + time.Duration(rapid.IntRange(1, 4).Draw(n.t, "delay"))*time.Millisecond
	if len(n.line) > 0 {
		due = max(due, n.line[len(n.line)-1].due) // a line does not reorder
	}
	if rapid.IntRange(0, 99).Draw(n.t, "luck") >= n.level {
		n.line = append(n.line, frameInFlight{due, b})
		return
	}
	switch rapid.IntRange(0, 3).Draw(n.t, "harm") {
	case 0: // lost
	case 1:
		n.line = append(n.line, frameInFlight{due, b}, frameInFlight{due, b})
	case 2:
		n.line = append(n.line, frameInFlight{due + 50*time.Millisecond, b})
	case 3:
		n.line = append(n.line, frameInFlight{due, damageBytes(n.t, b)})
	}
}

// damageBytes flips a bit or loses a byte so that the decoder must notice.
func damageBytes(t *rapid.T, b []byte) []byte {
	i := rapid.IntRange(0, len(b)-2).Draw(t, "byte")
	c := slices.Clone(b)
	if rapid.Bool().Draw(t, "flip") {
		c[i] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
	} else {
		c = slices.Delete(c, i, i+1)
	}
	var d Decoder
	passed := false
	d.Feed(c, func(Frame) { passed = true })
	if passed {
		return nil // one in 65536: the check cannot see it, and the test does not ask for it
	}
	return c
}

func (n *noisyLine) deliverDue(now time.Duration, to *endpoint) {
	for len(n.line) > 0 && n.line[0].due <= now {
		to.receiveBytes(now, n.line[0].bytes)
		n.line = n.line[1:]
	}
}
