package web

import "crownhead/robot"

// Status is what the operator sees of the robot behind the game.
type Status = robot.Status

// A Desk is what the operator's page is made from.
type Desk struct {
	Robot Operator
	Bench func() Bench // as the arm knows it now: a calibration changes it
}

// An Operator is what the operator's page needs of the robot besides what visitors see.
type Operator interface {
	// Status is the present state behind the game.
	Status() Status
	// SubscribeStatus delivers the present state and each new one, newest first, until the returned function is called;
	// the sender must not wait.
	SubscribeStatus() (<-chan Status, func())
}

// A Bench is where things stand, for the drawings of the arm: millimetres and degrees in the robot's frame, as the
// configuration has them.
type Bench struct {
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
