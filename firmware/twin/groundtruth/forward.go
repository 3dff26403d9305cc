package groundtruth

import "math"

// TipAt is where the nozzle's tip is when the links have these angles, in degrees.
func (r *Robot) TipAt(link [3]float64) Point {
	sinA, cosA := math.Sincos(radians(link[1]))
	sinB, cosB := math.Sincos(radians(link[2]))
	sinT, cosT := math.Sincos(radians(link[0] + r.Yaw))
	reach := r.Upper*cosA + r.Forearm*cosB + r.Tool
	return Point{
		X: reach * cosT,
		Y: reach * sinT,
		Z: r.Shoulder + r.Upper*sinA + r.Forearm*sinB - r.Nozzle,
	}
}

// JointPositions are the joints of the arm in space, for drawing it.
type JointPositions struct {
	Shoulder Point `json:"shoulder"`
	Elbow    Point `json:"elbow"`
	Wrist    Point `json:"wrist"`
	Tool     Point `json:"tool"` // the platform above the nozzle
	Tip      Point `json:"tip"`
}

// JointPositionsAt is the whole arm for these angles of the links.
func (r *Robot) JointPositionsAt(link [3]float64) JointPositions {
	sinT, cosT := math.Sincos(radians(link[0] + r.Yaw))
	out := func(reach, z float64) Point { return Point{reach * cosT, reach * sinT, z} }
	elbow, height := r.Upper*math.Cos(radians(link[1])), r.Shoulder+r.Upper*math.Sin(radians(link[1]))
	wrist, level := elbow+r.Forearm*math.Cos(radians(link[2])), height+r.Forearm*math.Sin(radians(link[2]))
	return JointPositions{
		Shoulder: out(0, r.Shoulder),
		Elbow:    out(elbow, height),
		Wrist:    out(wrist, level),
		Tool:     out(wrist+r.Tool, level),
		Tip:      out(wrist+r.Tool, level-r.Nozzle),
	}
}
