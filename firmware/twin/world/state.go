package world

import (
	"fmt"
	"time"

	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/witness"
)

// State is the world as a page shows it: one JSON line of the world's socket.
type State struct {
	T        float64        `json:"t"` // seconds
	Visitor  string         `json:"visitor"`
	Board    StateBoard     `json:"board"`
	Tray     StateTray      `json:"tray"`
	Checkers []StateChecker `json:"checkers"`
	Arm      StateArm       `json:"arm"`
	Pump     bool           `json:"pump"`
	Valve    bool           `json:"vent"`
	Button   StateButton    `json:"button"`
	Servos   [4]int         `json:"servos"`  // µs: brow left, brow right, neck pan, neck tilt
	Leds     [16]int        `json:"leds"`    // rows of the left eye, then of the right; bit 7 leftmost
	Sensors  string         `json:"sensors"` // hexadecimal, bit = place
	Counts   witness.Counts `json:"counts"`
}

// StateBoard is where the board stands, mm.
type StateBoard struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Yaw    float64 `json:"yaw"` // degrees
	Pitch  float64 `json:"pitch"`
	Border float64 `json:"border"` // half of its side
	Z      float64 `json:"z"`
}

// StateTray is where the tray's plates lie, mm: one at each side, at |y| from near to far.
type StateTray struct {
	Front  float64             `json:"front"`
	Back   float64             `json:"back"`
	Near   float64             `json:"near"`
	Far    float64             `json:"far"`
	Spares []groundtruth.Point `json:"spares"`
}

// StateChecker is one checker; z is its underside.
type StateChecker struct {
	ID    int     `json:"id"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Z     float64 `json:"z"`
	Color string  `json:"color"`
	King  bool    `json:"king"`
	Held  bool    `json:"held"`
	Where string  `json:"where"`
}

// StateArm is the arm's pose.
type StateArm struct {
	Joints [3]float64 `json:"joints"` // degrees of the links
	Homed  bool       `json:"homed"`
	Moving bool       `json:"moving"`
	groundtruth.JointPositions
}

// StateButton is the red button and its light.
type StateButton struct {
	Down bool `json:"down"`
	LED  int  `json:"led"` // 0 off, 1 on, 2 blinks slowly, 3 fast
}

// State is a snapshot of everything that people can see.
func (w *World) State(now time.Duration) State {
	b, t := w.truth.Board, w.truth.Tray
	s := State{
		T: now.Seconds(), Visitor: w.visitor.String(),
		Board:    StateBoard{X: b.X, Y: b.Y, Yaw: b.Yaw, Pitch: b.Pitch, Border: b.Border, Z: b.Surface},
		Tray:     StateTray{Front: t.Front, Back: t.Back, Near: t.Near, Far: t.Far, Spares: t.Spares},
		Checkers: make([]StateChecker, len(w.checkers)),
		Arm: StateArm{
			Joints: w.arm.linkAngles, Homed: w.outputs.Homed, Moving: w.outputs.Moving,
			JointPositions: w.truth.JointPositionsAt(w.arm.linkAngles),
		},
		Pump: w.nozzle.pump, Valve: w.nozzle.valve,
		Button:  StateButton{Down: w.button.isClosed(now), LED: int(w.outputs.ButtonLED)},
		Sensors: fmt.Sprintf("%08x", w.Sensors()),
		Counts:  w.Counts(),
	}
	for i := range w.checkers {
		c := &w.checkers[i]
		s.Checkers[i] = StateChecker{
			ID: c.ID, X: c.X, Y: c.Y, Z: c.Z, Color: c.Color.String(), King: c.King,
			Held: c.Gripped, Where: w.locateChecker(c),
		}
	}
	for i, us := range w.outputs.Servos {
		s.Servos[i] = int(us)
	}
	for i, row := range w.outputs.LEDs {
		s.Leds[i] = int(row)
	}
	return s
}
