package journal

import (
	"io"
	"slices"
	"time"

	"crownhead/board"
	"crownhead/robot/turn"
)

// A KeptGame is what a journal tells about its game at its end: all that is needed to go on with it.
type KeptGame struct {
	Header   Header
	State    turn.State
	Diverged *Divergence // the first decision that Step no longer makes as the journal has it; nil when there is none
	End      time.Duration
	Masks    []Mask       // the sensors that are masked
	Commands []turn.Event // the last command of each name, in the order in which they were given
	Ended    bool         // the game is over on the board, too: the robot's last move decides it before the arm has made it
	Size     int64        // bytes up to the end of the last whole line

	archived bool // the journal says that the game is to be archived
}

// A Mask is a sensor that is masked. It belongs to the place on the board, whichever colour the visitor plays.
type Mask struct {
	Place  int
	Reason turn.MaskReason
}

// ReadKeptGame replays a journal. Effects are not compared, for another version of the program may have written it.
// It holds one line at a time, however long the journal is.
func ReadKeptGame(r io.Reader) (*KeptGame, error) {
	log, err := NewLogReader(r)
	if err != nil {
		return nil, err
	}
	run, err := newStepRun(log.Header())
	if err != nil {
		return nil, err
	}
	k := &KeptGame{Header: log.Header()}
	settings := run.state.Settings
	var masks [32]turn.MaskReason
	err = run.replayLines(log, func(line LogLine, _ turn.StepResult) {
		k.recordCommand(line.Event)
		recordMask(&masks, settings, line.Event)
		if line.Outcome != nil {
			k.archived = k.archived || line.Outcome.HasEffect(turn.EffectArchive)
			k.Ended = k.archived || k.Ended || line.Outcome.HasEffect(turn.EffectNewGame)
		}
	})
	if err != nil {
		return nil, err
	}
	k.State, k.Diverged, k.End, k.Size = run.state, run.diverged, log.End(), log.Size()
	for place, reason := range masks {
		if reason != "" {
			k.Masks = append(k.Masks, Mask{Place: place, Reason: reason})
		}
	}
	return k, nil
}

// recordCommand keeps a command in place of the one of the same name before it.
func (k *KeptGame) recordCommand(e turn.Event) {
	if e.Kind != turn.EventCommand {
		return
	}
	k.Commands = slices.DeleteFunc(k.Commands, func(old turn.Event) bool { return old.Command == e.Command })
	k.Commands = append(k.Commands, e)
}

// recordMask notes a sensor that is masked or unmasked at its place.
func recordMask(masks *[32]turn.MaskReason, settings turn.Settings, e turn.Event) {
	if e.Kind != turn.EventMask {
		return
	}
	sq, err := board.ParseSquare(e.Square)
	if err != nil {
		return
	}
	place := settings.Place(sq)
	if masks[place] = e.Mask; !e.On {
		masks[place] = ""
	}
}
