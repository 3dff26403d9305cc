package wire

import (
	"bytes"
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"
)

// TestCRC pins the variant: other CCITT flavours give other check values.
func TestCRC(t *testing.T) {
	if got := CRC(crcInit, []byte("123456789")); got != 0x29B1 {
		t.Errorf("CRC = %#04x, want 0x29b1", got)
	}
}

// TestCOBS pins the stuffing on the cases a C writer gets wrong.
func TestCOBS(t *testing.T) {
	for _, c := range []struct{ plain, coded []byte }{
		{nil, []byte{1}},
		{[]byte{0}, []byte{1, 1}},
		{[]byte{0, 0}, []byte{1, 1, 1}},
		{[]byte{7, 0}, []byte{2, 7, 1}},
		{[]byte{0, 7}, []byte{1, 2, 7}},
		{[]byte{1, 2, 0, 3}, []byte{3, 1, 2, 2, 3}},
	} {
		if got := appendCOBS(nil, c.plain); !bytes.Equal(got, c.coded) {
			t.Errorf("coded %x = %x, want %x", c.plain, got, c.coded)
		}
		got, ok := decodeCOBS(bytes.Clone(c.coded))
		if !ok || !bytes.Equal(got, c.plain) {
			t.Errorf("decoded %x = %x %t, want %x", c.coded, got, ok, c.plain)
		}
	}
	for _, bad := range [][]byte{{}, {3, 1}, {2}, {1, 5, 1}} {
		if _, ok := decodeCOBS(bytes.Clone(bad)); ok {
			t.Errorf("%x was decoded", bad)
		}
	}
}

func anyFrame(t *rapid.T) Frame {
	kinds := make([]Type, 0, len(typeSpecs))
	for k := range 256 {
		if _, ok := Type(k).Size(); ok {
			kinds = append(kinds, Type(k))
		}
	}
	kind := rapid.SampledFrom(kinds).Draw(t, "type")
	size, _ := kind.Size()
	return Frame{
		Type: kind, Session: rapid.Byte().Draw(t, "session"), Seq: rapid.Byte().Draw(t, "seq"), Ack: rapid.Byte().Draw(t, "ack"),
		Payload: rapid.SliceOfN(rapid.Byte(), size, size).Draw(t, "payload"),
	}
}

// TestDecoderResynchronises: after garbage and one delimiter every frame comes
// through, whatever the chunks in which the bytes arrive.
func TestDecoderResynchronises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		want := rapid.SliceOfN(rapid.Custom(anyFrame), 1, 5).Draw(t, "frames")
		for _, f := range want {
			garbage := rapid.SliceOfN(rapid.ByteRange(1, 255), 0, 2).Draw(t, "garbage")
			if len(garbage) > 0 {
				stream = append(append(stream, garbage...), 0)
			}
			stream = AppendEncode(stream, f)
		}
		var d Decoder
		var got []Frame
		for len(stream) > 0 {
			n := rapid.IntRange(1, len(stream)).Draw(t, "chunk")
			d.Feed(stream[:n], func(f Frame) {
				f.Payload = bytes.Clone(f.Payload)
				got = append(got, f)
			})
			stream = stream[n:]
		}
		if len(got) != len(want) {
			t.Fatalf("%d frames of %d; errors %+v", len(got), len(want), d.Errors)
		}
		for i := range got {
			if !bytes.Equal(Encode(got[i]), Encode(want[i])) {
				t.Fatalf("frame %d is %+v, want %+v", i, got[i], want[i])
			}
		}
	})
}

// TestDecoderCounts: each kind of damage is told apart.
func TestDecoderCounts(t *testing.T) {
	good := Encode(Frame{Type: TypeHeartbeat, Session: 1, Payload: []byte{1, 2}})
	flipped := bytes.Clone(good)
	flipped[len(flipped)-3] ^= 4 // a payload byte
	for _, c := range []struct {
		name  string
		bytes []byte
		want  DecodeErrors
	}{
		{"empty", []byte{0, 0, 0}, DecodeErrors{}},
		{"overrun", append(bytes.Repeat([]byte{9}, 200), 0), DecodeErrors{Overrun: 1}},
		{"stuffing", []byte{9, 1, 0}, DecodeErrors{COBS: 1}},
		{"short", []byte{1, 1, 0}, DecodeErrors{COBS: 1}},
		{"crc", flipped, DecodeErrors{CRC: 1}},
		{"type", Encode(Frame{Type: 0x3f}), DecodeErrors{Type: 1}},
		{"length", Encode(Frame{Type: TypeHeartbeat, Payload: []byte{1}}), DecodeErrors{Length: 1}},
	} {
		var d Decoder
		frames := 0
		d.Feed(c.bytes, func(Frame) { t.Errorf("%s: passed", c.name) })
		if d.Errors != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, d.Errors, c.want)
		}
		d.Feed(good, func(Frame) { frames++ })
		if frames != 1 {
			t.Errorf("%s: not in step afterwards", c.name)
		}
	}
}

// TestSingleErrorsAreFound: one flipped bit or one lost byte never lets a
// changed frame through. (A flip in a stuffing byte may in principle; for none
// of the frames here it does.)
func TestSingleErrorsAreFound(t *testing.T) {
	good := Encode(Frame{Type: TypeSegment, Session: 9, Seq: 4, Ack: 200, Payload: Marshal(Segment{
		ID: 700, Ticks: 400, End: [3]int32{-1234567, 0, 65536}, Exit: [3]int32{0, -5, 1 << 30},
	})})
	for i := range good[:len(good)-1] {
		for bit := range 8 {
			b := bytes.Clone(good)
			b[i] ^= 1 << bit
			var d Decoder
			d.Feed(b, func(f Frame) { t.Errorf("byte %d bit %d: passed as %+v", i, bit, f) })
		}
		var d Decoder
		d.Feed(append(bytes.Clone(good[:i]), good[i+1:]...), func(f Frame) { t.Errorf("byte %d lost: passed as %+v", i, f) })
	}
}

// TestSizes: the table of lengths agrees with the structs, no payload exceeds
// the bound, and a payload survives both ways.
func TestSizes(t *testing.T) {
	seen := 0
	for k := range 256 {
		kind := Type(k)
		size, known := kind.Size()
		if !known {
			continue
		}
		seen++
		payload := make([]byte, size)
		if kind == TypeStop {
			payload[0] = StopSoft
		}
		m, err := Unmarshal(kind, payload)
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if m.Type() != kind || binary.Size(m) != size || size > maxPayload {
			t.Errorf("%s: message %s of %d bytes, table says %d", kind, m.Type(), binary.Size(m), size)
		}
		if _, err := Unmarshal(kind, append(payload, 0)); err == nil {
			t.Errorf("%s: a longer payload passed", kind)
		}
	}
	if seen != len(typeSpecs) {
		t.Errorf("%d types of %d are known", seen, len(typeSpecs))
	}
}

// TestStrictValues: enumerations outside their meaning are refused.
func TestStrictValues(t *testing.T) {
	for _, m := range []Message{
		Stop{Kind: 0}, Stop{Kind: 3}, ButtonLed{Mode: 4}, Actuate{Pump: 2}, Actuate{Valve: 255},
	} {
		if _, err := Unmarshal(m.Type(), Marshal(m)); err == nil {
			t.Errorf("%+v was accepted", m)
		}
	}
	if _, err := Unmarshal(0xee, nil); err == nil {
		t.Error("an unknown type was accepted")
	}
}

// FuzzDecoder: no input panics, and what passes encodes to itself again.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte{0})
	f.Add(Encode(Frame{Type: TypeHello, Session: 1, Payload: make([]byte, 18)}))
	f.Add(append(Encode(Frame{Type: TypeStop, Payload: []byte{1, 2, 3}}), 5, 6, 0, 9))
	f.Fuzz(func(t *testing.T, b []byte) {
		var d Decoder
		d.Feed(b, func(f Frame) {
			line := Encode(f)
			if !bytes.Contains(b, line[:len(line)-1]) {
				t.Errorf("%x decodes to a frame that encodes to %x", b, line)
			}
			if m, err := Unmarshal(f.Type, f.Payload); err == nil && !bytes.Equal(Marshal(m), f.Payload) {
				t.Errorf("%x reads as %+v", f.Payload, m)
			}
		})
	})
}

func BenchmarkDecoder(b *testing.B) {
	line := Encode(Frame{Type: TypeSegment, Session: 1, Seq: 1, Payload: make([]byte, 28)})
	b.SetBytes(int64(len(line)))
	var d Decoder
	for b.Loop() {
		d.Feed(line, func(Frame) {})
	}
}
