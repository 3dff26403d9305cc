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

// A Store keeps journals and finished games under the data directory: journals/NAME.jsonl and games/NAME.pdn. A name is a
// number that counts the journals, for a clock may be set back, and the time at which the game began. It belongs to the
// one who runs the robot.
type Store struct {
	dir string
	now func() time.Time

	mu    sync.Mutex     // what a disk was told to do goes on behind the back of who has waited long enough
	names map[int]string // of the games of this run, by their numbers
}

const (
	journalDir = "journals"
	gameDir    = "games"
	journalExt = ".jsonl"
	gameExt    = ".pdn"

	digits = 6
	stamp  = "2006-01-02T15-04-05.000Z"
)

// OpenStore makes sure that the folders are there. Where they can't be made for want of room or rights, the store is there
// all the same, with an error that Unwritable knows: the robot plays without it, and what it can't write it tries again.
func OpenStore(dir string) (*Store, error) {
	s := &Store{dir: dir, names: map[int]string{}, now: time.Now}
	if err := s.makeFolders(); err != nil {
		err = fmt.Errorf("robot: opening the data directory: %w", err)
		if Unwritable(err) {
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

// Unwritable tells an error that comes of a full disk, or of one that may not be written: nothing is wrong with the folder's
// name, and it may get better.
func Unwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOSPC)
}

// Create returns the journal of a new game, a file that comes to be with its first line.
func (s *Store) Create(h Header) (File, error) {
	return NewResilientFile(func() (File, error) { return s.create(h) }), nil
}

func (s *Store) create(h Header) (File, error) {
	if err := s.makeFolders(); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(s.path(journalDir, s.begin(h.Game), journalExt), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	atomicfile.SyncFolder(filepath.Join(s.dir, journalDir))
	return file, nil
}

// begin names a game that begins now.
func (s *Store) begin(game int) string {
	last := 0
	if names, err := s.journals(); err == nil && len(names) > 0 { // what can't be listed can't be written either
		last = number(names[len(names)-1])
	}
	name := fmt.Sprintf("%0*d-%s", digits, last+1, s.now().UTC().Format(stamp))
	s.call(game, name)
	return name
}

// call remembers the name of a game.
func (s *Store) call(game int, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[game] = name
}

// name is that of a game of this run, "" for one that has none yet.
func (s *Store) name(game int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names[game]
}

// number is that of a journal, 0 for one that somebody has named otherwise.
func number(name string) int {
	count, _, _ := strings.Cut(name, "-")
	n, err := strconv.Atoi(count)
	if err != nil || len(count) < digits {
		return 0
	}
	return n
}

func (s *Store) path(sub, name, ext string) string { return filepath.Join(s.dir, sub, name+ext) }

// Archive keeps a finished game under its journal's name, though the next game may have begun.
func (s *Store) Archive(a Archived) error {
	name := s.name(a.Game)
	if name == "" {
		name = s.begin(a.Game)
	}
	return s.keep(name, a.PDN)
}

// keep writes a finished game, which is whole in its file or not there.
func (s *Store) keep(name, pdn string) error {
	if err := s.makeFolders(); err != nil {
		return fmt.Errorf("robot: keeping a game: %w", err)
	}
	path := s.path(gameDir, name, gameExt)
	if err := atomicfile.Write(path, []byte(Dated(name, pdn))); err != nil {
		return fmt.Errorf("robot: keeping a game: %w", err)
	}
	return nil
}

// Dated fills in the day on which a game began, which the name of its journal tells: the robot itself has no calendar. Of a
// journal that somebody has named otherwise nobody knows.
func Dated(journal, pdn string) string {
	_, at, _ := strings.Cut(strings.TrimSuffix(filepath.Base(journal), journalExt), "-")
	began, err := time.Parse(stamp, at)
	if err != nil {
		return pdn
	}
	return strings.Replace(pdn, `[Date "????.??.??"]`, began.Local().Format(`[Date "2006.01.02"]`), 1)
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
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(number(a)-number(b), strings.Compare(a, b)) })
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

// WithPath says of which journal an error is.
func (s *Store) WithPath(name string, err error) error {
	return fmt.Errorf("%s: %w", s.path(journalDir, name, journalExt), err)
}
