package link

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"go.bug.st/serial"

	"crownhead/firmware/link/wire"
	"crownhead/internal/filelock"
)

// A PortError says why a port is not open, and what to do about it.
type PortError struct {
	Port string
	Err  error
	Hint string
}

func (e *PortError) Error() string {
	return "link: port " + e.Port + ": " + strings.TrimPrefix(e.Err.Error(), "link: ")
}
func (e *PortError) Unwrap() error { return e.Err }

// Hint returns what to do about an error of this package, "" if nobody knows.
func Hint(err error) string {
	var p *PortError
	if errors.As(err, &p) {
		return p.Hint
	}
	return ""
}

// Why a controller isn't found.
var (
	errNoController = errors.New("no controller found")
	errNoAnswer     = errors.New("no controller answers")
)

const (
	noDeviceHint = "plug the controller in; if link.usb lacks its USB id, add it there, or name the port in link.port; " +
		"a virtual robot's port has no USB id and must be named"
	noAnswerHint = "another device is left alone; if it is the controller: is it on, " +
		"and does it have crownhead's firmware?"
	wrongPortHint = "is it the right port, is the controller on, and does it have crownhead's firmware? link.port: auto " +
		"looks at the others; crownhead doctor lists them"
)

// newPortError adds the hint to the error with which a device could not be opened.
func newPortError(name string, err error) *PortError {
	e := &PortError{Port: name, Err: err, Hint: "look at plug and cable; crownhead doctor lists the ports"}
	var s *serial.PortError
	var code serial.PortErrorCode = -1
	if errors.As(err, &s) {
		code = s.Code()
	}
	switch {
	case errors.Is(err, filelock.ErrLocked):
		e.Hint = "stop that one first"
	case code == serial.PermissionDenied:
		e.Hint = permissionHint(name)
	case code == serial.PortBusy:
		e.Hint = busyHint(name)
	case code == serial.PortNotFound || errors.Is(err, fs.ErrNotExist):
		e.Hint = "plug the controller in and switch it on; with link.port: auto the port needs no name"
	case code == serial.InvalidSpeed:
		e.Hint = fmt.Sprintf("this port lacks the speed in link.baud of the configuration; the firmware's is %d", wire.Baud)
	}
	return e
}

// busyHint names the processes that have the device open, if the system shows them.
func busyHint(name string) string {
	if holders := deviceHolders(name); holders != "" {
		return fmt.Sprintf("%s holds it: end it", holders)
	}
	return "end the program that holds it, such as a serial monitor; sudo fuser -v " + name +
		" shows which (ModemManager lets go by itself after a while)"
}
