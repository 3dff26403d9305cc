package wire

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestOnceAndInOrder: over a noisy line in both directions every message comes
// out once and in order, and nothing is left over.
func TestOnceAndInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a, b endpoint
		a.channel.Reset(7)
		b.channel.Reset(7)
		level := rapid.IntRange(0, 40).Draw(t, "noise")
		there, back := noisyLine{t: t, level: level}, noisyLine{t: t, level: level}
		count := rapid.IntRange(1, 40).Draw(t, "count")
		sentA, sentB := 0, 0
		for now := time.Duration(0); now < time.Minute; now += time.Millisecond {
			if sentA < count && rapid.IntRange(0, 3).Draw(t, "send") == 0 {
				sentA++
				mustSend(t, &a.channel, sentA)
			}
			if sentB < count && now%3 == 0 {
				sentB++
				mustSend(t, &b.channel, sentB)
			}
			there.deliverDue(now, &b)
			back.deliverDue(now, &a)
			outA, _ := a.channel.Advance(now, nil)
			outB, _ := b.channel.Advance(now, nil)
			there.addNoise(now, outA)
			back.addNoise(now, outB)
			if sentA == count && sentB == count && a.channel.Pending()+b.channel.Pending() == 0 {
				break
			}
		}
		want := make([]uint16, count)
		for i := range want {
			want[i] = uint16(i + 1)
		}
		if !slices.Equal(b.got, want) || !slices.Equal(a.got, want) {
			t.Fatalf("there %v, back %v, want 1…%d", b.got, a.got, count)
		}
	})
}

func mustSend(t *rapid.T, c *ReliableLink, id int) {
	if err := c.Send(Actuate{ID: uint16(id)}); err != nil {
		t.Fatal(err)
	}
}

// TestSequenceWraps: nothing happens at 255.
func TestSequenceWraps(t *testing.T) {
	var a, b endpoint
	a.channel.Reset(1)
	b.channel.Reset(1)
	for i := range 700 {
		now := time.Duration(i) * time.Millisecond
		if err := a.channel.Send(Actuate{ID: uint16(i)}); err != nil {
			t.Fatal(err)
		}
		out, _ := a.channel.Advance(now, nil)
		b.receiveBytes(now, out)
		out, _ = b.channel.Advance(now, nil)
		a.receiveBytes(now, out)
	}
	if len(b.got) != 700 || b.got[699] != 699 {
		t.Errorf("%d messages came through", len(b.got))
	}
}

// TestStaleSession: a frame of the former session is neither executed nor does
// its acknowledgement count.
func TestStaleSession(t *testing.T) {
	var a, b endpoint
	a.channel.Reset(1)
	b.channel.Reset(1)
	if err := a.channel.Send(Actuate{ID: 1}); err != nil {
		t.Fatal(err)
	}
	stale, _ := a.channel.Advance(0, nil)
	a.channel.Reset(2)
	b.channel.Reset(2)
	b.receiveBytes(0, stale)
	if len(b.got) != 0 || b.channel.Stats.Stale != 1 {
		t.Errorf("got %v, stats %+v", b.got, b.channel.Stats)
	}
	if out, _ := b.channel.Advance(0, nil); len(out) != 0 {
		t.Errorf("answered with %x", out)
	}
}

// TestBackOff: on a silent line repetitions come after 30, 60, 120, 240, 250 ms.
func TestBackOff(t *testing.T) {
	var c ReliableLink
	c.Reset(1)
	if err := c.Send(Home{}); err != nil {
		t.Fatal(err)
	}
	_, next := c.Advance(0, nil)
	var waits []time.Duration
	for last := time.Duration(0); len(waits) < 6; {
		waits = append(waits, next-last)
		last = next
		if out, _ := c.Advance(last-1, nil); len(out) != 0 {
			t.Fatalf("repeated before %v", last)
		}
		var out []byte
		if out, next = c.Advance(last, nil); len(out) == 0 {
			t.Fatalf("not repeated at %v", last)
		}
	}
	want := []time.Duration{30, 60, 120, 240, 250, 250}
	for i := range want {
		if waits[i] != want[i]*time.Millisecond {
			t.Fatalf("waits %v, want %v ms", waits, want)
		}
	}
	c.Receive(next, Frame{Type: TypeAck, Session: 1, Ack: 1})
	if c.Pending() != 0 {
		t.Error("the acknowledgement did not count")
	}
}

// TestWindow: no more than four frames are on the line, and each one that is
// acknowledged lets another follow.
func TestWindow(t *testing.T) {
	var c ReliableLink
	c.Reset(1)
	for range 10 {
		if err := c.Send(Home{}); err != nil {
			t.Fatal(err)
		}
	}
	count := func() int {
		out, _ := c.Advance(0, nil)
		return bytes.Count(out, []byte{0})
	}
	if n := count(); n != Window {
		t.Errorf("%d frames at once", n)
	}
	c.Receive(0, Frame{Type: TypeAck, Session: 1, Ack: 3})
	if n := count(); n != 3 {
		t.Errorf("%d frames after three were acknowledged", n)
	}
}

// TestGap: the receiver of an early frame says so at once; the sender sends the
// window again, once for all such answers to one flight.
func TestGap(t *testing.T) {
	var a, b endpoint
	a.channel.Reset(1)
	b.channel.Reset(1)
	for i := range 3 {
		if err := a.channel.Send(Actuate{ID: uint16(i)}); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := a.channel.Advance(0, nil)
	b.receiveBytes(0, out[bytes.IndexByte(out, 0)+1:]) // the first is lost
	nak, _ := b.channel.Advance(0, b.channel.AppendUnsequenced(nil, Heartbeat{}))
	var kinds []Type
	new(Decoder).Feed(nak, func(f Frame) { kinds = append(kinds, f.Type) })
	if !slices.Equal(kinds, []Type{TypeHeartbeat, TypeNak}) {
		t.Fatalf("answered by %v", kinds)
	}
	for now := time.Duration(0); now < minNakInterval; now += minNakInterval / 4 {
		a.receiveBytes(now, nak)
		out, _ = a.channel.Advance(now, out[:0])
		b.receiveBytes(now, out)
	}
	if a.channel.Stats.Retransmitted != 3 || len(b.got) != 3 {
		t.Errorf("%d frames repeated, %v came through", a.channel.Stats.Retransmitted, b.got)
	}
}

// TestDuplicateIsAcknowledgedAgain: the peer may have missed the first one.
func TestDuplicateIsAcknowledgedAgain(t *testing.T) {
	var c ReliableLink
	c.Reset(1)
	f := Frame{Type: TypeHome, Session: 1, Seq: 1}
	if !c.Receive(0, f) {
		t.Fatal("the first was refused")
	}
	first, _ := c.Advance(0, nil)
	if c.Receive(0, f) {
		t.Fatal("the second was executed")
	}
	if again, _ := c.Advance(0, nil); !slices.Equal(first, again) {
		t.Errorf("acknowledged by %x, then by %x", first, again)
	}
}

// TestAckBeyondWindow: an acknowledgement of what was never sent is ignored.
func TestAckBeyondWindow(t *testing.T) {
	var c ReliableLink
	c.Reset(1)
	if err := c.Send(Home{}); err != nil {
		t.Fatal(err)
	}
	c.Advance(0, nil)
	c.Receive(0, Frame{Type: TypeAck, Session: 1, Ack: 2})
	if c.Pending() != 1 {
		t.Error("taken for acknowledged")
	}
}

// TestBacklog: a peer that acknowledges nothing does not fill the memory.
func TestBacklog(t *testing.T) {
	var c ReliableLink
	c.Reset(1)
	for range maxBacklog {
		if err := c.Send(Home{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Send(Home{}); err == nil {
		t.Error("more was queued")
	}
}
