package journal

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"crownhead/internal/atomicfile"
)

// A Store keeps journals and finished games under the data directory: journals/NAME.jsonl and games/NAME.pdn. A name
// has a number that counts the journals, for a clock may be set back, and the time at which the game began. One
// process at a time may use a folder.
type Store struct {
	dir string
	now func() time.Time

	mu    sync.Mutex     // of names: an operation that the disk holds up goes on in another goroutine
	names map[int]string // of the games of this run, by their numbers

	kept struct { // the last journal that a start has read
		name string
		game *KeptGame
	}
}

const (
	journalDir = "journals"
	gameDir    = "games"
	journalExt = ".jsonl"
	gameExt    = ".pdn"

	numberDigits = 6
	timeFormat   = "2006-01-02T15-04-05.000Z"
)

// OpenStore creates the folders, where they are missing. When the disk is full or read-only, it returns both the
// store and an error for which IsUnwritable is true: the robot plays without the disk, and what it can't write it
// tries again later.
func OpenStore(dir string) (*Store, error) {
	s := &Store{dir: dir, names: map[int]string{}, now: time.Now}
	if err := s.makeFolders(); err != nil {
		err = fmt.Errorf("journal: opening the data directory: %w", err)
		if IsUnwritable(err) {
			return s, err
		}
		return nil, err
	}
	return s, nil
}

func (s *Store) makeFolders() error {
	for _, sub := range [...]string{journalDir, gameDir} {
		if err := os.MkdirAll(filepath.Join(s.dir, sub), 0o755); err != nil {
			return err
		}
	}
	return nil
}

// IsUnwritable reports whether an error comes from a full disk, or from one that may not be written. Nothing is wrong
// with the folder's name then, and the disk may become writable again.
func IsUnwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOSPC)
}

// Create returns the journal's file of a new game. On the disk it begins to exist with the first line that is written.
func (s *Store) Create(h Header) (File, error) {
	return NewHangingDiskFile(func() (File, error) { return s.createFile(h) }), nil
}

func (s *Store) createFile(h Header) (File, error) {
	if err := s.makeFolders(); err != nil {
		return nil, err
	}
	path := s.filePath(journalDir, s.assignName(h.Game), journalExt)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	atomicfile.SyncFolder(filepath.Join(s.dir, journalDir))
	return file, nil
}

// assignName assigns the next name to a game that begins now.
func (s *Store) assignName(game int) string {
	last := 0
	if names, err := s.listJournals(); err == nil && len(names) > 0 { // what can't be listed can't be written either
		last = journalNumber(names[len(names)-1])
	}
	name := fmt.Sprintf("%0*d-%s", numberDigits, last+1, s.now().UTC().Format(timeFormat))
	s.recordName(game, name)
	return name
}

// recordName records the name of a game.
func (s *Store) recordName(game int, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[game] = name
}

// gameName returns the name of a game of this run, "" for one that has none yet.
func (s *Store) gameName(game int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names[game]
}

// journalNumber returns the number in a journal's name, 0 for one that somebody has renamed.
func journalNumber(name string) int {
	count, _, _ := strings.Cut(name, "-")
	n, err := strconv.Atoi(count)
	if err != nil || len(count) < numberDigits {
		return 0
	}
	return n
}

func (s *Store) filePath(sub, name, ext string) string { return filepath.Join(s.dir, sub, name+ext) }

// Archive writes a finished game under its journal's name. The next game may have begun already.
func (s *Store) Archive(a Archived) error {
	name := s.gameName(a.Game)
	if name == "" {
		name = s.assignName(a.Game)
	}
	return s.writeGame(name, a.PDN)
}

// writeGame writes a finished game. Its file is whole or not there.
func (s *Store) writeGame(name, pdn string) error {
	if err := s.makeFolders(); err != nil {
		return fmt.Errorf("journal: keeping a game: %w", err)
	}
	path := s.filePath(gameDir, name, gameExt)
	if err := atomicfile.Write(path, []byte(WithDate(name, pdn))); err != nil {
		return fmt.Errorf("journal: keeping a game: %w", err)
	}
	return nil
}

// WithDate fills in the day on which a game began. The robot itself has no calendar, so the day comes from the
// name of the journal. Where somebody has renamed that, the PDN stays as it is.
func WithDate(journal, pdn string) string {
	date := DateOf(journal)
	if date == "" {
		return pdn
	}
	return strings.Replace(pdn, `[Date "????.??.??"]`, `[Date "`+date+`"]`, 1)
}

// DateOf returns the day on which the game of a journal began, as PDN writes it, or "" where its name doesn't say.
func DateOf(journal string) string {
	_, at, _ := strings.Cut(strings.TrimSuffix(filepath.Base(journal), journalExt), "-")
	began, err := time.Parse(timeFormat, at)
	if err != nil {
		return ""
	}
	return began.Local().Format("2006.01.02")
}

// listJournals returns the names of all journals, the oldest first.
func (s *Store) listJournals() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(s.dir, journalDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("journal: looking for journals: %w", err)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), journalExt); ok {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(journalNumber(a)-journalNumber(b), strings.Compare(a, b))
	})
	return names, nil
}

// Archived is a game that is over, as it is kept.
type Archived struct {
	Game   int
	PDN    string
	Result string
	Reason string
	Plies  int
}

// WithPath adds to an error the path of the journal that it is about.
func (s *Store) WithPath(name string, err error) error {
	return fmt.Errorf("%s: %w", s.filePath(journalDir, name, journalExt), err)
}
