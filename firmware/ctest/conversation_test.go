package ctest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// record holds the conversation anew with the firmware and writes down what the host says: go test
// ./firmware/ctest -record.
var record = flag.Bool("record", false, "record testdata/conversation.jsonl anew")

const conversation = "../testdata/conversation.jsonl"

// An utterance is a line of the recording: what the host sends at a time, or what a person does.
type utterance struct {
	Ms     int             `json:"ms"`
	Type   string          `json:"type,omitempty"`
	Fields json.RawMessage `json:"fields,omitempty"`
	Do     string          `json:"do,omitempty"` // press, estop, release
}

// recordMessage writes down what the host sends.
func (h *rawHost) recordMessage(m wire.Message) {
	fields, err := json.Marshal(m)
	if err != nil {
		h.t.Fatal(err)
	}
	h.sent = append(h.sent, utterance{Ms: int(h.now / ms), Type: m.Type().String(), Fields: fields})
}

// A person presses the red button, and the emergency button in and out.
type person interface{ perform(action string) }

// playConversation is the conversation: everything that the protocol has, true and false, with every kind of stop.
func playConversation(h *rawHost, p person) {
	does := func(what string) {
		h.sent = append(h.sent, utterance{Ms: int(h.now / ms), Do: what})
		p.perform(what)
	}
	h.run(700 * ms)
	h.shakeHands(0x5107)
	h.sendReliable(wire.Home{}, wire.Segment{ID: 1, Ticks: 100}, wire.Clear{})
	h.run(50 * ms)
	short := rates
	short.MaxSpeed[0] = 0
	h.sendReliable(limits, homing, short)
	h.run(50 * ms)
	h.sendReliable(limits, homing, rates, wire.ButtonLed{Mode: wire.LedSlow})
	h.sendOnce(wire.Leds{Rows: [16]uint8{1, 2, 3}})
	h.sendOnce(wire.Servos{Micros: [4]uint16{1500, 1500, 1500, 0}})
	h.run(50 * ms)
	h.sendReliable(wire.Actuate{ID: 1, Pump: 1})
	h.run(50 * ms)
	h.homeArm()
	h.run(100 * ms)
	does("press")
	h.moveToAndFro(2)
	h.sendReliable(wire.Actuate{ID: 10, Pump: 1, DwellMs: 60}, wire.Actuate{ID: 11, Valve: 1, DwellMs: 60}, wire.Actuate{ID: beforeStop, Pump: 1})
	h.run(300 * ms)
	h.sendReliable(h.hopSegment(13, 0.8, 2048))
	h.run(50 * ms)
	h.sendOnce(wire.Stop{Kind: wire.StopSoft, Nonce: 7})
	h.run(300 * ms)
	h.sendReliable(h.hopSegment(14, 0.1, 2048), wire.Clear{Nonce: 6}) // thrown away, both
	h.run(50 * ms)
	h.sendReliable(wire.Clear{Nonce: 7})
	h.run(50 * ms)
	h.homeArm()
	h.run(100 * ms)
	beyond := h.hopSegment(15, 0.1, 2048)
	beyond.End[2] = limits.Max[2] + 1
	h.sendReliable(beyond)
	h.run(100 * ms)
	h.sendReliable(wire.Clear{Nonce: 7})
	h.run(50 * ms)
	does("estop")
	h.run(100 * ms)
	h.sendReliable(wire.Clear{Nonce: 7})
	h.run(50 * ms)
	does("release")
	h.run(100 * ms)
	h.sendReliable(wire.Clear{Nonce: 7})
	h.run(50 * ms)
	h.homeArm()
	h.run(100 * ms)
	h.sendReliable(wire.Actuate{ID: 16, Pump: 1})
	h.run(50 * ms)
	h.sendOnce(wire.Stop{Kind: wire.StopEmergency, Nonce: 8})
	h.run(100 * ms)
	h.shakeHands(0x5208)
	h.run(50 * ms)
	h.sendReliable(limits, homing, rates)
	h.run(50 * ms)
	h.sendReliable(wire.Clear{})
	h.run(100 * ms)
	h.homeArm()
	h.run(100 * ms)
}

// moveToAndFro goes to and fro in segments, joined at speed.
func (h *rawHost) moveToAndFro(n int) {
	h.t.Helper()
	id := uint16(2)
	for range n {
		first := h.hopSegment(id, 1, 2048)
		second := h.hopSegment(id+1, 2, 2048)
		for j, at := range h.status.Position {
			first.Exit[j] = int32((int64(second.End[j]-at) << 24) * 3 / 4 / 2048)
		}
		h.sendReliable(first, second)
		h.runUntil(time.Second, "done", func() bool { return h.status.Done == id+1 })
		id += 2
	}
	h.run(100 * ms)
}

// replay says what was recorded to another controller.
func (h *rawHost) replay(lines []utterance, p person) {
	h.t.Helper()
	h.beat = wire.Never
	for _, u := range lines {
		h.run(time.Duration(u.Ms)*ms - h.now)
		if u.Do != "" {
			p.perform(u.Do)
			continue
		}
		m := u.decodeMessage(h.t)
		switch r, opens := m.(wire.HelloRequest); {
		case opens:
			h.sendRaw(wire.Frame{Type: r.Type(), Session: r.Session(), Payload: wire.Marshal(r)})
			h.channel.Reset(r.Session())
		case m.Type().Sequenced():
			h.sendReliable(m)
		default:
			h.sendOnce(m)
		}
	}
	h.run(200 * ms)
}

// decodeMessage is what was said.
func (u utterance) decodeMessage(t testing.TB) wire.Message {
	t.Helper()
	for code := range 256 {
		kind := wire.Type(code)
		size, known := kind.Size()
		if !known || kind.String() != u.Type {
			continue
		}
		payload := make([]byte, size)
		if kind == wire.TypeStop {
			payload[0] = wire.StopSoft
		}
		empty, err := wire.Unmarshal(kind, payload)
		if err != nil {
			t.Fatal(err)
		}
		m := reflect.New(reflect.TypeOf(empty))
		if err := json.Unmarshal(u.Fields, m.Interface()); err != nil {
			t.Fatal(err)
		}
		return m.Elem().Interface().(wire.Message)
	}
	t.Fatalf("no type %q", u.Type)
	return nil
}

func readConversation(t testing.TB) (lines []utterance) {
	t.Helper()
	data, err := os.ReadFile(conversation)
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(bytes.NewReader(data)); d.More(); {
		var u utterance
		if err := d.Decode(&u); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, u)
	}
	return lines
}

func writeConversation(t testing.TB, lines []utterance) {
	t.Helper()
	var out bytes.Buffer
	for e := json.NewEncoder(&out); len(lines) > 0; lines = lines[1:] {
		if err := e.Encode(lines[0]); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(conversation, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
