package journal

import "path/filepath"

// The states of a disk, as a DiskStatus names them.
const (
	DiskOK    = "ok"
	diskLow   = "low"
	DiskFault = "fault"
)

// DiskRemedy says what to do when the journal can't be written.
const DiskRemedy = "the game goes on, but can't be resumed after a restart: make room on the disk, " +
	"restore its permissions, or check its plug if it hangs; then the missing lines are written"

const lowDiskBytes = 100 << 20 // room for some hundred thousand games

// A DiskStatus is where journals and games are kept, and how much space is left there.
type DiskStatus struct {
	State     string `json:"state"` // ok, low, fault
	Dir       string `json:"dir"`
	Journal   string `json:"journal"`    // the present game's file, "" when it has none
	FreeBytes int64  `json:"free_bytes"` // -1: unknown
	Remedy    string `json:"cure"`
}

// DiskStatus returns how the disk is, and which file the journal of a game is in.
func (s *Store) DiskStatus(game int) DiskStatus {
	d := DiskStatus{State: DiskOK, Dir: s.dir, FreeBytes: -1}
	if name := s.gameName(game); name != "" {
		d.Journal = filepath.Join(journalDir, name+journalExt)
	}
	free, err := freeBytes(s.dir)
	if err != nil {
		d.State, d.Remedy = DiskFault, "the folder can't be read: "+err.Error()
		return d
	}
	if d.FreeBytes = free; free < lowDiskBytes {
		d.State = diskLow
		d.Remedy = "make room on the disk: journals and finished games may be moved away while no game is played"
	}
	return d
}
