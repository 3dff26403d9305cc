package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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
		if game, err := s.readKept(name); err == nil {
			return game.Masks
		}
	}
	return nil
}

// FindUnfinished returns the newest journal when its game has not ended, with its file to append to; a last line that
// was cut off is removed from it. When there is none, the results are zero. A journal that a power cut or a full
// disk has left without its first line is skipped.
func (s *Store) FindUnfinished() (string, *KeptGame, File, error) {
	names, err := s.listJournals()
	if err != nil {
		return "", nil, nil, err
	}
	for _, name := range slices.Backward(names) {
		path := s.filePath(journalDir, name, journalExt)
		game, err := s.readKept(name)
		s.kept.game, s.kept.name = nil, "" // it is read once at a start, and grows from then on
		switch {
		case errors.Is(err, errNoHeader):
			continue
		case err != nil:
			return name, nil, nil, fmt.Errorf("journal: %w: %s: %w", ErrResume, path, err)
		case game.Ended:
			return name, nil, nil, nil
		}
		s.recordName(game.Header.Game, name)
		size := game.Size
		return name, game, NewHangingDiskFile(func() (File, error) { return reopenAtEnd(path, size) }), nil
	}
	return "", nil, nil, nil
}

// readKept reads a journal to its end. The last one that was read is remembered, so that what a start asks about it is
// answered by reading it once.
func (s *Store) readKept(name string) (*KeptGame, error) {
	if s.kept.game != nil && s.kept.name == name {
		return s.kept.game, nil
	}
	file, err := os.Open(s.filePath(journalDir, name, journalExt))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	game, err := ReadKeptGame(file)
	if err != nil {
		return nil, err
	}
	s.kept.name, s.kept.game = name, game
	return game, nil
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
	file, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	if !mentionsArchive(file) { // most of a journal need not be read in full to know that
		return "", false
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", false
	}
	game, err := ReadKeptGame(file)
	if err != nil || !game.archived || game.Diverged != nil {
		return "", false
	}
	return game.State.Game.PDN(PlayerTags(game.State.Settings.VisitorColor.String())), true
}

// mentionsArchive reports whether the name of the effect that archives a game stands in a journal.
func mentionsArchive(r io.Reader) bool {
	name := []byte(`"` + turn.EffectArchive + `"`)
	buffer, kept := make([]byte, 64<<10), 0
	for {
		n, err := r.Read(buffer[kept:])
		if n += kept; bytes.Contains(buffer[:n], name) {
			return true
		}
		if err != nil {
			return false
		}
		kept = copy(buffer, buffer[max(0, n-len(name)+1):n])
	}
}

// reopenAtEnd opens a journal to append to it, after its last whole line.
func reopenAtEnd(path string, size int64) (File, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	last := make([]byte, 1)
	err = file.Truncate(size)
	if err == nil {
		_, err = file.ReadAt(last, size-1)
	}
	if err == nil {
		_, err = file.Seek(size, io.SeekStart)
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
