package world

import "math"

// Bones are the joints of the arm in space, for drawing it.
type Bones struct {
	Shoulder Point `json:"shoulder"`
	Elbow    Point `json:"elbow"`
	Wrist    Point `json:"wrist"`
	Tool     Point `json:"tool"` // the platform above the nozzle
	Tip      Point `json:"tip"`
}

// A linkage is the arm's mechanics: motors that drive links through gears with play.
type linkage struct {
	motor [3]float64 // degrees of the gear's input: base, upper arm, forearm
	link  [3]float64 // degrees of the links themselves
	tip   Point
}

// turnMotors turns the motors and takes the links along as far as the play lets them.
func (l *linkage) turnMotors(t *GroundTruth, motor [3]float64) {
	l.motor = motor
	half := t.Backlash / 2
	for j, m := range motor {
		l.link[j] = min(max(l.link[j], m-half), m+half)
	}
	l.tip = t.tipAt(l.link)
}

// tipAt is the nozzle's tip for these angles of the links.
func (t *GroundTruth) tipAt(link [3]float64) Point {
	sinA, cosA := math.Sincos(radians(link[1]))
	sinB, cosB := math.Sincos(radians(link[2]))
	sinT, cosT := math.Sincos(radians(link[0] + t.Yaw))
	reach := t.Upper*cosA + t.Forearm*cosB + t.Tool
	return Point{
		X: reach * cosT,
		Y: reach * sinT,
		Z: t.Shoulder + t.Upper*sinA + t.Forearm*sinB - t.Nozzle,
	}
}

// bonesAt is the whole arm for these angles of the links.
func (t *GroundTruth) bonesAt(link [3]float64) Bones {
	sinT, cosT := math.Sincos(radians(link[0] + t.Yaw))
	out := func(reach, z float64) Point { return Point{reach * cosT, reach * sinT, z} }
	elbow, height := t.Upper*math.Cos(radians(link[1])), t.Shoulder+t.Upper*math.Sin(radians(link[1]))
	wrist, level := elbow+t.Forearm*math.Cos(radians(link[2])), height+t.Forearm*math.Sin(radians(link[2]))
	return Bones{
		Shoulder: out(0, t.Shoulder),
		Elbow:    out(elbow, height),
		Wrist:    out(wrist, level),
		Tool:     out(wrist+t.Tool, level),
		Tip:      out(wrist+t.Tool, level-t.Nozzle),
	}
}
