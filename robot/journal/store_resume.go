package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"crownhead/internal/atomicfile"
	"crownhead/robot/turn"

	"github.com/rs/zerolog"
)

// ErrResume means that a journal's game can't be gone on with.
var ErrResume = errors.New("resuming a game")

// Masks lists the sensors that were not believed in the newest journal that tells.
func (s *Store) Masks() []Mask {
	names, err := s.journals()
	if err != nil {
		return nil // resume tells
	}
	for _, name := range slices.Backward(names) {
		if log, err := readLogFile(s.path(journalDir, name, journalExt)); err == nil {
			return log.Masks()
		}
	}
	return nil
}

// FindUnfinished returns the newest journal when its game has not ended, with its file to go on at its end; a line that was cut
// off is gone from it. Without one, all is nil. A journal that a power cut or a full disk has left without its first line
// tells of nothing, and doesn't count.
func (s *Store) FindUnfinished() (string, *Log, File, error) {
	names, err := s.journals()
	if err != nil {
		return "", nil, nil, err
	}
	for _, name := range slices.Backward(names) {
		path := s.path(journalDir, name, journalExt)
		log, err := readLogFile(path)
		switch {
		case errors.Is(err, errNoHeader):
			continue
		case err != nil:
			return name, nil, nil, fmt.Errorf("robot: %w: %s: %w", ErrResume, path, err)
		case log.ended():
			return name, nil, nil, nil
		}
		s.call(log.Header.Game, name)
		return name, &log, NewResilientFile(func() (File, error) { return reopen(path, log) }), nil
	}
	return "", nil, nil, nil
}

// SetAside renames a journal so that it isn't found again.
func (s *Store) SetAside(name string) error {
	path := s.path(journalDir, name, journalExt)
	if err := os.Rename(path, path+".bad"); err != nil {
		return fmt.Errorf("robot: setting a journal aside: %w", err)
	}
	atomicfile.SyncFolder(filepath.Join(s.dir, journalDir))
	return nil
}

// KeepFinished keeps the games that came to their end when it could not be kept: the power was cut, or the disk full.
func (s *Store) KeepFinished(log zerolog.Logger) {
	names, err := s.journals()
	if err != nil {
		return // resume tells
	}
	for _, name := range names {
		if _, err := os.Stat(s.path(gameDir, name, gameExt)); err == nil {
			continue
		}
		pdn, ok := readEnd(s.path(journalDir, name, journalExt))
		if !ok {
			continue
		}
		if err := s.keep(name, pdn); err != nil {
			log.Error().Err(err).Msg("a finished game is not kept")
			return
		}
	}
}

// readEnd returns the game of a journal, if it came to an end that is to be kept.
func readEnd(path string) (pdn string, ok bool) {
	log, err := readLogFile(path)
	archived := func(l LogLine) bool { return l.Then != nil && l.Then.HasEffect(turn.EffectArchive) }
	if err != nil || !slices.ContainsFunc(log.Lines, archived) {
		return "", false
	}
	_, report, err := ReplayLog(log, false)
	return report.PDN, err == nil && report.Diverged == nil
}

func readLogFile(path string) (Log, error) {
	file, err := os.Open(path)
	if err != nil {
		return Log{}, err
	}
	defer file.Close()
	return ReadLog(file)
}

// ended tells whether the game of a journal is over, on the board too: the robot's last move decides it before the arm has
// made that.
func (log *Log) ended() bool {
	return slices.ContainsFunc(log.Lines, func(line LogLine) bool {
		return line.Then != nil && (line.Then.HasEffect(turn.EffectArchive) || line.Then.HasEffect(turn.EffectNewGame))
	})
}

// reopen opens a journal for going on: behind its last whole line, on a line of its own.
func reopen(path string, log Log) (File, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	last := make([]byte, 1)
	err = file.Truncate(log.Size)
	if err == nil {
		_, err = file.ReadAt(last, log.Size-1)
	}
	if err == nil {
		_, err = file.Seek(log.Size, 0)
	}
	if err == nil && last[0] != '\n' {
		_, err = file.WriteString("\n")
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
