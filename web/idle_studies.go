package web

import (
	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
)

// A study is a problem that a master composed, played through while nobody plays. Each move of the
// losing side that is not forced is the one its author gives.
type study struct {
	key   say.Key // its author and its task
	start string
	moves []string
}

var studies = []study{
	{
		key: say.StudyKalinsky, start: "W:WKb8,g1,h4:Bc5,e3,f6",
		moves: []string{
			"b8-g3", "c5-b4", "g3-e1", "b4-a3", "e1-f2", "e3-d2", "h4-g5", "f6:h4", "f2-g3", "h4:f2", "g1:e3:c1",
			"a3-b2", "c1:a3",
		},
	},
	{
		key: say.StudyShoshin, start: "W:WKa5,a3:Ba7,f4",
		moves: []string{"a5-b4", "f4-g3", "b4-c5", "g3-h2", "a3-b4", "h2-g1", "b4-a5", "g1:b6", "a5:c7", "a7-b6", "c7:a5"},
	},
}

// A playedStudy is a study as a page plays it.
type playedStudy struct {
	Words  string       `json:"words"`
	Frames []studyFrame `json:"frames"`
}

// A studyFrame is a position and the move that led to it.
type studyFrame struct {
	Pieces map[string]string   `json:"pieces"`
	Last   *robot.AnimatedMove `json:"last"`
}

// playedStudies are the studies in a page's language.
func playedStudies(lang say.Lang) []playedStudy {
	played := make([]playedStudy, 0, len(studies))
	for _, s := range studies {
		frames, err := s.playThrough()
		if err == nil { // a test plays them all
			played = append(played, playedStudy{say.Text(lang, s.key, say.Args{}), frames})
		}
	}
	return played
}

// playThrough makes the moves on a board.
func (s study) playThrough() ([]studyFrame, error) {
	p, err := board.ParseFEN(s.start)
	if err != nil {
		return nil, err
	}
	frames := []studyFrame{{Pieces: pieceNames(s.start)}}
	for _, text := range s.moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, err
		}
		last := &robot.AnimatedMove{
			From: m.From.String(), To: m.To.String(), Path: board.SquareNames(p.Path(m)), Captured: board.SquareNames(p.CaptureOrder(m)),
			Notation: p.Notation(m), By: p.Turn.String(),
		}
		p = p.Play(m)
		frames = append(frames, studyFrame{pieceNames(p.FEN()), last})
	}
	return frames, nil
}
