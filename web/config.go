package web

import (
	"net"
	"strconv"
	"strings"
)

// Config says where the pages are served.
type Config struct {
	Listen string   `yaml:"listen" doc:"address and port of the pages; loopback unless other machines are to see them"`
	Hosts  []string `yaml:"hosts" doc:"names by which other machines may ask for the pages; bare addresses and localhost are always answered"`
	Token  string   `yaml:"token" doc:"what the operator's page asks for, at least 12 characters; empty: another one each start, printed by run"`
}

// DefaultConfig serves this machine only.
func DefaultConfig() Config { return Config{Listen: "127.0.0.1:8080"} }

// Validate reports an address that cannot be listened on, and a token that is too short or has
// unfit characters.
func (c Config) Validate(bad func(path, problem string)) {
	if c.Token != "" && (len(c.Token) < shortestToken || strings.ContainsFunc(c.Token, unfitForToken)) {
		bad("token", "must be at least "+strconv.Itoa(shortestToken)+" letters, digits and signs, without spaces")
	}
	_, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		bad("listen", "must be an address and a port, like 127.0.0.1:8080")
		return
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		bad("listen", "port "+strconv.Quote(port)+" must be a number from 0 to 65535")
	}
}

const shortestToken = 12

// unfitForToken reports whether a cookie, a header or a form might not carry a character as it is.
func unfitForToken(r rune) bool { return r <= ' ' || r > '~' }
