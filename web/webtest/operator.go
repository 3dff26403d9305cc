package webtest

import (
	"sync/atomic"
	"time"

	"crownhead/board"
	"crownhead/internal/broadcast"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
	"crownhead/web/operator"
)

// Operator shows the status it was given last.
type Operator struct {
	shown  broadcast.Value[robot.Status]
	layout atomic.Pointer[operator.ArmLayout]
}

var _ operator.StatusSource = (*Operator)(nil)

// NewOperator is a virtual robot in good health that waits for the first move of a visitor who has
// White.
func NewOperator() *Operator {
	o := &Operator{}
	o.SetLayout(Layout())
	status := robot.Status{
		Link: robot.LinkStatus{
			State: turn.LinkUp, Port: "/dev/ttyACM0", Firmware: "5c3a91f0", Boot: 0x1d2f, Virtual: true,
			Frames: 18204, Since: 1820,
		},
		Arm:    robot.ArmStatus{X: 130, Y: -110, Z: 90, Joints: [3]float64{-40.2, 96.1, -61.5}, Homed: true},
		Supply: 12100,
		Tray:   robot.TrayStatus{Trophies: 3, Slots: 12, Kings: 3, KingSlots: 3},
		Drift:  robot.DriftStatus{X: 0.2, Y: -0.3, Placements: 14},
		Disk: journal.DiskStatus{
			State: "ok", Dir: "/home/robot/.local/state/crownhead",
			Journal: "2026-05-02T10-00-00.000Z-001.jsonl", FreeBytes: 48e9,
		},
		Sound: robot.SoundStatus{State: "on", Pack: "uk, natalia, 44 phrases", Volume: 70},
		Game: robot.GameStatus{
			Phase: turn.VisitorTurn, FEN: board.Start().FEN(), Visitor: "white", Level: "amateur",
			Plies: 0, Since: 12,
		},
		Config: []robot.ConfigRemark{},
		Timeline: []robot.LogEntry{
			{
				At: time.Now().Add(-90 * time.Second), Level: "info", Component: "robot", Text: "link up",
				Fields: map[string]string{"virtual": "true"},
			},
			{
				At: time.Now().Add(-80 * time.Second), Level: "info", Component: "robot", Text: "says",
				Fields: map[string]string{"key": "your_turn_white"},
			},
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
		s.Timeline = append(s.Timeline[:len(s.Timeline):len(s.Timeline)],
			robot.LogEntry{At: time.Now(), Level: level, Component: component, Text: text})
	})
}

// Sensor changes one sensor.
func (o *Operator) Sensor(sq board.Square, change func(*robot.SensorStatus)) {
	o.Set(func(s *robot.Status) { change(&s.Sensors[sq]) })
}

// Status implements operator.StatusSource.
func (o *Operator) Status() robot.Status { return o.shown.Newest() }

// SubscribeStatus implements operator.StatusSource.
func (o *Operator) SubscribeStatus() (<-chan robot.Status, func()) { return o.shown.Subscribe() }

// Layout is where arm, board and trays stand.
func (o *Operator) Layout() operator.ArmLayout { return *o.layout.Load() }

// SetLayout puts things where a calibration has found them.
func (o *Operator) SetLayout(l operator.ArmLayout) { o.layout.Store(&l) }

// Layout is where arm, board and trays stand in the default configuration.
func Layout() operator.ArmLayout {
	l := operator.ArmLayout{
		Upper: 135, Forearm: 160, Tool: 50.9, Shoulder: 103, Nozzle: 60,
		CentreX: boardX, Pitch: pitch, Surface: surface, Travel: 64, Park: operator.Spot{X: 130, Y: -110},
		Kings: []operator.Spot{{X: 140, Y: -110}, {X: 160, Y: -110}, {X: 180, Y: -110}},
	}
	for x := 120.0; x <= 250; x += 26 {
		l.Trophies = append(l.Trophies, operator.Spot{X: x, Y: 107}, operator.Spot{X: x, Y: 133})
	}
	return l
}
