package link

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"

	"crownhead/firmware/link/wire"
)

// Config is the line to the controller, and how the controller homes and reacts to silence.
type Config struct {
	Port    string   `yaml:"port" doc:"the controller's serial port; auto: found by its USB id and its answer; else its name, as in /dev/ttyACM0 or COM3; a virtual robot's has no USB id, so it is named"`
	USB     []string `yaml:"usb" doc:"USB ids, vendor:product, of what may be the controller; auto opens no other device"`
	Baud    int      `yaml:"baud" doc:"speed of the line; 250000 and 500000 are exact on the controller" unit:"baud" min:"9600" max:"1000000"`
	Quiet   float64  `yaml:"quiet" doc:"how long nothing is sent after the port is opened: the boot loader listens" unit:"s" min:"0" max:"10"`
	Silence int      `yaml:"silence" doc:"after this time without a frame either end counts the line as lost" unit:"ms" min:"200" max:"5000"`
	Vacuum  int      `yaml:"vacuum" doc:"how long the controller keeps a checker held while the line is lost" unit:"s" min:"0" max:"255"`
	Homing  Homing   `yaml:"homing" doc:"the limit switches and how they are approached"`
}

// Auto as Config.Port means that the controller is looked for.
const Auto = "auto"

// Homing is the three limit switches.
type Homing struct {
	Base    Switch `yaml:"base" doc:"the base's switch"`
	Upper   Switch `yaml:"upper" doc:"the upper arm's switch; its fast is positive, because homing lifts the arm"`
	Forearm Switch `yaml:"forearm" doc:"the forearm's switch; its fast is positive, because homing lifts the arm"`
}

// Switch is one limit switch.
type Switch struct {
	At   float64 `yaml:"at" doc:"the joint's angle where the switch opens again" unit:"°" min:"-180" max:"180"`
	Fast float64 `yaml:"fast" doc:"speed towards the switch; the sign is the direction" unit:"°/s" min:"-90" max:"90"`
	Slow float64 `yaml:"slow" doc:"speed off the switch" unit:"°/s" min:"0.1" max:"20"`
}

// DefaultConfig suits an Arduino Mega.
func DefaultConfig() Config {
	return Config{
		Port: Auto, USB: defaultUSB(), Baud: wire.Baud, Quiet: 2, Silence: 500, Vacuum: 60,
		Homing: Homing{
			Base:    Switch{At: -80, Fast: -30, Slow: 2},
			Upper:   Switch{At: 100, Fast: 25, Slow: 2},
			Forearm: Switch{At: 10, Fast: 25, Slow: 2},
		},
	}
}

// defaultUSB returns the USB ids of the Arduino Mega 2560 and of the chips in its copies: CH340, FT232R and CP2102.
func defaultUSB() []string {
	return []string{"2341:0042", "2341:0010", "2A03:0042", "1A86:7523", "0403:6001", "10C4:EA60"}
}

var usbIDPattern = regexp.MustCompile(`^[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}$`)

// Validate checks rules that the limits of single fields don't express.
func (c Config) Validate(bad func(path, problem string)) {
	if problem := checkPortName(c.Port); problem != "" {
		bad("port", problem)
	}
	for i, id := range c.USB {
		if !usbIDPattern.MatchString(id) {
			cure := "four hexadecimal digits, a colon, and four more, such as '2341:0042'"
			if m := usbIDOtherwise.FindStringSubmatch(id); m != nil {
				cure = "write '" + m[1] + ":" + m[2] + "'"
			}
			bad(fmt.Sprintf("usb[%d]", i), fmt.Sprintf("%q is no USB id: %s", id, cure))
		}
	}
	for _, s := range []struct {
		path string
		fast float64
	}{{"homing.upper.fast", c.Homing.Upper.Fast}, {"homing.forearm.fast", c.Homing.Forearm.Fast}} {
		if s.fast <= 0 {
			bad(s.path, "must be positive: homing lifts this joint")
		}
	}
	if c.Homing.Upper.Fast != c.Homing.Forearm.Fast {
		bad("homing.forearm.fast", "must equal homing.upper.fast: both lift together and the elbow must keep its angle")
	}
	if c.Homing.Base.Fast == 0 {
		bad("homing.base.fast", "must not be zero")
	}
}

// usbIDOtherwise matches USB ids as other programs write them: 0x2341:0x0042, VID_2341&PID_0042, 2341 0042.
var usbIDOtherwise = regexp.MustCompile(`(?i)(?:^|vid_|[^0-9a-f])(?:0x)?([0-9a-f]{4})[^0-9a-f].*?(?:pid_|0x|\b)([0-9a-f]{4})\b`)

// checkPortName returns what is wrong with the name of a port, and what was probably meant; "" if nothing is.
func checkPortName(port string) string {
	switch {
	case port == "":
		return "is empty: it is auto, or a port's name such as /dev/ttyACM0 or COM3"
	case strings.EqualFold(port, Auto) && port != Auto:
		return "write " + Auto
	case strings.HasPrefix(port, "tty") || strings.HasPrefix(port, "cu."):
		return "the folder is missing; write /dev/" + port
	case strings.Trim(port, "0123456789") == "":
		return "a number is no name of a port; write COM" + port + " on Windows; elsewhere a name such as /dev/ttyACM0"
	case usbIDPattern.MatchString(port):
		return "a USB id, which belongs to link.usb; write " + Auto
	}
	return ""
}

// JointSetup is the limits of one joint as the controller is told them, in degrees.
type JointSetup struct {
	Min, Max  float64 // °
	Speed     float64 // °/s
	Accel     float64 // °/s²
	StopDecel float64 // °/s², deceleration of a stop
}

// Setup is what the controller is told before any motion: joints in the order
// base, upper arm, forearm.
type Setup struct {
	StepsPerDegree float64
	Joints         [3]JointSetup
	VirtualOnly    bool // real hardware is refused: the clock does not run at real speed
}

// wireSetup is Setup and Config in the units of the wire.
type wireSetup struct {
	limits wire.SetupLimits
	homing wire.SetupHoming
	rates  wire.SetupRates
	crc    uint16
	joints [3]wire.JointLimits

	virtualOnly bool // a real controller is refused
}

const tickSeconds = float64(wire.TickMicros) / 1e6 // s

func encodeSetup(c Config, s Setup) (wireSetup, error) {
	w := wireSetup{virtualOnly: s.VirtualOnly}
	n := unitConverter{steps: s.StepsPerDegree}
	switches := [3]Switch{c.Homing.Base, c.Homing.Upper, c.Homing.Forearm}
	for j, q := range s.Joints {
		n.joint = jointNames[j]
		w.limits.Min[j], w.limits.Max[j] = n.position(q.Min), n.position(q.Max)
		w.rates.MaxSpeed[j] = n.speed(q.Speed)
		w.rates.MaxAccel[j] = n.accel(q.Accel)
		w.rates.StopAccel[j] = n.accel(q.StopDecel)
		w.homing.Switch[j] = n.position(switches[j].At)
		w.homing.Fast[j] = n.speed(switches[j].Fast)
		w.homing.Slow[j] = n.speed(switches[j].Slow)
		w.joints[j] = wire.JointLimits{
			Min: w.limits.Min[j], Max: w.limits.Max[j],
			MaxSpeed: w.rates.MaxSpeed[j], MaxAccel: w.rates.MaxAccel[j],
		}
	}
	w.rates.SilenceMs, w.rates.VacuumS = uint16(c.Silence), uint8(c.Vacuum)
	w.crc = wire.SetupCRC(w.limits, w.homing, w.rates)
	if n.err == nil {
		if code := wire.CheckSetup(w.limits, w.homing, w.rates); code != wire.SetupOK {
			n.err = fmt.Errorf("link: set-up: %s", wire.SetupReason(code))
		}
	}
	return w, n.err
}

var jointNames = [3]string{"base", "upper arm", "forearm"}

// unitConverter turns degrees into wire units and keeps the first failure.
type unitConverter struct {
	steps float64 // per degree
	joint string
	err   error
}

func (n *unitConverter) position(deg float64) int32 {
	return n.roundWithin("angle", deg, deg*n.steps*256, wire.MaxPosition)
}

func (n *unitConverter) speed(deg float64) int32 {
	return n.roundWithin("speed", deg, deg*n.steps*tickSeconds*(1<<32), wire.MaxSpeed)
}

func (n *unitConverter) accel(deg float64) int32 {
	return n.roundWithin("acceleration", deg, deg*n.steps*tickSeconds*tickSeconds*(1<<40), wire.MaxAccel)
}

func (n *unitConverter) roundWithin(what string, deg, value, bound float64) int32 {
	if !(math.Abs(value) <= bound) {
		if n.err == nil {
			n.err = fmt.Errorf("link: set-up: %s of %s, %g°, is more than the controller can represent", what, n.joint, deg)
		}
		return 0
	}
	return int32(math.Round(value))
}

func secondsToDuration(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
