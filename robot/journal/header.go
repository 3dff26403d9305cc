package journal

import (
	"encoding/json"
	"errors"
	"fmt"

	"crownhead/board"
	"crownhead/robot/turn"
)

const (
	logName     = "crownhead/1"
	variantName = "russian"
	visitorBoth = "both"
)

// A Header is the first line of a log. A plain sensor log has the first four fields only. A Version above 0 marks a
// journal, which has all settings that turn.Step reads.
type Header struct {
	Log     string `json:"log"`
	FEN     string `json:"fen"`
	Visitor string `json:"visitor"` // white, black, or both
	Variant string `json:"variant"`

	Version   int    `json:"version,omitempty"`
	Game      int    `json:"game,omitempty"` // counts the games of a run
	Draws     string `json:"draws,omitempty"`
	Alternate bool   `json:"alternate,omitempty"`
	Level     string `json:"level,omitempty"`
	Lang      string `json:"lang,omitempty"`
	Attitude  string `json:"attitude,omitempty"`
	Seed      uint64 `json:"seed,omitempty"`
	Ask       int    `json:"ask,omitempty"`
	Abandon   int    `json:"abandon,omitempty"`
	Trophies  int    `json:"trophies,omitempty"`
	Kings     int    `json:"kings,omitempty"`

	Home       string `json:"home,omitempty"` // "": as the game began
	NoTakeback bool   `json:"no_takeback,omitempty"`
	TouchMove  bool   `json:"touch_move,omitempty"`
	Lay        bool   `json:"lay,omitempty"`
	Untidy     bool   `json:"untidy,omitempty"` // the tray, maybe

	// Weights are the digests of the networks that could play, by their levels: a level's name alone doesn't say
	// which training they are from. Step doesn't read them.
	Weights map[string]string `json:"weights,omitempty"`
}

// NewHeader returns the header of the journal of a game that is played under these settings.
func NewHeader(s turn.Settings, game int) Header {
	home := ""
	if s.NextStart != s.Start {
		home = s.NextStart.FEN()
	}
	return Header{
		Log: logName, FEN: s.Start.FEN(), Visitor: s.VisitorColor.String(), Variant: variantName,
		Version: turn.Version, Game: game, Draws: s.Draws.String(), Alternate: s.Alternate, Level: s.Level,
		Lang: s.Lang, Attitude: s.Attitude, Seed: s.Seed, Ask: s.AskSeconds, Abandon: s.AbandonSeconds,
		Trophies: s.CaptureSlots, Kings: s.KingSlots, Home: home, NoTakeback: !s.Takeback,
		TouchMove: s.TouchMove, Lay: s.NeedsLaying, Untidy: s.UntidyTray,
	}
}

// parseHeader reads the first line of a log.
func parseHeader(line []byte) (Header, error) {
	var h Header
	if err := json.Unmarshal(line, &h); err != nil {
		return Header{}, fmt.Errorf("header: %w", err)
	}
	switch {
	case h.Log != logName:
		return Header{}, fmt.Errorf("header: log is %q, wanted %q", h.Log, logName)
	case h.Variant != variantName:
		return Header{}, fmt.Errorf("header: variant is %q, wanted %q", h.Variant, variantName)
	case h.Version < 0:
		return Header{}, fmt.Errorf("header: version %d", h.Version)
	case h.Trophies < 0 || h.Kings < 0:
		return Header{}, fmt.Errorf("header: a tray for %d captured checkers and %d kings", h.Trophies, h.Kings)
	case h.Version > 0 && h.Visitor == visitorBoth:
		return Header{}, errors.New("header: a journal has one visitor, white or black")
	}
	_, err := h.Settings()
	return h, err
}

// Settings returns the settings that the header holds for Step. A sensor log has few of them; its draw rules are the
// federation's.
func (h Header) Settings() (turn.Settings, error) {
	s := turn.Settings{
		Version: h.Version, Takeback: !h.NoTakeback, TouchMove: h.TouchMove, NeedsLaying: h.Lay, UntidyTray: h.Untidy,
		Alternate: h.Alternate, Level: h.Level, Lang: h.Lang, Attitude: h.Attitude, Seed: h.Seed,
		AskSeconds: h.Ask, AbandonSeconds: h.Abandon, CaptureSlots: h.Trophies, KingSlots: h.Kings,
	}
	var err error
	if s.Start, err = board.ParseFEN(h.FEN); err != nil {
		return turn.Settings{}, fmt.Errorf("header: %w", err)
	}
	s.NextStart = s.Start
	if h.Home != "" {
		if s.NextStart, err = board.ParseFEN(h.Home); err != nil {
			return turn.Settings{}, fmt.Errorf("header: home: %w", err)
		}
	}
	if h.Visitor != visitorBoth {
		if s.VisitorColor, err = board.ParseColor(h.Visitor); err != nil {
			return turn.Settings{}, fmt.Errorf("header: visitor: %w", err)
		}
	}
	if h.Draws != "" {
		if s.Draws, err = board.ParseDrawRules(h.Draws); err != nil {
			return turn.Settings{}, fmt.Errorf("header: draws: %w", err)
		}
	}
	return s, nil
}
