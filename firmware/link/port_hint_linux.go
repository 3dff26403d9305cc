package link

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// permissionHint says how to get access to the device, which belongs to a group.
func permissionHint(name string) string {
	group := "dialout" // where Debian and its children keep serial ports
	info, err := os.Stat(name)
	if err == nil {
		if stat, ok := info.Sys().(*syscall.Stat_t); ok {
			if g, err := user.LookupGroupId(strconv.Itoa(int(stat.Gid))); err == nil && stat.Gid != 0 {
				group = g.Name
			}
		}
	}
	who, member := "$USER", false
	if me, err := user.Current(); err == nil {
		who, member = me.Username, inGroup(me, group)
	}
	if member {
		return fmt.Sprintf("you were added to the group %s, but after this session began: log out and in again", group)
	}
	return fmt.Sprintf("the port belongs to the group %[1]s: sudo usermod -aG %[1]s %[2]s, then log out and in again", group, who)
}

// inGroup reports whether the system's list of groups has the user in that one.
func inGroup(u *user.User, name string) bool {
	g, err := user.LookupGroup(name)
	if err != nil {
		return false
	}
	ids, err := u.GroupIds()
	return err == nil && slices.Contains(ids, g.Gid)
}

// deviceHolders names the processes that have the device open, as far as this process may look at them.
func deviceHolders(name string) string {
	device, err := filepath.EvalSymlinks(name)
	if err != nil {
		return ""
	}
	open, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil {
		return ""
	}
	var found []string
	for _, fd := range open {
		if target, err := os.Readlink(fd); err != nil || target != device {
			continue
		}
		pid := strings.Split(fd, "/")[2]
		name, err := os.ReadFile("/proc/" + pid + "/comm")
		if err != nil {
			continue // ended meanwhile
		}
		if who := fmt.Sprintf("process %s (%s)", pid, strings.TrimSpace(string(name))); !slices.Contains(found, who) {
			found = append(found, who)
		}
	}
	return strings.Join(found, ", ")
}
