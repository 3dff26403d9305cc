package wire

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// update writes the golden files anew: go test ./firmware/link/wire -update.
// Lines that exist must not change within a major version.
var update = flag.Bool("update", false, "write the golden files of firmware/testdata")

const (
	goldenFrames = "../../testdata/frames.jsonl"
	goldenMotion = "../../testdata/motion.jsonl"
)

// goldenFrame is one line of frames.jsonl: a frame on the line and what it
// says, or why it must be thrown away.
type goldenFrame struct {
	Hex     string          `json:"hex"`
	Type    string          `json:"type,omitempty"`
	Session uint8           `json:"session,omitempty"`
	Seq     uint8           `json:"seq,omitempty"`
	Ack     uint8           `json:"ack,omitempty"`
	Fields  json.RawMessage `json:"fields,omitempty"`
	Error   string          `json:"error,omitempty"`
}

var goldenMessages = []Message{
	HelloRequest{Major: 1, Minor: 0, Nonce: 0x12345601},
	SetupLimits{Min: [3]int32{-2048000, -455111, -2321067}, Max: [3]int32{2048000, 2389333, 409600}},
	SetupHoming{Switch: [3]int32{-1820444, 2275556, 227556}, Fast: [3]int32{-572662306, 477218588, 477218588}, Slow: [3]int32{38177487, 38177487, 38177487}},
	SetupRates{
		MaxSpeed: [3]int32{1431655765, 1431655765, 1431655765}, MaxAccel: [3]int32{73300775, 73300775, 73300775},
		StopAccel: [3]int32{73300775, 73300775, 73300775}, SilenceMs: 500, VacuumS: 60,
	},
	Home{},
	Segment{ID: 1, Ticks: 400, End: [3]int32{0, -256, 2147483647}, Exit: [3]int32{0, -1, -2147483648}},
	Segment{ID: 65535, Ticks: 2048, End: [3]int32{1234567, -7654321, 65536}, Exit: [3]int32{1073741824, 0, 16777216}},
	Actuate{ID: 2, Pump: 1, Valve: 0, DwellMs: 300},
	Actuate{ID: 3, Pump: 0, Valve: 1, DwellMs: 65535},
	Clear{Nonce: 9},
	ButtonLed{Mode: LedFast},
	Heartbeat{Nonce: 513},
	Stop{Kind: StopSoft, Nonce: 8},
	Stop{Kind: StopEmergency, Nonce: 9},
	Servos{Micros: [4]uint16{1500, 0, 500, 2500}},
	Leds{Rows: [16]uint8{0x3c, 0x42, 0x81, 0x99, 0x99, 0x81, 0x42, 0x3c, 0, 1, 2, 4, 8, 16, 32, 128}},
	Ack{},
	Hello{Major: 1, Flags: HelloVirtual, Cause: ResetExternal, Firmware: 0xdeadbeef, Boot: 0x00c0ffee, Nonce: 0x12345601, SetupCRC: 0xabcd},
	SetupEcho{Result: SetupOK, CRC: 0x1234},
	Press{Count: 255, Bits: 0xfff00fff},
	Fault{Code: FaultLimit, Joint: 2, ID: 77, Detail: -1234},
	Status{
		State: StateReady, Flags: FlagHomed | FlagMoving | FlagSetup, Free: 12, Done: 4, Position: [3]int32{-1, 0, 1 << 20},
		SupplyMv: 12000, Beat: 700,
	},
	Snapshot{Counter: 40000, Bits: 0xfff02dff, Buttons: 1, Presses: 3},
	StopConfirm{Kind: StopEmergency, Nonce: 9},
	Analogue{Levels: [32]int8{0: -128, 1: 127, 31: -1}},
	Nak{},
}

// goldenBad are lines that a decoder must throw away, made from a good one.
func goldenBad() []goldenFrame {
	good := Encode(Frame{Type: TypeHeartbeat, Session: 1, Ack: 5, Payload: []byte{1, 2}})
	flipped := bytes.Clone(good)
	flipped[6] ^= 1
	line := func(b []byte, kind string) goldenFrame { return goldenFrame{Hex: hex.EncodeToString(b), Error: kind} }
	return []goldenFrame{
		line(flipped, "crc"),
		line(append(bytes.Clone(good[:5]), good[6:]...), "stuffing"),
		line(Encode(Frame{Type: TypeHeartbeat, Session: 1, Payload: []byte{1, 2, 3}}), "length"),
		line(Encode(Frame{Type: 0x3f, Session: 1}), "type"),
		line([]byte{1, 1, 1, 0}, "stuffing"),
		line(append(bytes.Repeat([]byte{0x55}, 70), 0), "overrun"),
	}
}

func writeGolden(t *testing.T, path string, lines []any) {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	for _, l := range lines {
		if err := enc.Encode(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.FromSlash(path), out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readGolden[T any](t *testing.T, path string) []T {
	t.Helper()
	f, err := os.Open(filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []T
	for s := bufio.NewScanner(f); s.Scan(); {
		var l T
		dec := json.NewDecoder(bytes.NewReader(s.Bytes()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&l); err != nil {
			t.Fatalf("%s: %v: %s", path, err, s.Bytes())
		}
		all = append(all, l)
	}
	if len(all) == 0 {
		t.Fatalf("%s is empty", path)
	}
	return all
}

// TestGoldenFrames: the frames on which Go and C agree, read and written.
func TestGoldenFrames(t *testing.T) {
	if *update {
		writeGolden(t, goldenFrames, makeGoldenFrames(t))
	}
	types := map[string]bool{}
	for _, g := range readGolden[goldenFrame](t, goldenFrames) {
		if g.Error != "" {
			checkRejected(t, g)
			continue
		}
		types[g.Type] = true
		checkGoodFrame(t, g)
	}
	for _, s := range typeSpecs {
		if !types[s.name] {
			t.Errorf("no golden frame of %s", s.name)
		}
	}
}

func makeGoldenFrames(t *testing.T) []any {
	var lines []any
	for i, m := range goldenMessages {
		f := Frame{Type: m.Type(), Session: 1, Ack: uint8(i * 11), Payload: Marshal(m)}
		if f.Type.Sequenced() {
			f.Seq = uint8(i * 10)
		}
		fields, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, goldenFrame{
			Hex: hex.EncodeToString(Encode(f)), Type: f.Type.String(), Session: f.Session, Seq: f.Seq, Ack: f.Ack, Fields: fields,
		})
	}
	for _, g := range goldenBad() {
		lines = append(lines, g)
	}
	return lines
}

func checkGoodFrame(t *testing.T, g goldenFrame) {
	t.Helper()
	line, err := hex.DecodeString(g.Hex)
	if err != nil {
		t.Fatal(err)
	}
	var d Decoder
	passed := false
	d.Feed(line, func(f Frame) {
		passed = true
		m, err := Unmarshal(f.Type, f.Payload)
		if err != nil {
			t.Errorf("%s: %v", g.Type, err)
			return
		}
		want := reflect.New(reflect.TypeOf(m))
		if err := json.Unmarshal(g.Fields, want.Interface()); err != nil {
			t.Errorf("%s: %v", g.Type, err)
		}
		if f.Type.String() != g.Type || f.Session != g.Session || f.Seq != g.Seq || f.Ack != g.Ack || m != want.Elem().Interface() {
			t.Errorf("%s reads as %+v %+v, want %s", g.Hex, f, m, g.Fields)
		}
		w := Frame{Type: f.Type, Session: g.Session, Seq: g.Seq, Ack: g.Ack, Payload: Marshal(want.Elem().Interface().(Message))}
		if got := Encode(w); !bytes.Equal(got, line) {
			t.Errorf("%s is written as %x, want %s", g.Type, got, g.Hex)
		}
	})
	if !passed {
		t.Errorf("%s: thrown away: %+v", g.Type, d.Errors)
	}
}

func checkRejected(t *testing.T, g goldenFrame) {
	t.Helper()
	line, err := hex.DecodeString(g.Hex)
	if err != nil {
		t.Fatal(err)
	}
	var d Decoder
	d.Feed(line, func(f Frame) { t.Errorf("%s passed as %+v", g.Hex, f) })
	counts := map[string]uint64{
		"overrun": d.Errors.Overrun, "stuffing": d.Errors.COBS, "crc": d.Errors.CRC, "type": d.Errors.Type, "length": d.Errors.Length,
	}
	if counts[g.Error] != 1 || d.Errors.Total() != 1 {
		t.Errorf("%s: %+v, want one %s", g.Hex, d.Errors, g.Error)
	}
}

// goldenMove is one line of motion.jsonl: one joint from rest through segments,
// a stop after Stop ticks if that is not zero, and its state at some ticks.
type goldenMove struct {
	Start    int32          `json:"start"`
	Segments []goldenCubic  `json:"segments"`
	Stop     int            `json:"stop,omitempty"`
	RampIn   uint16         `json:"ramp_ticks,omitempty"`
	Samples  []goldenSample `json:"samples"`
}

type goldenCubic struct {
	Ticks uint16 `json:"ticks"`
	End   int32  `json:"end"`
	Exit  int32  `json:"exit"`
}

type goldenSample struct {
	Tick int   `json:"tick"`
	Pos  int64 `json:"pos"` // Q16.32
	Vel  int64 `json:"vel"` // Q0.40
}

var goldenMoves = []goldenMove{
	{Segments: []goldenCubic{{20, 0, 0}}},
	{Segments: []goldenCubic{{2048, 80 << 8, 0}}},
	{Start: 91022, Segments: []goldenCubic{{441, 91022 + 2756, 209715200}, {2047, 91022 + 2756 + 25600, 209715200}, {443, 91022 + 2756 + 25600 + 2770, 0}}},
	{Start: -1000000, Segments: []goldenCubic{{403, -1000000 - 1300, -107374182}, {77, -1000000 - 1300 - 493, -107374182}}, Stop: 450, RampIn: 900},
	{Start: 7, Segments: []goldenCubic{{1000, 7 + 3, 0}, {999, 7, 0}}},
}

// sampleMotion gives the state after every seventh tick, around each segment's end, and
// at the end.
func (g goldenMove) sampleMotion() []goldenSample {
	var c Cubic
	c.RestAt(g.Start)
	var all []goldenSample
	tick := 0
	advance := func(stop int) {
		for c.TicksLeft() > 0 && (stop == 0 || tick < stop) {
			c.Tick()
			tick++
			if tick%7 == 0 && tick < 60 || tick%101 == 0 || c.TicksLeft() < 2 {
				all = append(all, goldenSample{tick, c.position, c.velocity})
			}
		}
	}
	for _, s := range g.Segments {
		c.Start(s.Ticks, s.End, s.Exit)
		advance(g.Stop)
	}
	if g.Stop > 0 {
		c.Ramp(g.RampIn)
		advance(0)
	}
	return all
}

// TestGoldenMotion: the interpolation to the last bit.
func TestGoldenMotion(t *testing.T) {
	if *update {
		lines := make([]any, len(goldenMoves))
		for i, g := range goldenMoves {
			g.Samples = g.sampleMotion()
			lines[i] = g
		}
		writeGolden(t, goldenMotion, lines)
	}
	for i, g := range readGolden[goldenMove](t, goldenMotion) {
		from := Knot{Position: g.Start}
		for _, s := range g.Segments {
			to := Knot{s.End, s.Exit}
			if code, detail := CheckSegment(from, to, s.Ticks, wide); code != 0 {
				t.Errorf("line %d: %s (%d)", i+1, FaultReason(code), detail)
			}
			from = to
		}
		if got := g.sampleMotion(); !reflect.DeepEqual(got, g.Samples) {
			t.Errorf("line %d: %+v, want %+v", i+1, got, g.Samples)
		}
	}
}
