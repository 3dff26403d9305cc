package operator

import (
	"fmt"

	"crownhead/board"
)

// An ArmLayout is where arm, board and trays stand, for the drawings: millimetres and degrees in
// the robot's frame, as the configuration has them.
type ArmLayout struct {
	Upper    float64 `json:"upper"`    // length of the upper arm
	Forearm  float64 `json:"forearm"`  // length of the forearm
	Tool     float64 `json:"tool"`     // joint 3 to the nozzle's axis
	Shoulder float64 `json:"shoulder"` // height of joint 1
	Nozzle   float64 `json:"nozzle"`   // length below joint 3

	CentreX float64 `json:"centre_x"` // the board's centre
	CentreY float64 `json:"centre_y"`
	Yaw     float64 `json:"yaw"`
	Pitch   float64 `json:"pitch"`   // side of a square
	Surface float64 `json:"surface"` // of the board above the table
	Travel  float64 `json:"travel"`  // height of the tip from place to place

	Trophies []Spot `json:"trophies"`
	Kings    []Spot `json:"kings"`
	Park     Spot   `json:"park"`
}

// A Spot is a place on the table.
type Spot struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// A placeGroup is a heading of the list of places that the tip can go to.
type placeGroup struct {
	Name   string
	Places []string
}

// placeGroups are all places that the tip can be sent to.
func (l ArmLayout) placeGroups() []placeGroup {
	squares := make([]string, 0, 32)
	for sq := range board.NoSquare {
		squares = append(squares, sq.String())
	}
	return []placeGroup{
		{"Squares", squares},
		{"Tray, captured checkers", numberedNames("tray", len(l.Trophies))},
		{"Tray, spare kings", numberedNames("king", len(l.Kings))},
	}
}

func numberedNames(name string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s%d", name, i+1)
	}
	return names
}
