package live

import (
	"errors"

	"crownhead/robot"
	"crownhead/robot/journal"

	"github.com/rs/zerolog"
)

// StartCore makes the robot, with its journals in a store. It goes on with the game that was not finished. A journal with
// which that can't be done is set aside, for an operator to look at, and a new game begins: the robot starts in any case.
func StartCore(store *journal.Store, cfg robot.CoreConfig, log zerolog.Logger) (*robot.Core, error) {
	cfg.Journal, cfg.Masks = store.Create, store.Masks()
	store.KeepFinished(log)
	name, core, err := resumeGame(store, cfg)
	switch {
	case core != nil:
		return core, nil
	case err != nil && !errors.Is(err, journal.ErrResume):
		return nil, err
	case err != nil:
		log.Error().Err(err).Str("hint", "crownhead replay shows what is wrong with it").Msg("the unfinished game is given up, its journal set aside")
		if err := store.SetAside(name); err != nil {
			log.Error().Err(err).Msg("it will be tried again at the next start")
		}
	}
	return robot.NewCore(cfg)
}

// resumeGame makes the robot go on with the unfinished game; without one all is nil.
func resumeGame(store *journal.Store, cfg robot.CoreConfig) (string, *robot.Core, error) {
	name, log, file, err := store.FindUnfinished()
	if err != nil || log == nil {
		return name, nil, err
	}
	cfg.Resume, cfg.ResumeFile = log, file
	core, err := robot.NewCore(cfg)
	if err != nil {
		_ = file.Close()
		return name, nil, store.WithPath(name, err)
	}
	return name, core, nil
}
