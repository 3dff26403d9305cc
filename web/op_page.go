package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/robot"
)

var deskPages = template.Must(template.New("").Funcs(template.FuncMap{
	"clock": func(t time.Time) string { return t.Format("15:04:05") },
	"mm":    func(v float64) string { return fmt.Sprintf("%.1f", v) },
	"json":  func(v any) (string, error) { data, err := json.Marshal(v); return string(data), err },
	"words": func(name string) string { return strings.ReplaceAll(name, "-", " ") },
}).ParseFS(files, "operator.html"))

// A deskPage is what the first paint of the operator's page needs.
type deskPage struct {
	View    deskView
	Bench   Bench
	Cells   []cell
	Log     []robot.LogEntry // newest first
	Places  []placeGroup
	Release act
	Game    []act
	Mode    []act
	Pump    []act
	Goto    []act
	Calib   []act
	Jogs    []jog
	Steps   []string
	Pieces  []string
}

// A cell is a square of the operator's board; only dark ones have a sensor.
type cell struct {
	Dark   bool
	Square string
	Sensor robot.SensorStatus
}

// A placeGroup is a heading of the list of places that the tip can go to.
type placeGroup struct {
	Name   string
	Places []string
}

// firstLines is how many lines of the log the first paint has.
const firstLines = 40

// desktop is the operator's page, or, to anybody else, the form that asks for the token.
func (s *Server) desktop(w http.ResponseWriter, r *http.Request) {
	if s.gate.judge(r) != operator {
		s.paintDesk(w, "login", loginPage{Wrong: r.URL.Query().Has("wrong"), Wait: waitSeconds(s.gate.patience(r))})
		return
	}
	status := s.desk.Robot.Status()
	bench := s.desk.Bench()
	entries := tidy(status.Timeline[max(0, len(status.Timeline)-firstLines):])
	slices.Reverse(entries)
	s.paintDesk(w, "desk", deskPage{
		View: s.view(status), Bench: bench, Cells: cells(status.Sensors), Log: entries, Places: bench.places(),
		Release: releaseAct, Game: gameActs, Mode: modeActs, Pump: pumpActs, Goto: gotoActs, Calib: calibActs,
		Jogs: jogs, Steps: steps, Pieces: []string{"white-man", "white-king", "black-man", "black-king", "nothing"},
	})
}

// A loginPage asks for the token.
type loginPage struct {
	Wrong bool
	Wait  int // seconds until a token is looked at
}

func (s *Server) paintDesk(w http.ResponseWriter, name string, data any) {
	var out bytes.Buffer
	if err := deskPages.ExecuteTemplate(&out, name, data); err != nil {
		s.log.Error().Err(err).Msg("operator's page not painted")
		refuse(w, http.StatusInternalServerError, "the page could not be painted", "the log says why")
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = out.WriteTo(w) // the client has gone: nobody to tell
}

// cells are the board's squares, from a8 to h1.
func cells(sensors [32]robot.SensorStatus) []cell {
	all := make([]cell, 0, 64)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			c := cell{Square: string(rune('a'+file)) + string(rune('1'+rank))}
			if sq, err := board.ParseSquare(c.Square); err == nil {
				c.Dark, c.Sensor = true, sensors[sq]
			}
			all = append(all, c)
		}
	}
	return all
}

// places are all places that the tip can be sent to.
func (b Bench) places() []placeGroup {
	squares := make([]string, 0, 32)
	for sq := range board.NoSquare {
		squares = append(squares, sq.String())
	}
	return []placeGroup{
		{"Squares", squares},
		{"Tray, captured checkers", numbered("tray", len(b.Trophies))},
		{"Tray, spare kings", numbered("king", len(b.Kings))},
	}
}

func numbered(name string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s%d", name, i+1)
	}
	return names
}
