package ctest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"crownhead/firmware/link/wire"
)

// golden is what a line of frames.jsonl says that C can be held against.
type golden struct {
	Hex   string `json:"hex"`
	Error string `json:"error"`
}

func goldenFrames(t testing.TB) []golden {
	t.Helper()
	data, err := os.ReadFile("../testdata/frames.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []golden
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var g golden
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// decodeByReference is what the reference makes of bytes, spelt as the firmware's process does.
func decodeByReference(line []byte) (words []string, frames []wire.Frame) {
	var d wire.Decoder
	good := 0
	d.Feed(line, func(f wire.Frame) {
		good++
		words = append(words, strconv.Itoa(int(f.Type)), strconv.Itoa(int(f.Session)), strconv.Itoa(int(f.Seq)), strconv.Itoa(int(f.Ack)), toHex(f.Payload))
		f.Payload = bytes.Clone(f.Payload)
		frames = append(frames, f)
	})
	return append(words, "good", strconv.Itoa(good), "errors", strconv.FormatUint(d.Errors.Total(), 10)), frames
}

// The golden frames decode and encode the same in C and Go; the golden faults are refused by both.
func TestGoldenFrames(t *testing.T) {
	d := startFirmware(t, host)
	for _, g := range goldenFrames(t) {
		want, frames := decodeByReference(fromHex(t, g.Hex))
		if got := d.query("decode %s", g.Hex); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: C has %v, Go %v", g.Hex, got, want)
		}
		for _, f := range frames {
			if got := d.query("encode %d %d %d %d %s", f.Type, f.Session, f.Seq, f.Ack, toHex(f.Payload)); got[0] != toHex(wire.Encode(f)) {
				t.Errorf("%+v: C writes %s", f, got[0])
			}
		}
	}
}

// Whatever comes in, both ends make the same frames of it, and none reads or writes outside its buffers.
func TestDecodersAgree(t *testing.T) {
	d := startFirmware(t, host)
	var seeds [][]byte
	for _, g := range goldenFrames(t) {
		seeds = append(seeds, fromHex(t, g.Hex))
	}
	rapid.Check(t, func(rt *rapid.T) {
		var line []byte
		for range rapid.IntRange(1, 5).Draw(rt, "pieces") {
			if rapid.Bool().Draw(rt, "garbage") {
				line = append(line, rapid.SliceOfN(rapid.Byte(), 0, 80).Draw(rt, "bytes")...)
				continue
			}
			piece := bytes.Clone(rapid.SampledFrom(seeds).Draw(rt, "frame"))
			if rapid.Bool().Draw(rt, "spoil") && len(piece) > 0 {
				piece[rapid.IntRange(0, len(piece)-1).Draw(rt, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(rt, "bit")
			}
			line = append(line, piece...)
		}
		want, _ := decodeByReference(line)
		if got := d.query("decode %s", toHex(line)); fmt.Sprint(got) != fmt.Sprint(want) {
			rt.Fatalf("%x: C has %v, Go %v", line, got, want)
		}
	})
}

// FuzzDecoders: the same for whatever bytes the fuzzer finds.
func FuzzDecoders(f *testing.F) {
	d := startFirmware(f, host)
	for _, g := range goldenFrames(f) {
		f.Add(fromHex(f, g.Hex))
	}
	long := bytes.Repeat([]byte{0x55}, wire.MaxFrame)
	f.Add(append(append(long, 0), wire.Encode(wire.Frame{Type: wire.TypeHome, Session: 1, Seq: 1})...))
	f.Add([]byte{0, 0, 3, 1, 0, 255, 0})
	f.Fuzz(func(t *testing.T, line []byte) {
		d.t = t
		line = line[:min(len(line), 4096)]
		want, _ := decodeByReference(line)
		if got := d.query("decode %s", toHex(line)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%x: C has %v, Go %v", line, got, want)
		}
	})
}
