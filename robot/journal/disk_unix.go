//go:build unix

package journal

import "golang.org/x/sys/unix"

// freeBytes returns the space that is left for this user on a folder's disk.
func freeBytes(dir string) (int64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return int64(st.Bavail) * int64(st.Bsize), nil
}
