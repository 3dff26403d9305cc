package operator

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"crownhead/board"
	"crownhead/web/operator/words"
)

// A positionView is a position as the page draws it, or what is wrong with its text.
type positionView struct {
	Fault  string            `json:"fault"`  // "" when there is none; with it there is no position
	FEN    string            `json:"fen"`    // as this program writes it
	Turn   string            `json:"turn"`   // white, black
	Pieces map[string]string `json:"pieces"` // square → "white-man" …
}

// servePosition reads the FEN that somebody types, so that the page draws what will be set, and nothing that it has read
// in its own way. A fault is an answer, too: somebody who types is not done yet.
func (c *Console) servePosition(w http.ResponseWriter, r *http.Request) {
	if !c.gate.Authorise(w, r, "reading positions") {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	view := viewPosition(r.URL.Query().Get("fen"))
	view.Fault = words.Translate(Language(r), view.Fault)
	_ = json.NewEncoder(w).Encode(view) // fails when the client has gone
}

func viewPosition(fen string) positionView {
	view := positionView{Pieces: map[string]string{}}
	p, err := board.ParseFEN(fen)
	if err != nil {
		view.Fault = err.Error()
		if why := errors.Unwrap(err); why != nil {
			view.Fault = why.Error() // without the text, which stands in the field
		}
		return view
	}
	view.FEN, view.Turn = p.FEN(), p.Turn.String()
	for _, sq := range p.Occupied().Squares() {
		view.Pieces[sq.String()] = strings.ReplaceAll(p.PieceAt(sq).String(), " ", "-")
	}
	return view
}
