package robot

import "path/filepath"

const (
	diskOK    = "ok"
	diskLow   = "low"
	diskFault = "fault"

	diskHint = "the game goes on, but can't be taken up again: make room on the disk, mend its rights, or look at the plug of one that hangs; then what is missing is written"
	lowDisk  = 100 << 20 // bytes: some hundred thousand games
)

// Disk tells where journals are kept, and how much room is left there.
func (s *Store) Disk(game int) DiskStatus {
	d := DiskStatus{State: diskOK, Dir: s.dir, FreeBytes: -1}
	if name := s.name(game); name != "" {
		d.Journal = filepath.Join(journalDir, name+journalExt)
	}
	free, err := freeBytes(s.dir)
	if err != nil {
		d.State, d.Hint = diskFault, "the folder can't be looked at: "+err.Error()
		return d
	}
	if d.FreeBytes = free; free < lowDisk {
		d.State, d.Hint = diskLow, "make room on the disk: journals and finished games may be moved away while no game is played"
	}
	return d
}
