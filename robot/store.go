package robot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Store keeps journals and finished games under the data directory: journals/NAME.jsonl and games/NAME.pdn, named by
// the time at which the game began. It belongs to the one who runs the robot.
type Store struct {
	dir   string
	names map[int]string // of the games of this run, by their numbers
	now   func() time.Time
}

const (
	journalDir = "journals"
	gameDir    = "games"
	journalExt = ".jsonl"
	gameExt    = ".pdn"
)

// OpenStore makes sure that the folders are there and can be written.
func OpenStore(dir string) (*Store, error) {
	for _, sub := range [...]string{journalDir, gameDir} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return nil, fmt.Errorf("robot: opening the data directory: %w", err)
		}
	}
	return &Store{dir: dir, names: map[int]string{}, now: time.Now}, nil
}

// Create opens the journal of a new game.
func (s *Store) Create(h Header) (JournalFile, error) {
	file, err := os.OpenFile(s.path(journalDir, s.begin(h.Game), journalExt), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	syncDir(filepath.Join(s.dir, journalDir))
	return file, nil
}

// begin names a game that begins now.
func (s *Store) begin(game int) string {
	s.names[game] = s.now().UTC().Format("2006-01-02T15-04-05.000Z") + fmt.Sprintf("-%03d", game)
	return s.names[game]
}

func (s *Store) path(sub, name, ext string) string { return filepath.Join(s.dir, sub, name+ext) }

// Archive keeps a finished game under its journal's name, though the next game may have begun. It is written aside and
// then named, so that no half game is ever seen.
func (s *Store) Archive(a Archived) error {
	name, ok := s.names[a.Game]
	if !ok {
		name = s.begin(a.Game)
	}
	path := s.path(gameDir, name, gameExt)
	err := writeSynced(path+".part", []byte(a.PDN))
	if err == nil {
		err = os.Rename(path+".part", path)
	}
	if err != nil {
		return fmt.Errorf("robot: keeping a game: %w", err)
	}
	syncDir(filepath.Join(s.dir, gameDir))
	return nil
}

// writeSynced writes a file that is on disk when it returns.
func writeSynced(path string, data []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err = file.Write(data); err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// Unfinished returns the newest journal when its game has not ended, with its file open at its end; a line that was cut
// off is gone from it. Without one, all is nil. A journal that a power cut or a full disk has left without its first line
// tells of nothing, and doesn't count.
func (s *Store) Unfinished() (*Log, JournalFile, error) {
	names, err := s.journals()
	if err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Backward(names) {
		path := s.path(journalDir, name, journalExt)
		log, err := readLogFile(path)
		switch {
		case errors.Is(err, errNoHeader):
			continue
		case err != nil:
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		case log.ended():
			return nil, nil, nil
		}
		file, err := reopen(path, log)
		if err != nil {
			return nil, nil, fmt.Errorf("robot: going on with %s: %w", path, err)
		}
		s.names[log.Header.Game] = name
		return &log, file, nil
	}
	return nil, nil, nil
}

// journals are the names of all journals, the oldest first.
func (s *Store) journals() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(s.dir, journalDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("robot: looking for journals: %w", err)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), journalExt); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

func readLogFile(path string) (Log, error) {
	file, err := os.Open(path)
	if err != nil {
		return Log{}, err
	}
	defer file.Close()
	return ReadLog(file)
}

// ended tells whether the game of a journal is over.
func (log *Log) ended() bool {
	for _, line := range slices.Backward(log.Lines) {
		if line.Then != nil {
			return line.Then.Result != "" || line.Then.has(EffectNewGame)
		}
	}
	return false
}

// reopen opens a journal for going on: behind its last whole line, on a line of its own.
func reopen(path string, log Log) (*os.File, error) {
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

// syncDir makes a new file's name survive a power cut. Where folders can't be synced, as on Windows, it does nothing.
func syncDir(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	_ = d.Sync()
}
