package web

import (
	"cmp"
	"net"
	"net/url"
	"regexp"
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

// Validate reports an address that cannot be listened on, names that no browser asks for, and a token that is too
// short or has unfit characters.
func (c Config) Validate(bad func(path, problem string)) {
	if c.Token != "" && (len(c.Token) < shortestToken || strings.ContainsFunc(c.Token, unfitForToken)) {
		bad("token", "must be at least "+strconv.Itoa(shortestToken)+" letters, digits and signs, without spaces")
	}
	if problem := checkListen(c.Listen); problem != "" {
		bad("listen", problem)
	}
	for i, name := range c.Hosts {
		if problem := checkHostName(name); problem != "" {
			bad("hosts["+strconv.Itoa(i)+"]", problem)
		}
	}
}

// checkListen returns what is wrong with an address to listen on, and what was probably meant; "" if nothing is.
func checkListen(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	_, portErr := strconv.ParseUint(port, 10, 16)
	switch {
	case err == nil && portErr == nil && host != "*" && !strings.ContainsAny(host, " /@"):
		return ""
	case strings.Contains(listen, "://"):
		if u, err := url.Parse(listen); err == nil && u.Hostname() != "" {
			return "an address and a port, not a URL; write " + net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), defaultPort))
		}
	case isPort(listen):
		return "an address is missing; write 127.0.0.1:" + listen + " for this machine only, or 0.0.0.0:" + listen +
			" for other machines, too"
	case host == "*" && portErr == nil:
		return "* is no address; write 0.0.0.0:" + port + " for all of this machine"
	case unbracketedIPv6(listen) != "":
		return "an IPv6 address needs brackets; write '" + unbracketedIPv6(listen) + "'"
	case net.ParseIP(listen) != nil || hostPattern.MatchString(listen):
		return "a port is missing; write " + net.JoinHostPort(listen, defaultPort)
	case err == nil && portErr != nil:
		return "port " + strconv.Quote(port) + " must be a number from 0 to 65535"
	}
	return "must be an address and a port, like 127.0.0.1:8080"
}

const defaultPort = "8080"

func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}

// unbracketedIPv6 puts an IPv6 address that is followed by a port into brackets; "" if it is none.
func unbracketedIPv6(listen string) string {
	at := strings.LastIndexByte(listen, ':')
	if at < 0 || !isPort(listen[at+1:]) || net.ParseIP(listen[:at]) == nil {
		return ""
	}
	return net.JoinHostPort(listen[:at], listen[at+1:])
}

// hostPattern matches names and bare IPv4 addresses, as browsers send them: without a scheme, a port or spaces.
var hostPattern = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?\.?$`)

// checkHostName returns what is wrong with a name of web.hosts, and what was probably meant; "" if nothing is.
func checkHostName(name string) string {
	if hostPattern.MatchString(name) || net.ParseIP(strings.Trim(name, "[]")) != nil {
		return ""
	}
	bare := strings.TrimSpace(name)
	if _, after, found := strings.Cut(bare, "://"); found {
		bare = after
	}
	bare, _, _ = strings.Cut(bare, "/")
	if host, _, err := net.SplitHostPort(bare); err == nil {
		bare = host
	}
	if hostPattern.MatchString(bare) {
		return strconv.Quote(name) + " is more than a name; write " + bare
	}
	if strings.Contains(name, "*") {
		return strconv.Quote(name) + ": write each name by itself, such as robot.local"
	}
	return strconv.Quote(name) + " is no name that a browser asks for; write one like robot.local, " +
		"in Latin letters (a name in other letters as its xn--… form)"
}

const shortestToken = 12

// unfitForToken reports whether a cookie, a header or a form might not carry a character as it is.
func unfitForToken(r rune) bool { return r <= ' ' || r > '~' }
