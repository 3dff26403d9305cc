package operator

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/web/operator/words"
	"crownhead/web/reply"
)

// templates are the page in each language.
var templates = parseTemplates()

func parseTemplates() map[say.Lang]*template.Template {
	all := map[say.Lang]*template.Template{}
	for _, l := range say.Langs() {
		all[l] = template.Must(template.New("").Funcs(template.FuncMap{
			"clock": func(t time.Time) string { return t.Format("15:04:05") },
			"mm":    func(v float64) string { return fmt.Sprintf("%.1f", v) },
			"json":  func(v any) (string, error) { data, err := json.Marshal(v); return string(data), err },
			"words": func(name any) string { return strings.ReplaceAll(fmt.Sprint(name), "-", " ") },
			"lang":  func() string { return string(l) },
			"t":     func(english string, args ...any) string { return words.Fill(l, english, args...) },

			"languages":   offeredLanguages,
			"scriptWords": func() map[string]string { return scriptSentences(l) },
		}).ParseFS(files, "operator.html"))
	}
	return all
}

// An operatorPage is what the first paint of the page needs.
type operatorPage struct {
	View    operatorView
	Layout  ArmLayout
	Squares []sensorSquare
	Log     []robot.LogEntry // newest first
	Places  []placeGroup
	Buttons buttonRows
	Pieces  []string
	Start   string // FEN of the usual start position
}

// A loginPage asks for the token.
type loginPage struct {
	Wrong bool
	Wait  int // seconds until a token is compared
}

// firstEntries is how many lines of the log the first paint has.
const firstEntries = 40

// servePage is the page, or, for anybody who is not logged in, the form that asks for the token.
func (c *Console) servePage(w http.ResponseWriter, r *http.Request) {
	if keepLanguage(w, r) {
		http.Redirect(w, r, "/operator", http.StatusSeeOther)
		return
	}
	if c.gate.accessOf(r) != granted {
		c.paintPage(w, r, "login", loginPage{Wrong: r.URL.Query().Has("wrong"), Wait: c.gate.lockoutSeconds(r)})
		return
	}
	status := c.status.Status()
	layout := c.layout()
	lang := Language(r)
	entries := entriesIn(lang, status.Timeline[max(0, len(status.Timeline)-firstEntries):])
	slices.Reverse(entries)
	c.paintPage(w, r, "operator", operatorPage{
		View: c.viewOf(status, lang), Layout: layout, Squares: sensorSquares(status.Sensors), Log: entries,
		Places: layout.placeGroups(), Buttons: allButtons, Start: board.Start().FEN(),
		Pieces: []string{"white-man", "white-king", "black-man", "black-king", "nothing"},
	})
}

// paintPage answers with a page in the operator's language.
func (c *Console) paintPage(w http.ResponseWriter, r *http.Request, name string, data any) {
	lang := Language(r)
	w.Header().Set("Content-Language", string(lang))
	w.Header().Add("Vary", "Cookie")
	if err := reply.Page(w, templates[lang], name, data); err != nil {
		c.log.Error().Err(err).Msg("operator's page not painted")
	}
}

// A sensorSquare is a square of the page's board; only dark ones have a sensor.
type sensorSquare struct {
	Dark   bool
	Name   string
	Sensor robot.SensorStatus
}

// sensorSquares are the board's squares, from a8 to h1.
func sensorSquares(sensors [32]robot.SensorStatus) []sensorSquare {
	all := make([]sensorSquare, 0, 64)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			s := sensorSquare{Name: string(rune('a'+file)) + string(rune('1'+rank))}
			if sq, err := board.ParseSquare(s.Name); err == nil {
				s.Dark, s.Sensor = true, sensors[sq]
			}
			all = append(all, s)
		}
	}
	return all
}
