package main

import (
	"fmt"
	"io"

	"crownhead/arm"
	"crownhead/config"
	"crownhead/web/operator"
)

// save keeps a calibration, which counts at once.
func (d *daemonRun) save(c arm.Config) error {
	if err := config.WriteCalibration(d.file, c); err != nil {
		return err
	}
	d.lay(c)
	return nil
}

// lay puts board, trays and links into the operator's drawing.
func (d *daemonRun) lay(c arm.Config) {
	layout := layoutOf(c)
	d.layout.Store(&layout)
}

// layoutOf is what the drawings need of a configuration.
func layoutOf(cfg arm.Config) operator.ArmLayout {
	links, place := cfg.Links, cfg.Board
	return operator.ArmLayout{
		Upper: links.Upper, Forearm: links.Forearm, Tool: links.Tool, Shoulder: links.Shoulder, Nozzle: links.Nozzle,
		CentreX: place.CentreX, CentreY: place.CentreY, Yaw: place.Yaw, Pitch: place.Pitch, Surface: place.Surface,
		Travel: cfg.Descent.TravelHeight, Park: operator.Spot{X: cfg.Park.X, Y: cfg.Park.Y},
		Trophies: spots(cfg.Tray.Trophies), Kings: spots(cfg.Tray.Kings),
	}
}

func spots(from []arm.Spot) []operator.Spot {
	list := make([]operator.Spot, len(from))
	for i, s := range from {
		list[i] = operator.Spot{X: s.X, Y: s.Y}
	}
	return list
}

// tellOperator says where the operator's page is and what it asks for. A token of the configuration stays there: who may
// know it knows it.
func tellOperator(w io.Writer, address string, configured bool, token string) {
	if configured {
		fmt.Fprintf(w, "crownhead: operator's page: http://%s/operator; its token is web.token in the configuration\n", address)
		return
	}
	fmt.Fprintf(w, "crownhead: operator's page: http://%s/operator#%s\n", address, token)
	fmt.Fprintf(w, "crownhead: operator's token: %s (until the next start; web.token in the configuration sets one that stays)\n", token)
}
