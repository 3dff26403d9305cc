package link

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.bug.st/serial/enumerator"
)

// A Device is a serial port that the system lists.
type Device struct {
	Name    string // by which it is opened
	USB     string // vendor and product in hexadecimal, such as 2341:0042; "" if it is not on USB
	Serial  string // the device's serial number, "" if it has none
	Product string
}

func (d Device) String() string {
	if d.USB == "" {
		return d.Name
	}
	return d.Name + " (" + strings.TrimSpace(d.USB+" "+d.Product) + ")"
}

// PortLister lists the serial ports that are present now.
type PortLister interface{ List() ([]Device, error) }

// SystemPorts lists the ports of this machine.
type SystemPorts struct{}

var _ PortLister = SystemPorts{}

// List implements PortLister. It opens no port.
func (SystemPorts) List() ([]Device, error) {
	found, err := enumerator.GetDetailedPortsList()
	if err != nil {
		return nil, fmt.Errorf("link: listing the serial ports: %w", err)
	}
	var devices []Device
	for _, p := range found {
		if p.Name == "" {
			continue // a name that stands for no device
		}
		d := Device{Name: p.Name, Serial: p.SerialNumber, Product: p.Product}
		if p.IsUSB {
			d.USB = strings.ToUpper(p.VID + ":" + p.PID)
		}
		devices = append(devices, d)
	}
	slices.SortFunc(devices, func(a, b Device) int { return strings.Compare(a.Name, b.Name) })
	return devices, nil
}

// MatchesUSB reports whether the device's USB id is one of a controller.
func (c Config) MatchesUSB(d Device) bool { return hasUSBID(c.USB, d) }

func hasUSBID(ids []string, d Device) bool {
	return d.USB != "" && slices.ContainsFunc(ids, func(id string) bool { return strings.EqualFold(id, d.USB) })
}

// findNamed returns the listed device of that name, and reports whether the system lists it. The name may be a
// symbolic link to the listed one.
func findNamed(devices []Device, name string) (Device, bool) {
	listed := name
	if real, err := filepath.EvalSymlinks(name); err == nil {
		listed = real
	}
	for _, d := range devices {
		if d.Name == listed {
			d.Name = name
			return d, true
		}
	}
	return Device{Name: name}, false
}

// describeDevices lists the ports that are present, for people.
func describeDevices(devices []Device) string {
	if len(devices) == 0 {
		return "no serial port is found now"
	}
	names := make([]string, len(devices))
	for i, d := range devices {
		names[i] = d.String()
	}
	return "found now: " + strings.Join(names, ", ")
}
