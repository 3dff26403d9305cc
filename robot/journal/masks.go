package journal

import (
	"crownhead/board"
	"crownhead/robot/turn"
)

// A Mask is a sensor that is not believed. It belongs to the place, whichever colour sits there.
type Mask struct {
	Place  int
	Reason turn.MaskReason
}

// Masks lists the sensors that are masked at a journal's end.
func (log *Log) Masks() []Mask {
	settings, err := log.Header.Settings()
	if err != nil {
		return nil
	}
	var reasons [32]turn.MaskReason
	for _, line := range log.Lines {
		e := line.Event
		if e.Kind != turn.EventMask {
			continue
		}
		sq, err := board.ParseSquare(e.Square)
		if err != nil {
			continue
		}
		place := settings.Place(sq)
		if reasons[place] = e.Mask; !e.On {
			reasons[place] = ""
		}
	}
	var list []Mask
	for place, reason := range reasons {
		if reason != "" {
			list = append(list, Mask{Place: place, Reason: reason})
		}
	}
	return list
}
