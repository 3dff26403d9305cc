package live

import (
	"errors"

	"crownhead/robot"
	"crownhead/robot/journal"

	"github.com/rs/zerolog"
)

// OpenCore makes the robot, with its journals in a store, and resumes the game that was not finished. A
// journal that can't be resumed is set aside, for an operator to look at, and a new game begins: a bad journal
// never keeps the robot from starting.
func OpenCore(store *journal.Store, cfg robot.CoreConfig, log zerolog.Logger) (*robot.Core, error) {
	cfg.Journal, cfg.Masks = store.Create, store.Masks()
	store.ArchiveFinished(log)
	name, core, err := openUnfinished(store, cfg)
	switch {
	case core != nil:
		return core, nil
	case err != nil && !errors.Is(err, journal.ErrResume):
		return nil, err
	case err != nil:
		log.Error().Err(err).Str("hint", "crownhead replay shows what is wrong with it").
			Msg("the unfinished game can't be resumed: its journal is set aside")
		if err := store.SetAside(name); err != nil {
			log.Error().Err(err).Msg("the journal can't be set aside: the next start tries it again")
		}
	}
	return robot.NewCore(cfg)
}

// openUnfinished makes a robot that resumes the unfinished game. It returns nil when there is none, and the name of the
// journal that it has looked at.
func openUnfinished(store *journal.Store, cfg robot.CoreConfig) (string, *robot.Core, error) {
	name, game, file, err := store.FindUnfinished()
	if err != nil || game == nil {
		return name, nil, err
	}
	cfg.Resume, cfg.ResumeFile = game, file
	core, err := robot.NewCore(cfg)
	if err != nil {
		_ = file.Close()
		return name, nil, store.WithPath(name, err)
	}
	return name, core, nil
}
