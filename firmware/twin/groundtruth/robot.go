// Package groundtruth is the geometry of one virtual robot as it really is: its links, its play and
// scatter, where its board and its tray stand. It is written without package kinematics, so that the
// two can contradict each other. It deviates a little from what the daemon's configuration believes, as
// a real robot does.
//
// Units and frame: millimetres and degrees in the robot frame (origin at the base axis on the table, x
// towards the visitor, y to the robot's left, z up).
package groundtruth

import "math/rand/v2"

// Figures of the robot as the drawing has it; one robot deviates from them a little.
const (
	nominalUpper    = 135.0
	nominalForearm  = 160.0
	nominalTool     = 50.9
	nominalShoulder = 103.0
	nominalNozzle   = 60.0
	linkDeviation   = 0.5 // mm, either way
	residualYaw     = 0.1 // degrees, either way
)

// Robot is one virtual robot as it really is.
type Robot struct {
	Upper, Forearm, Tool, Shoulder, Nozzle float64 // links, mm
	Yaw                                    float64 // degrees that the base stands turned against its zero
	Backlash                               float64 // degrees of play in each joint
	StepsPerDegree                         float64

	RobotSigma   float64 // mm per axis: scatter of a checker let go by the nozzle
	VisitorSigma float64 // mm per axis: scatter of a checker laid by hand
	FallSigma    float64 // mm per axis: scatter of a checker that falls from up high
	SensorRadius float64 // mm: a checker's axis this near closes a Hall sensor
	SensorHeight float64 // mm above the board: a checker lower than this can close a Hall sensor
	PickRadius   float64 // mm between the tip and the axis of a checker that it can still lift
	PickGap      float64 // mm between the tip and the top of a checker that it can still lift
	PressDepth   float64 // mm that the nozzle gives when it presses on something

	JointMin, JointMax [3]float64 // degrees of the mechanical end stops: beyond them something breaks
	ElbowMin, ElbowMax float64    // degrees between the links: folded or stretched further, the arm jams

	StallSpeed float64 // degrees/s: a motor driven faster loses steps
	StallAccel float64 // degrees/s²: a motor driven harder loses steps

	Switches [3]float64 // degrees at which the limit switches open again: the base's on its right, the others above

	Board Board
	Tray  Tray
}

// Board is where the board stands.
type Board struct {
	X, Y         float64 // centre
	Yaw          float64 // degrees that it is turned, counter-clockwise from above
	Pitch        float64 // side of a square
	Surface      float64 // z of its centre
	TiltX, TiltY float64 // degrees by which it rises along x and along y
	Border       float64 // half of its side, frame included
}

// Tray is where the robot lays captured checkers and keeps spare kings: two plates beside the board.
type Tray struct {
	Near, Far   float64 // |y| of each plate's inner and outer edge
	Front, Back float64 // x of each plate's edge at the robot's and at the visitor's side
	Left, Right Point   // how far each plate stands from its place
	Surface     float64 // z
	Trophies    []Point // slots of the captured checkers, on the left plate
	Spares      []Point // slots of the spare kings, on the right one
}

// Point is a place in the robot frame.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	Z float64 `json:"z"`
}

// ForRun returns the robot of a run: the one with this number among the misaligned ones, or when that
// is 0, one that fits the shipped configuration.
func ForRun(seed, misalignedID uint64) Robot {
	if misalignedID > 0 {
		return Misaligned(misalignedID)
	}
	return New(seed)
}

// How far a robot that nobody has calibrated stands from the drawing, either way.
const (
	misalignedYaw   = 1.0 // degrees of the base's zero
	misalignedBoard = 5.0 // mm of the board's place
	misalignedTurn  = 1.5 // degrees of the board on the table
	misalignedRise  = 2.0 // mm of the board's height
	misalignedTilt  = 0.4 // degrees of the board's slope
	misalignedTray  = 2.0 // mm of each plate of the tray
	thickestPlate   = 1.0 // mm of the tray's plates, at most
)

// Misaligned draws robot n of those that were installed by eye and not calibrated. Its links are
// as from New; its base, board and tray stand beside where the shipped configuration has them. The
// same number is always the same robot.
func Misaligned(n uint64) Robot {
	rng := rand.New(rand.NewPCG(n, StreamMisaligned))
	within := func(most float64) float64 { return most * (2*rng.Float64() - 1) }
	t := New(n)
	t.Yaw = within(misalignedYaw)
	b := &t.Board
	b.X, b.Y = b.X+within(misalignedBoard), b.Y+within(misalignedBoard)
	b.Yaw = within(misalignedTurn)
	b.Surface += within(misalignedRise)
	b.TiltX, b.TiltY = within(misalignedTilt), within(misalignedTilt)
	t.Tray.Left = Point{X: within(misalignedTray), Y: within(misalignedTray)}
	t.Tray.Right = Point{X: within(misalignedTray), Y: within(misalignedTray)}
	t.Tray.Surface = thickestPlate * rng.Float64()
	shiftPoints(t.Tray.Trophies, t.Tray.Left)
	shiftPoints(t.Tray.Spares, t.Tray.Right)
	return t
}

func shiftPoints(points []Point, by Point) {
	for i := range points {
		points[i].X, points[i].Y = points[i].X+by.X, points[i].Y+by.Y
	}
}

// New draws a robot whose links are up to 0.5 mm longer or shorter than the drawing says
// and whose base is turned by 0.1°.
func New(seed uint64) Robot {
	rng := rand.New(rand.NewPCG(seed, StreamRobot))
	deviation := func() float64 { return linkDeviation * (2*rng.Float64() - 1) }
	t := Nominal()
	t.Upper += deviation()
	t.Forearm += deviation()
	t.Tool += deviation()
	t.Shoulder += deviation()
	t.Yaw = residualYaw
	if rng.IntN(2) == 0 {
		t.Yaw = -residualYaw
	}
	return t
}

// Nominal returns the robot of the drawing, with its play and scatter but without deviations.
func Nominal() Robot {
	return Robot{
		Upper: nominalUpper, Forearm: nominalForearm, Tool: nominalTool,
		Shoulder: nominalShoulder, Nozzle: nominalNozzle,
		Backlash: 0.25, StepsPerDegree: 32000.0 / 360,
		RobotSigma: 0.3, VisitorSigma: 1.5, FallSigma: 3,
		SensorRadius: 6, SensorHeight: 8, PickRadius: 5, PickGap: 4, PressDepth: 3,
		JointMin: [3]float64{-95, -20.5, -102.5}, JointMax: [3]float64{95, 105.5, 18.5},
		ElbowMin: 20, ElbowMax: 155,
		StallSpeed: 260, StallAccel: 4000, Switches: [3]float64{-80, 100, 10},
		Board: Board{X: 220, Pitch: 18.75, Surface: 12, Border: 84},
		Tray: Tray{
			Near: 92, Far: 148, Front: 95, Back: 295, Surface: 0,
			Trophies: nominalTrophies(), Spares: []Point{{X: 140, Y: -110}, {X: 160, Y: -110}, {X: 180, Y: -110}},
		},
	}
}

// nominalTrophies are the slots of the tray for captured checkers.
func nominalTrophies() []Point {
	var slots []Point
	for i := range 6 {
		for _, y := range []float64{107, 133} {
			slots = append(slots, Point{X: 120 + 26*float64(i), Y: y})
		}
	}
	return slots
}
