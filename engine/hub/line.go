package hub

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A line is a command with its arguments in their order.
type line struct {
	Command string
	Args    []argument
}

// An argument is name=value, or a name alone: then Flag is set and Value is empty.
type argument struct {
	Name, Value string
	Flag        bool
}

var errQuote = errors.New("a quotation mark is not closed")

// maxLineLength is how long a line may be that is read.
const maxLineLength = 1 << 20

// parseLine parses a line. An empty line has the empty command.
func parseLine(s string) (line, error) {
	var l line
	rest := strings.TrimSpace(s)
	n := strings.IndexFunc(rest, isSpace)
	if n < 0 {
		return line{Command: rest}, nil
	}
	l.Command, rest = rest[:n], rest[n:]
	for {
		if rest = strings.TrimLeftFunc(rest, isSpace); rest == "" {
			return l, nil
		}
		a, left, err := parseArg(rest)
		if err != nil {
			return l, fmt.Errorf("hub: %.200q: %w", s, err)
		}
		l.Args, rest = append(l.Args, a), left
	}
}

// parseArg parses the argument that s begins with.
func parseArg(s string) (a argument, rest string, err error) {
	end := strings.IndexFunc(s, isSpace)
	if end < 0 {
		end = len(s)
	}
	equals := strings.IndexByte(s[:end], '=')
	switch {
	case equals == 0:
		return a, "", errors.New("a value has no name")
	case equals < 0:
		return argument{Name: s[:end], Flag: true}, s[end:], nil
	}
	a.Name = s[:equals]
	value := s[equals+1:]
	if !strings.HasPrefix(value, `"`) {
		a.Value = s[equals+1 : end]
		return a, s[end:], nil
	}
	a.Value, rest, err = cutQuoted(value[1:])
	return a, rest, err
}

func cutQuoted(s string) (value, rest string, err error) {
	value, rest, found := strings.Cut(s, `"`)
	switch {
	case !found:
		return "", "", errQuote
	case rest != "" && !isSpace(rune(rest[0])):
		return "", "", errors.New("there is text right after a quotation mark")
	}
	return value, rest, nil
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }

// String is the line as it is sent. The protocol has no form for quotation marks and line breaks inside values;
// they are replaced.
func (l line) String() string {
	var b strings.Builder
	b.WriteString(l.Command)
	for _, a := range l.Args {
		b.WriteString(" " + a.Name)
		if !a.Flag {
			b.WriteString("=" + quoteValue(a.Value))
		}
	}
	return b.String()
}

func quoteValue(value string) string {
	value = strings.NewReplacer(`"`, "'", "\n", " ", "\r", " ").Replace(value)
	if value == "" || strings.ContainsAny(value, "=' \t") {
		return `"` + value + `"`
	}
	return value
}

// get returns the value of an argument, and whether it is there.
func (l line) get(name string) (string, bool) {
	for _, a := range l.Args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// newLine makes a line of a command, names and values in turn.
func newLine(command string, namesAndValues ...string) line {
	l := line{Command: command}
	for i := 0; i+1 < len(namesAndValues); i += 2 {
		l.Args = append(l.Args, argument{Name: namesAndValues[i], Value: namesAndValues[i+1]})
	}
	return l
}

// An output writes lines for two goroutines, and keeps its first error.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

func (o *output) writeLine(l line) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		_, o.err = io.WriteString(o.w, l.String()+"\n")
	}
}

func (o *output) firstError() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
