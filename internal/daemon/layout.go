package daemon

import (
	"crownhead/arm"
	"crownhead/web/operator"
)

// layoutOf is what the drawings need of a configuration.
func layoutOf(cfg arm.Config) operator.ArmLayout {
	links, place := cfg.Links, cfg.Board
	return operator.ArmLayout{
		Upper: links.Upper, Forearm: links.Forearm, Tool: links.Tool, Shoulder: links.Shoulder, Nozzle: links.Nozzle,
		CentreX: place.CentreX, CentreY: place.CentreY, Yaw: place.Yaw, Pitch: place.Pitch, Surface: place.Surface,
		Travel: cfg.Descent.TravelHeight, Park: operator.Spot{X: cfg.Park.X, Y: cfg.Park.Y},
		Trophies: spotsOf(cfg.Tray.Trophies), Kings: spotsOf(cfg.Tray.Kings),
	}
}

func spotsOf(from []arm.Spot) []operator.Spot {
	list := make([]operator.Spot, len(from))
	for i, s := range from {
		list[i] = operator.Spot{X: s.X, Y: s.Y}
	}
	return list
}
