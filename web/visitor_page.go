package web

import (
	"html/template"
	"net/http"

	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/web/reply"
)

var visitorTemplate = template.Must(template.New("visitor.html").
	Funcs(template.FuncMap{"pipAt": pipAt, "pipsWidth": pipsWidth}).ParseFS(files, "visitor.html", "rules.html"))

// A visitorPage is what the first paint of the visitor's screen needs.
type visitorPage struct {
	Lang      say.Lang
	Langs     []languageLink
	T         map[string]string // words by the part of the page that shows them
	View      screenView
	World     bool
	RobotSide string // its colour
	Board     boardDrawing
	LeftEye   []pixel
	RightEye  []pixel
	BrowLeft  float64 // degrees clockwise, as SVG turns
	BrowRight float64
	Levels    []levelTile
	LevelPage int // how many of them are shown at once; 0: all
	Studies   []playedStudy
	Rules     []drawnRule
	Knob      float64 // 0…100: from the visitor's end of the bar to the robot's
}

// serveVisitorPage is the visitor's screen, painted whole.
func (s *Server) serveVisitorPage(w http.ResponseWriter, r *http.Request) {
	v := s.robot.Snapshot()
	lang := pageLanguage(r, say.Lang(v.Lang))
	w.Header().Set("Content-Language", string(lang))
	if err := reply.Page(w, visitorTemplate, "visitor.html", s.visitorPage(v, lang)); err != nil {
		s.log.Error().Err(err).Msg("page not painted")
	}
}

func (s *Server) visitorPage(v robot.Snapshot, lang say.Lang) visitorPage {
	view, virtual := s.screenView(v, lang), s.world != nil
	pitch := s.layout().Pitch
	return visitorPage{
		Lang: lang, Langs: languageLinks(lang), T: fixedWords(lang), View: view, World: virtual,
		RobotSide: opponentOf(view.Side), Board: drawBoard(view, pitch, virtual),
		LeftEye: drawEye(v.Frame.Left), RightEye: drawEye(v.Frame.Right),
		BrowLeft: -v.Frame.BrowLeft, BrowRight: v.Frame.BrowRight,
		Levels: levelTiles(v.Choices, lang), LevelPage: tilesPerPage(len(v.Choices.Levels)), Studies: playedStudies(lang),
		Rules: drawRules(lang, view.Side, pitch),
		Knob:  50 + 50*min(max(v.Win, -1), 1),
	}
}

// A languageLink leads to the same page in another language.
type languageLink struct {
	Lang    say.Lang
	Name    string
	Short   string
	Current bool
}

func languageLinks(current say.Lang) []languageLink {
	links := make([]languageLink, len(langs))
	for i, l := range langs {
		name := say.Text(current, say.Key("lang_"+l), say.Args{})
		links[i] = languageLink{l, name, string([]rune(name)[:3]), l == current}
	}
	return links
}

// fixedWords are the words of the page that don't change, by the part of it that shows them.
func fixedWords(lang say.Lang) map[string]string {
	words := map[string]string{}
	for name, key := range fixedWordKeys {
		words[name] = say.Text(lang, key, say.Args{})
	}
	return words
}

var fixedWordKeys = map[string]say.Key{
	"title": say.UITitle, "press": say.UIPress, "button": say.UIButton, "stop": say.UIStop, "stopAll": say.UIStopAll,
	"stopHeard": say.UIStopHeard, "stopUnheard": say.UIStopUnheard,
	"language": say.UILanguage, "board": say.UIBoard, "face": say.UIFace, "armSide": say.UIArmSide, "keys": say.UIKeys,
	"you": say.UIYou, "robot": say.UIRobot, "winBar": say.UIWinBar, "drag": say.UIDrag,
	"offline": say.UIOffline, "connecting": say.UIConnecting, "noscript": say.UINoScript,
	"white": say.UIWhite, "black": say.UIBlack, "king": say.UIKing, "man": say.UIMan,
	"newGame": say.UINewGame, "resign": say.UIResign, "setup": say.UISetup, "trophies": say.UITrophies,
	"clear": say.UIRelease, "choices": say.UIChoices, "level": say.UILevel, "colour": say.UIColour,
	"attitude": say.UIAttitude, "kind": say.UIKind,
	"cheeky": say.UICheeky, "game": say.UIGame, "hint": say.UIHint, "notMoved": say.UINotMoved, "takeback": say.UITakeback,
	"draw": say.UIDraw, "nextVisitor": say.UINextVisitor, "acceptDraw": say.UIAcceptDraw, "tray": say.UITray,
	"captured": say.UICaptured, "spareKings": say.UISpareKings, "moves": say.UIMoves, "rules": say.UIRules,
	"rulesTitle": say.UIRulesTitle, "rulesAim": say.UIRulesAim, "rulesClose": say.UIRulesClose,
}
