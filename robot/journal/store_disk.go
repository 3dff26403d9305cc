package journal

import "path/filepath"

const (
	DiskOK    = "ok"
	diskLow   = "low"
	DiskFault = "fault"

	DiskHint = "the game goes on, but can't be taken up again: make room on the disk, mend its rights, or look at the plug of one that hangs; then what is missing is written"
	lowDisk  = 100 << 20 // bytes: some hundred thousand games
)

// Disk tells where journals are kept, and how much room is left there.
func (s *Store) Disk(game int) DiskStatus {
	d := DiskStatus{State: DiskOK, Dir: s.dir, FreeBytes: -1}
	if name := s.name(game); name != "" {
		d.Journal = filepath.Join(journalDir, name+journalExt)
	}
	free, err := freeBytes(s.dir)
	if err != nil {
		d.State, d.Hint = DiskFault, "the folder can't be looked at: "+err.Error()
		return d
	}
	if d.FreeBytes = free; free < lowDisk {
		d.State, d.Hint = diskLow, "make room on the disk: journals and finished games may be moved away while no game is played"
	}
	return d
}

// A DiskStatus is where journals and games are kept.
type DiskStatus struct {
	State     string `json:"state"` // ok, low, fault
	Dir       string `json:"dir"`
	Journal   string `json:"journal"`    // the present game's file, "" when it has none
	FreeBytes int64  `json:"free_bytes"` // -1: unknown
	Hint      string `json:"cure"`
}
