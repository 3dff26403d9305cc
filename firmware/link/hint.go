package link

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"go.bug.st/serial"

	"crownhead/internal/filelock"
)

// A PortError is why a port is not open, with what to do about it.
type PortError struct {
	Port string
	Err  error
	Hint string
}

func (e *PortError) Error() string { return "link: port " + e.Port + ": " + reason(e.Err) }
func (e *PortError) Unwrap() error { return e.Err }

// Hint is what can be done about an error of this package, "" when it says
// nothing.
func Hint(err error) string {
	var p *PortError
	if errors.As(err, &p) {
		return p.Hint
	}
	return ""
}

// reason drops the package's name, which stands before it already.
func reason(err error) string { return strings.TrimPrefix(err.Error(), "link: ") }

// Why a controller isn't found.
var (
	errNone     = errors.New("no controller found")
	errStranger = errors.New("no controller answers")
)

const noDeviceHint = "plug the controller in; a USB id that it has and link.usb lacks is added there, or link.port names the port, as it has to a virtual robot's, which has no USB id"

// explain adds the hint to the error with which a device could not be opened.
func explain(name string, err error) *PortError {
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
		e.Hint = permission(name)
	case code == serial.PortBusy:
		e.Hint = busy(name)
	case code == serial.PortNotFound || errors.Is(err, fs.ErrNotExist):
		e.Hint = "plug the controller in and switch it on; with link.port: auto the port needs no name"
	case code == serial.InvalidSpeed:
		e.Hint = "link.baud in the configuration is a speed that this port lacks; 250000 is the firmware's"
	}
	return e
}

// busy says who holds the device, as far as the system tells.
func busy(name string) string {
	if who := holders(name); who != "" {
		return fmt.Sprintf("%s holds it: end it", who)
	}
	return "end the program that holds it, such as a serial monitor; sudo fuser -v " + name + " shows which (ModemManager lets go by itself after a while)"
}
