package webtest

import (
	"sync/atomic"
	"time"

	"crownhead/board"
	"crownhead/internal/broadcast"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
	"crownhead/web"
)

// Operator shows the status it was given last.
type Operator struct {
	shown broadcast.Value[robot.Status]
	bench atomic.Pointer[web.Bench]
}

var _ web.Operator = (*Operator)(nil)

// NewOperator is a virtual robot in good health that waits for the first move of a visitor who has White.
func NewOperator() *Operator {
	o := &Operator{}
	o.Lay(bench)
	status := robot.Status{
		Link: robot.LinkStatus{
			State: turn.LinkUp, Port: "/dev/ttyACM0", Firmware: "5c3a91f0", Boot: 0x1d2f, Virtual: true, Frames: 18204, Since: 1820,
		},
		Arm:    robot.ArmStatus{X: 130, Y: -110, Z: 90, Joints: [3]float64{-40.2, 96.1, -61.5}, Homed: true},
		Supply: 12100,
		Tray:   robot.TrayStatus{Trophies: 3, Slots: 12, Kings: 3, KingSlots: 3},
		Drift:  robot.DriftStatus{X: 0.2, Y: -0.3, Placements: 14},
		Disk:   journal.DiskStatus{State: "ok", Dir: "/home/robot/.local/state/crownhead", Journal: "2026-05-02T10-00-00.000Z-001.jsonl", FreeBytes: 48e9},
		Sound:  robot.SoundStatus{State: "on", Pack: "uk, natalia, 44 phrases", Volume: 70},
		Game:   robot.GameStatus{Phase: turn.Visitor, FEN: start, Visitor: "white", Level: "amateur", Plies: 0, Since: 12},
		Config: []robot.ConfigRemark{},
		Timeline: []robot.LogEntry{
			{At: time.Now().Add(-90 * time.Second), Level: "info", Component: "robot", Text: "link up", Fields: map[string]string{"virtual": "true"}},
			{At: time.Now().Add(-80 * time.Second), Level: "info", Component: "robot", Text: "says", Fields: map[string]string{"key": "your_turn_white"}},
		},
	}
	for sq := range board.NoSquare {
		on := board.Start().Occupied().Has(sq)
		status.Sensors[sq] = robot.SensorStatus{Square: sq.String(), Bit: on, Want: on}
	}
	o.shown.Publish(status)
	return o
}

// Set changes what the robot shows. It belongs to one goroutine.
func (o *Operator) Set(change func(*robot.Status)) {
	shown := o.shown.Newest()
	change(&shown)
	o.shown.Publish(shown)
}

// Log adds a line to the time line.
func (o *Operator) Log(level, component, text string) {
	o.Set(func(s *robot.Status) {
		s.Timeline = append(s.Timeline[:len(s.Timeline):len(s.Timeline)], robot.LogEntry{At: time.Now(), Level: level, Component: component, Text: text})
	})
}

// Sensor changes one sensor.
func (o *Operator) Sensor(sq board.Square, change func(*robot.SensorStatus)) {
	o.Set(func(s *robot.Status) { change(&s.Sensors[sq]) })
}

// Status implements web.Operator.
func (o *Operator) Status() robot.Status { return o.shown.Newest() }

// SubscribeStatus implements web.Operator.
func (o *Operator) SubscribeStatus() (<-chan robot.Status, func()) { return o.shown.Subscribe() }

// Bench is where things stand.
func (o *Operator) Bench() web.Bench { return *o.bench.Load() }

// Lay puts things where a calibration has found them.
func (o *Operator) Lay(b web.Bench) { o.bench.Store(&b) }

// bench is the arm and the table as the default configuration has them.
var bench = web.Bench{
	Upper: 135, Forearm: 160, Tool: 50.9, Shoulder: 103, Nozzle: 60,
	CentreX: boardX, Pitch: pitch, Surface: surface, Travel: 64, Park: web.Spot{X: 130, Y: -110},
	Trophies: []web.Spot{
		{X: 120, Y: 107},
		{X: 120, Y: 133},
		{X: 146, Y: 107},
		{X: 146, Y: 133},
		{X: 172, Y: 107},
		{X: 172, Y: 133},
		{X: 198, Y: 107},
		{X: 198, Y: 133},
		{X: 224, Y: 107},
		{X: 224, Y: 133},
		{X: 250, Y: 107},
		{X: 250, Y: 133},
	},
	Kings: []web.Spot{{X: 140, Y: -110}, {X: 160, Y: -110}, {X: 180, Y: -110}},
}
