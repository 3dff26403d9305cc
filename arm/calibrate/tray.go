package calibrate

import (
	"math"
	"slices"

	"crownhead/arm"
	"crownhead/kinematics"
)

// fitTray moves the plates of the tray to where their slots were touched, and its floor to the mean height.
func (m *model) fitTray(r *Result, points []TouchPoint) {
	tray := &r.Config.Tray
	tray.Trophies, tray.Kings = slices.Clone(tray.Trophies), slices.Clone(tray.Kings)
	if len(points) == 0 {
		return
	}
	height := 0.0
	for _, p := range points {
		height += m.tipAt(r.Config, p).Z / float64(len(points))
	}
	tray.Surface = height
	first := len(tray.Trophies)
	m.fitPlate(r.Config, tray.Trophies, 0, points)
	m.fitPlate(r.Config, tray.Kings, first, points)
	for _, p := range points {
		slot := slotAt(tray, p.Place.Slot)
		tip := m.tipAt(r.Config, p)
		off := kinematics.Vec{X: tip.X - slot.X, Y: tip.Y - slot.Y, Z: tip.Z - height}
		r.Residuals = append(r.Residuals, Residual{Place: p.Place, Offset: off, Text: m.trayResidualText(p.Place, off)})
	}
}

// slotAt returns the slot with a number.
func slotAt(tray *arm.TrayLayout, n int) arm.Spot {
	if n < len(tray.Trophies) {
		return tray.Trophies[n]
	}
	return tray.Kings[n-len(tray.Trophies)]
}

// fitPlate moves the slots of one plate, and turns them if at least two were touched. The plate's slots are numbered
// from first on.
func (m *model) fitPlate(cfg arm.Config, spots []arm.Spot, first int, points []TouchPoint) {
	var from, to []arm.Spot
	for _, p := range points {
		if n := p.Place.Slot - first; n >= 0 && n < len(spots) {
			tip := m.tipAt(cfg, p)
			from, to = append(from, spots[n]), append(to, arm.Spot{X: tip.X, Y: tip.Y})
		}
	}
	if len(from) == 0 {
		return
	}
	a, b := centroid(from), centroid(to)
	sin, cos := math.Sincos(bestRotation(from, to, a, b))
	for i, s := range spots {
		x, y := s.X-a.X, s.Y-a.Y
		spots[i] = arm.Spot{X: b.X + x*cos - y*sin, Y: b.Y + x*sin + y*cos}
	}
}

func centroid(spots []arm.Spot) arm.Spot {
	var sum arm.Spot
	for _, s := range spots {
		sum.X, sum.Y = sum.X+s.X/float64(len(spots)), sum.Y+s.Y/float64(len(spots))
	}
	return sum
}

// bestRotation returns the angle in radians by which spots around a must be turned to lie as those around b do;
// 0 for a single spot.
func bestRotation(from, to []arm.Spot, a, b arm.Spot) float64 {
	var along, across float64
	for i := range from {
		x, y, u, v := from[i].X-a.X, from[i].Y-a.Y, to[i].X-b.X, to[i].Y-b.Y
		along, across = along+x*u+y*v, across+x*v-y*u
	}
	return math.Atan2(across, along)
}
