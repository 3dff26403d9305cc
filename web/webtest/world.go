package webtest

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"crownhead/board"
	"crownhead/internal/broadcast"
	"crownhead/web"
)

// State is the virtual robot's world as its socket writes it: what pages read of it.
type State struct {
	Board    Board     `json:"board"`
	Checkers []Checker `json:"checkers"`
	Arm      Arm       `json:"arm"`
	Pump     bool      `json:"pump"`
	Button   Button    `json:"button"`
}

// Board is where the board stands, mm.
type Board struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Border float64 `json:"border"`
	Z      float64 `json:"z"`
}

// Checker is one checker; z is its underside.
type Checker struct {
	ID    int     `json:"id"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Z     float64 `json:"z"`
	Color string  `json:"color"`
	King  bool    `json:"king"`
	Held  bool    `json:"held"`
	Where string  `json:"where"`
}

// Point is a place in the robot's frame.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	Z float64 `json:"z"`
}

// Arm is the arm's joints in space.
type Arm struct {
	Shoulder Point `json:"shoulder"`
	Elbow    Point `json:"elbow"`
	Wrist    Point `json:"wrist"`
	Tool     Point `json:"tool"`
	Tip      Point `json:"tip"`
}

// Button is the red button.
type Button struct {
	Down bool `json:"down"`
}

// World is a table whose checkers lie where they were laid.
type World struct {
	mu    sync.Mutex
	state State
	shown broadcast.Value[json.RawMessage]
	ops   []web.Op
}

var _ web.World = (*World)(nil)

// Where the table stands in the robot's frame, mm.
const (
	boardX  = 220.0
	surface = 12.0
	pitch   = 18.75
	pileX   = boardX + 108
)

// NewWorld lays a position for a visitor of this colour; the arm is parked.
func NewWorld(p board.Position, visitor board.Color) *World {
	w := &World{}
	w.state.Board = Board{X: boardX, Border: 84, Z: surface}
	w.state.Arm = Pose(Point{X: 110, Y: 60, Z: 75})
	for _, sq := range p.Occupied().Squares() {
		x, y := Spot(sq, visitor)
		piece := p.PieceAt(sq)
		w.state.Checkers = append(w.state.Checkers, Checker{
			ID: len(w.state.Checkers) + 1, X: x, Y: y, Z: surface,
			Color: piece.Color().String(), King: piece.King(), Where: sq.String(),
		})
	}
	w.shown.Publish(w.encodeState())
	return w
}

// Spot is the middle of a square in the robot's frame.
func Spot(sq board.Square, visitor board.Color) (x, y float64) {
	place := int(sq)
	if visitor == board.Black {
		place = 31 - place
	}
	row := place / 4
	column := 2*(place%4) + row%2
	return boardX + (3.5-float64(row))*pitch, (float64(column) - 3.5) * pitch
}

// Pose bends an arm of the usual lengths so that its tip is at p.
func Pose(p Point) Arm {
	const upper, fore, tool, shoulder, nozzle = 135.0, 160.0, 50.9, 103.0, 60.0
	reach, height := math.Hypot(p.X, p.Y)-tool, p.Z+nozzle-shoulder
	d := math.Hypot(reach, height)
	a := math.Atan2(height, reach) + math.Acos((upper*upper+d*d-fore*fore)/(2*upper*d))
	turn := math.Atan2(p.Y, p.X)
	at := func(r, z float64) Point { return Point{r * math.Cos(turn), r * math.Sin(turn), z} }
	return Arm{
		Shoulder: at(0, shoulder), Elbow: at(upper*math.Cos(a), shoulder+upper*math.Sin(a)),
		Wrist: at(reach, p.Z+nozzle), Tool: at(reach+tool, p.Z+nozzle), Tip: p,
	}
}

// Set changes what the world shows.
func (w *World) Set(change func(*State)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.state)
	w.shown.Publish(w.encodeState())
}

// Ops lists the acts so far.
func (w *World) Ops() []web.Op {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.ops)
}

// Checkers lists the checkers as they lie.
func (w *World) Checkers() []Checker {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.state.Checkers)
}

func (w *World) encodeState() json.RawMessage {
	data, err := json.Marshal(w.state)
	if err != nil {
		panic(err) // plain numbers and strings; a pose out of reach would be a fault of the test
	}
	return data
}

// Subscribe implements web.World.
func (w *World) Subscribe() (<-chan json.RawMessage, func()) { return w.shown.Subscribe() }

// Do implements web.World.
func (w *World) Do(_ context.Context, op web.Op) error {
	err := error(nil)
	w.Set(func(s *State) {
		w.ops = append(w.ops, op)
		if op.Op == "press" || op.Op == "setup" || op.Op == "trophies" {
			return
		}
		if op.ID < 1 || op.ID > len(s.Checkers) {
			err = fmt.Errorf("no checker %d", op.ID)
			return
		}
		c := &s.Checkers[op.ID-1]
		switch op.Op {
		case "move":
			c.X, c.Y, c.Where = op.X, op.Y, ""
		case "lift":
			c.X, c.Y, c.Z, c.Where = pileX, -99+18*float64(op.ID%12), 0, "pile"
		case "turn":
			c.King = !c.King
		}
	})
	return err
}
