package link

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The hint names the process that holds a device, by number and name, or the group that may use the device, with the
// command that adds the user to it.
func TestHolderAndGroup(t *testing.T) {
	d := newPtyDevice(t)
	d.plug()
	if got := busyHint(d.name); !strings.Contains(got, "sudo fuser -v "+d.name) {
		t.Errorf("held by nobody: %q", got)
	}
	held, err := os.OpenFile(d.name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if got, want := busyHint(d.name), fmt.Sprintf("process %d (link.test) holds it", os.Getpid()); !strings.Contains(got, want) {
		t.Errorf("got %q, wanted %q", got, want)
	}
	if got := permissionHint("/dev/none"); !strings.Contains(got, "sudo usermod -aG dialout ") {
		t.Errorf("without the device: %q", got)
	}
	uucp, err := user.LookupGroup("uucp")
	if err != nil || os.Getuid() != 0 {
		t.Skip("only root can give a file to another group")
	}
	gid, err := strconv.Atoi(uucp.Gid)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ttyACM0")
	if err := os.WriteFile(file, nil, 0o660); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(file, -1, gid); err != nil {
		t.Fatal(err)
	}
	if got := permissionHint(file); !strings.Contains(got, "sudo usermod -aG uucp ") {
		t.Errorf("got %q", got)
	}
}
