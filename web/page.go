package web

import (
	"bytes"
	"html/template"
	"net/http"

	"crownhead/face/say"
)

var page = template.Must(template.New("page.html").Funcs(template.FuncMap{"pipAt": pipAt, "pipsWide": pipsWide}).ParseFS(files, "page.html"))

// A screenPage is what the first paint of the visitor's screen needs.
type screenPage struct {
	Lang      say.Lang
	Langs     []languageLink
	T         map[string]string // words by the part of the page that shows them
	View      screenView
	World     bool
	RobotSide string // its colour
	Squares   []drawnSquare
	Files     []label
	Ranks     []label
	LeftEye   []pixel
	RightEye  []pixel
	BrowLeft  float64 // degrees clockwise, as SVG turns
	BrowRight float64
	Levels    []levelTile
	LevelPage int // how many of them are shown at once; 0: all
	Studies   []playedStudy
	Knob      float64 // 0…100: from the visitor's end of the bar to the robot's
}

// A languageLink leads to the same page in another language.
type languageLink struct {
	Lang    say.Lang
	Name    string
	Short   string
	Current bool
}

// screen is the visitor's screen, painted whole.
func (s *Server) screen(w http.ResponseWriter, r *http.Request) {
	v := s.robot.Snapshot()
	lang := pageLanguage(r, say.Lang(v.Lang))
	var out bytes.Buffer
	if err := page.Execute(&out, s.paint(v, lang)); err != nil {
		s.log.Error().Err(err).Msg("page not painted")
		refuse(w, http.StatusInternalServerError, "the page could not be painted", "the log says why")
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", string(lang))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = out.WriteTo(w) // the client has gone: nobody to tell
}

func (s *Server) paint(v Snapshot, lang say.Lang) screenPage {
	view := s.look(v, lang)
	return screenPage{
		Lang: lang, Langs: languageLinks(lang), T: words(lang), View: view, World: s.world != nil,
		RobotSide: other(view.Side), Squares: drawSquares(view), Files: drawFiles(view.Side), Ranks: drawRanks(view.Side),
		LeftEye: drawEye(v.Frame.Left), RightEye: drawEye(v.Frame.Right),
		BrowLeft: -v.Frame.BrowLeft, BrowRight: v.Frame.BrowRight,
		Levels: levelTiles(v.Choices, lang), LevelPage: pageOf(len(v.Choices.Levels)), Studies: playedStudies(lang),
		Knob: 50 + 50*min(max(v.Win, -1), 1),
	}
}

func languageLinks(current say.Lang) []languageLink {
	links := make([]languageLink, len(langs))
	for i, l := range langs {
		name := say.Text(current, say.Key("lang_"+l), say.Args{})
		links[i] = languageLink{l, name, string([]rune(name)[:3]), l == current}
	}
	return links
}

// words are the fixed words of the page, by the part of it that shows them.
func words(lang say.Lang) map[string]string {
	t := map[string]string{}
	for name, key := range fixed {
		t[name] = say.Text(lang, key, say.Args{})
	}
	return t
}

var fixed = map[string]say.Key{
	"title": say.UITitle, "press": say.UIPress, "button": say.UIButton, "stop": say.UIStop, "stopAll": say.UIStopAll,
	"language": say.UILanguage, "board": say.UIBoard, "face": say.UIFace, "armSide": say.UIArmSide, "keys": say.UIKeys,
	"you": say.UIYou, "robot": say.UIRobot, "winBar": say.UIWinBar, "drag": say.UIDrag,
	"offline": say.UIOffline, "connecting": say.UIConnecting, "noscript": say.UINoScript,
	"white": say.UIWhite, "black": say.UIBlack, "king": say.UIKing, "man": say.UIMan,
	"newGame": say.UINewGame, "resign": say.UIResign, "setup": say.UISetup, "trophies": say.UITrophies, "clear": say.UIRelease,
	"choices": say.UIChoices, "level": say.UILevel, "colour": say.UIColour, "attitude": say.UIAttitude, "kind": say.UIKind,
	"cheeky": say.UICheeky, "game": say.UIGame, "hint": say.UIHint, "notMoved": say.UINotMoved, "takeback": say.UITakeback, "draw": say.UIDraw,
	"acceptDraw": say.UIAcceptDraw, "tray": say.UITray, "captured": say.UICaptured, "spareKings": say.UISpareKings,
}
