package robot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A Store keeps journals and finished games under the data directory: journals/NAME.jsonl and games/NAME.pdn, named by
// the time at which the game began. It belongs to the one who runs the robot.
type Store struct {
	dir  string
	name string // of the present game
	now  func() time.Time
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
	return &Store{dir: dir, now: time.Now}, nil
}

// Create opens the journal of a new game.
func (s *Store) Create(h Header) (JournalFile, error) {
	s.name = s.now().UTC().Format("2006-01-02T15-04-05.000Z") + fmt.Sprintf("-%03d", h.Game)
	file, err := os.OpenFile(s.path(journalDir, journalExt), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	syncDir(filepath.Join(s.dir, journalDir))
	return file, nil
}

func (s *Store) path(sub, ext string) string { return filepath.Join(s.dir, sub, s.name+ext) }

// Archive keeps a finished game. It is written aside and then named, so that no half game is ever seen.
func (s *Store) Archive(a Archived) error {
	path := s.path(gameDir, gameExt)
	if err := os.WriteFile(path+".part", []byte(a.PDN), 0o644); err != nil {
		return fmt.Errorf("robot: keeping a game: %w", err)
	}
	if err := os.Rename(path+".part", path); err != nil {
		return fmt.Errorf("robot: keeping a game: %w", err)
	}
	return nil
}

// Unfinished returns the newest journal when its game has not ended, with its file open at its end; a line that was cut
// off is gone from it. Without one, all is nil.
func (s *Store) Unfinished() (*Log, JournalFile, error) {
	path, err := s.newest()
	if err != nil || path == "" {
		return nil, nil, err
	}
	log, err := readLogFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if log.ended() {
		return nil, nil, nil
	}
	file, err := reopen(path, log)
	if err != nil {
		return nil, nil, fmt.Errorf("robot: going on with %s: %w", path, err)
	}
	name := filepath.Base(path)
	s.name = name[:len(name)-len(journalExt)]
	return &log, file, nil
}

// newest is the journal that was begun last, "" when there is none.
func (s *Store) newest() (string, error) {
	entries, err := os.ReadDir(filepath.Join(s.dir, journalDir))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("robot: looking for journals: %w", err)
	}
	var names []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) == journalExt {
			names = append(names, e.Name())
		}
	}
	if len(names) == 0 {
		return "", nil
	}
	return filepath.Join(s.dir, journalDir, slices.Max(names)), nil
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
