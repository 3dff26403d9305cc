package training

import (
	"crownhead/engine/train/nets"
	"crownhead/engine/train/patterns"
)

// generationsAnswer is the JSON of a training.
type generationsAnswer struct {
	Generations []generationRow `json:"generations"`
	Running     bool            `json:"running"`
	Underway    *stageAnswer    `json:"underway,omitempty"` // the generation that isn't finished, if any
}

type stageAnswer struct {
	Number int     `json:"number"`
	Doing  string  `json:"doing"` // games, fit or gate
	Part   float64 `json:"part"`
}

type generationRow struct {
	Number   int     `json:"number"`
	Elo      float64 `json:"elo"` // above the first player, as the matches add up
	Games    int     `json:"games"`
	Accepted bool    `json:"accepted"`
	Gain     float64 `json:"gain"` // in Elo, in its match
	GainLow  float64 `json:"gain_low"`
	GainHigh float64 `json:"gain_high"`
	Loss     float64 `json:"loss"`
}

func patternRows(all []patterns.Generation) []generationRow {
	rows := []generationRow{}
	elo := 0.0
	for _, g := range all {
		r := generationRow{
			Number: g.Number, Elo: elo + g.Match.Elo, Games: g.Games, Accepted: g.Accepted,
			Gain: g.Match.Elo, GainLow: g.Match.Low, GainHigh: g.Match.High, Loss: g.Loss,
		}
		if g.Accepted {
			elo = r.Elo
		}
		rows = append(rows, r)
	}
	return rows
}

func netRows(all []nets.Generation) []generationRow {
	rows := []generationRow{}
	for _, g := range all {
		rows = append(rows, generationRow{
			Number: g.Number, Elo: g.Elo, Games: g.Games, Accepted: g.Accepted,
			Gain: g.Gate.Elo, GainLow: g.Gate.Low, GainHigh: g.Gate.High, Loss: g.Loss(),
		})
	}
	return rows
}

// exportAnswer is the JSON of crownhead train export.
type exportAnswer struct {
	File       string  `json:"file"`
	Generation int     `json:"generation"`
	Elo        float64 `json:"elo"`
	Accepted   bool    `json:"accepted"`
	Bytes      int     `json:"bytes"`
}

func describeVerdict(accepted bool) string {
	if accepted {
		return "accepted"
	}
	return "not better"
}
