package arm

import (
	"fmt"
	"math"
	"time"

	"crownhead/kinematics"
)

// Config is the arm, its place before the board, and how it moves. Its defaults fit the virtual robot.
type Config struct {
	Links   kinematics.Geometry     `yaml:"links" doc:"lengths of the links and limits of the joints"`
	Motion  kinematics.MotionLimits `yaml:"motion" doc:"bounds of speed, acceleration and jerk"`
	Board   Board                   `yaml:"board" doc:"where the board stands"`
	Tray    TrayLayout              `yaml:"tray" doc:"where captured checkers and spare kings lie"`
	Descent Descent                 `yaml:"heights" doc:"heights and speeds of travelling, lifting and laying down"`
	Pump    Pump                    `yaml:"pump" doc:"how long pump and valve take"`
	Retry   Retry                   `yaml:"retry" doc:"what the arm tries when a checker is not picked up or not let go"`
	Park    Park                    `yaml:"park" doc:"where the tip waits while the visitor moves"`
	Watch   Watch                   `yaml:"watch" doc:"how the sensors are read while the arm moves"`
}

// Board is where the board stands.
type Board struct {
	CentreX       float64 `yaml:"centre_x" doc:"the board's centre in front of the base axis" unit:"mm" min:"100" max:"400"`
	CentreY       float64 `yaml:"centre_y" doc:"the board's centre to the robot's left" unit:"mm" min:"-100" max:"100"`
	Yaw           float64 `yaml:"yaw" doc:"how far the board is turned, counter-clockwise from above" unit:"°" min:"-15" max:"15"`
	Pitch         float64 `yaml:"pitch" doc:"side of a square" unit:"mm" min:"10" max:"40"`
	Surface       float64 `yaml:"surface" doc:"height of the board's surface above the table, at its centre" unit:"mm" min:"0" max:"60"`
	TiltX         float64 `yaml:"tilt_x" doc:"how far the surface rises from the robot towards the visitor" unit:"°" min:"-3" max:"3"`
	TiltY         float64 `yaml:"tilt_y" doc:"how far the surface rises towards the robot's left" unit:"°" min:"-3" max:"3"`
	CheckerHeight float64 `yaml:"checker" doc:"height of a checker" unit:"mm" min:"2" max:"15"`
}

// Spot is a place on the table.
type Spot struct {
	X float64 `yaml:"x" doc:"in front of the base axis" unit:"mm" min:"-400" max:"400"`
	Y float64 `yaml:"y" doc:"to the robot's left" unit:"mm" min:"-400" max:"400"`
}

// TrayLayout is where the tray's slots are. Their numbers count the slots of trophies first, then those of spare kings.
type TrayLayout struct {
	Surface  float64 `yaml:"surface" doc:"height of the tray's floor above the table" unit:"mm" min:"-10" max:"60"`
	Trophies []Spot  `yaml:"trophies" doc:"slots for captured checkers, in the order in which they are filled"`
	Kings    []Spot  `yaml:"kings" doc:"slots of the spare kings; the last is taken first"`
}

// Descent is the height at which the tip travels, and how it goes down to a place and up again.
type Descent struct {
	TravelHeight  float64 `yaml:"travel" doc:"height of the tip on its way from place to place" unit:"mm" min:"40" max:"120"`
	GripClearance float64 `yaml:"gap" doc:"how far above the checker's nominal top the tip stops" unit:"mm" min:"0" max:"3"`
	SlowLength    float64 `yaml:"touch" doc:"length of the last part of each descent, which is slow" unit:"mm" min:"1" max:"15"`
	VerticalSpeed float64 `yaml:"vertical" doc:"speed of lifting and lowering" unit:"mm/s" min:"10" max:"200"`
	SlowSpeed     float64 `yaml:"slow" doc:"speed of the last part of each descent" unit:"mm/s" min:"5" max:"60"`
	BacklashAngle float64 `yaml:"aside" doc:"turn of the base by which each descent begins to one side, so that the gears' play always lies the same way" unit:"°" min:"0" max:"2"`
}

// Pump is how long the arm waits for pump and valve.
type Pump struct {
	GripTime    float64 `yaml:"grip" doc:"how long the vacuum builds up before the tip lifts" unit:"s" min:"0.05" max:"3"`
	ReleaseTime float64 `yaml:"release" doc:"how long the valve is open before the tip lifts" unit:"s" min:"0.05" max:"3"`
}

// Retry is what the arm tries before it asks for help.
type Retry struct {
	MaxPicks    int     `yaml:"picks" doc:"how many times the arm tries to pick up a checker" min:"1" max:"9"`
	SpiralStep  float64 `yaml:"spiral" doc:"step of the spiral in which the arm looks for the checker" unit:"mm" min:"0.5" max:"4"`
	LowerStep   float64 `yaml:"lower" doc:"how much lower the tip goes at each try" unit:"mm" min:"0" max:"3"`
	MaxDepth    float64 `yaml:"floor" doc:"how far below the checker's nominal top the tip may go" unit:"mm" min:"0" max:"3"`
	MaxReleases int     `yaml:"releases" doc:"how many times the arm tries to let a checker go" min:"1" max:"5"`
}

// Park is where the tip waits while the visitor moves.
type Park struct {
	X float64 `yaml:"x" doc:"in front of the base axis" unit:"mm" min:"-400" max:"400"`
	Y float64 `yaml:"y" doc:"to the robot's left" unit:"mm" min:"-400" max:"400"`
	Z float64 `yaml:"z" doc:"above the table" unit:"mm" min:"40" max:"250"`
}

// Watch is how the sensors are read, and how long the runner waits, while the arm moves.
type Watch struct {
	SettleTime   float64 `yaml:"settle" doc:"how long the occupancy must stay the same before it counts" unit:"s" min:"0.02" max:"2"`
	PrefillDelay float64 `yaml:"lead" doc:"wait before each motion, so that frames that must be repeated still come in time" unit:"s" min:"0" max:"1"`
	Timeout      float64 `yaml:"wait" doc:"how long the occupancy may keep changing, or an item of the queue be late, before the robot reports it" unit:"s" min:"0.5" max:"30"`
}

func secondsToDuration(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// DefaultConfig is the robot of the drawing, with the nozzle that the virtual robot has.
func DefaultConfig() Config {
	links := kinematics.DefaultGeometry()
	links.Nozzle = 60
	return Config{
		Links:   links,
		Motion:  kinematics.DefaultMotionLimits(),
		Board:   Board{CentreX: 220, Pitch: 18.75, Surface: 12, CheckerHeight: 5},
		Tray:    TrayLayout{Trophies: slotRows(6, 26, 120, 107, 133), Kings: slotRows(3, 20, 140, -110)},
		Descent: Descent{TravelHeight: 64, GripClearance: 0.5, SlowLength: 5, VerticalSpeed: 75, SlowSpeed: 20, BacklashAngle: 0.5},
		Pump:    Pump{GripTime: 0.3, ReleaseTime: 0.3},
		Retry:   Retry{MaxPicks: 6, SpiralStep: 2, LowerStep: 2, MaxDepth: 1.5, MaxReleases: 3},
		Park:    Park{X: 130, Y: -110, Z: 90},
		Watch:   Watch{SettleTime: 0.15, PrefillDelay: 0.12, Timeout: 3},
	}
}

// slotRows returns n rows of slots from x on, with one slot at each y. Trophies need more room than squares:
// each hangs on the nozzle as it stood on the board, maybe millimetres off the middle.
func slotRows(n int, pitch, x float64, ys ...float64) []Spot {
	var slots []Spot
	for i := range n {
		for _, y := range ys {
			slots = append(slots, Spot{X: x + pitch*float64(i), Y: y})
		}
	}
	return slots
}

// Validate checks rules across fields. New checks whether every place is in reach.
func (c Config) Validate(bad func(path, problem string)) {
	top := max(c.Board.highestPoint(), c.Tray.Surface) + 2*c.Board.CheckerHeight
	if c.Park.Z < c.Descent.TravelHeight {
		bad("park.z", "the arm would park lower than it travels")
	}
	if least := top - c.Board.CheckerHeight + c.Descent.GripClearance + c.Descent.SlowLength + kinematics.VerticalRun + minEntryHeight; c.Descent.TravelHeight < least {
		bad("heights.travel", fmt.Sprintf("too low for a straight descent onto a checker: want at least %g mm", least))
	}
	if len(c.Tray.Trophies) == 0 {
		bad("tray.trophies", "captured checkers need at least one slot")
	}
}

// highestPoint returns the greatest height of a square's centre.
func (b Board) highestPoint() float64 {
	return b.Surface + 3.5*b.Pitch*(math.Abs(tiltSlope(b.TiltX))+math.Abs(tiltSlope(b.TiltY)))
}

// tiltSlope returns the rise per millimetre of an angle in degrees.
func tiltSlope(degrees float64) float64 { return math.Tan(degrees * math.Pi / 180) }

// minEntryHeight is the height above its vertical part that a descent needs to come in from one side, mm.
const minEntryHeight = 12
