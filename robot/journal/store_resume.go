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

// ErrResume means that the game of a journal can't be resumed.
var ErrResume = errors.New("resuming a game")

// Masks lists the sensors that are masked at the end of the newest journal that can be read.
func (s *Store) Masks() []Mask {
	names, err := s.listJournals()
	if err != nil {
		return nil // FindUnfinished reports it
	}
	for _, name := range slices.Backward(names) {
		if log, err := readLogFile(s.filePath(journalDir, name, journalExt)); err == nil {
			return log.Masks()
		}
	}
	return nil
}

// FindUnfinished returns the newest journal when its game has not ended, with its file to append to; a last line that
// was cut off is removed from it. When there is none, the results are zero. A journal that a power cut or a full
// disk has left without its first line is skipped.
func (s *Store) FindUnfinished() (string, *EventLog, File, error) {
	names, err := s.listJournals()
	if err != nil {
		return "", nil, nil, err
	}
	for _, name := range slices.Backward(names) {
		path := s.filePath(journalDir, name, journalExt)
		log, err := readLogFile(path)
		switch {
		case errors.Is(err, errNoHeader):
			continue
		case err != nil:
			return name, nil, nil, fmt.Errorf("journal: %w: %s: %w", ErrResume, path, err)
		case log.gameEnded():
			return name, nil, nil, nil
		}
		s.recordName(log.Header.Game, name)
		return name, &log, NewHangingDiskFile(func() (File, error) { return reopenAtEnd(path, log) }), nil
	}
	return "", nil, nil, nil
}

// SetAside renames a journal so that FindUnfinished doesn't find it again.
func (s *Store) SetAside(name string) error {
	path := s.filePath(journalDir, name, journalExt)
	if err := os.Rename(path, path+".bad"); err != nil {
		return fmt.Errorf("journal: setting a journal aside: %w", err)
	}
	atomicfile.SyncFolder(filepath.Join(s.dir, journalDir))
	return nil
}

// ArchiveFinished archives the games that ended when they could not be archived: the power was cut, or the disk full.
func (s *Store) ArchiveFinished(log zerolog.Logger) {
	names, err := s.listJournals()
	if err != nil {
		return // FindUnfinished reports it
	}
	for _, name := range names {
		if _, err := os.Stat(s.filePath(gameDir, name, gameExt)); err == nil {
			continue
		}
		pdn, ok := readFinishedGame(s.filePath(journalDir, name, journalExt))
		if !ok {
			continue
		}
		if err := s.writeGame(name, pdn); err != nil {
			log.Error().Err(err).Msg("a finished game is not archived")
			return
		}
	}
}

// readFinishedGame returns the game of a journal as PDN, if the journal says that it is to be archived.
func readFinishedGame(path string) (pdn string, ok bool) {
	log, err := readLogFile(path)
	archived := func(l LogLine) bool { return l.Outcome != nil && l.Outcome.HasEffect(turn.EffectArchive) }
	if err != nil || !slices.ContainsFunc(log.Lines, archived) {
		return "", false
	}
	_, report, err := ReplayLog(log, false)
	return report.PDN, err == nil && report.Diverged == nil
}

func readLogFile(path string) (EventLog, error) {
	file, err := os.Open(path)
	if err != nil {
		return EventLog{}, err
	}
	defer file.Close()
	return ReadLog(file)
}

// gameEnded reports whether the game of a journal is over on the board, too: the robot's last move decides the game
// before the arm has made it.
func (log *EventLog) gameEnded() bool {
	return slices.ContainsFunc(log.Lines, func(line LogLine) bool {
		return line.Outcome != nil &&
			(line.Outcome.HasEffect(turn.EffectArchive) || line.Outcome.HasEffect(turn.EffectNewGame))
	})
}

// reopenAtEnd opens a journal to append to it, after its last whole line.
func reopenAtEnd(path string, log EventLog) (File, error) {
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
