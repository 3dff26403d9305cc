package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Read reads and checks a file. The error is a Faults with every fault of the file, or the reason why the file
// could not be read.
func Read(path string) (Config, error) {
	f, err := os.Open(path)
	if err != nil {
		return Config{}, fmt.Errorf("config: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	if err != nil {
		return Config{}, fmt.Errorf("config: %w", err)
	}
	return Parse(data)
}

// Parse reads a configuration. Options that are left out keep their default. Anything unknown, mistyped, given
// twice, out of bounds or contradictory is a fault.
func Parse(data []byte) (Config, error) {
	c := Default()
	root, faults := parseDocument(data)
	if faults != nil {
		return Config{}, faults
	}
	w := decoder{places: map[string]*yaml.Node{}}
	w.decodeValue(root, reflect.ValueOf(&c).Elem(), "", optionTags{})
	w.validate(reflect.ValueOf(c), "", optionTags{})
	w.checkQuotes()
	if !w.hasFaultIn("arm") {
		w.checkReach(c.Arm)
	}
	if err := w.faults.sortedError(); err != nil {
		return Config{}, err
	}
	return c, nil
}

// parseDocument returns the one mapping that the file must hold.
func parseDocument(data []byte) (*yaml.Node, Faults) {
	if len(data) > maxFileSize {
		return nil, Faults{{Line: 1, Column: 1, Problem: "longer than a megabyte", Hint: "this is not a configuration file"}}
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, Faults{{
			Line: 1, Column: 1, Problem: "the file is empty", Hint: "crownhead config print shows a whole one",
		}}
	} else if err != nil {
		return nil, Faults{syntaxFault(err, data)}
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, Faults{newFault(root, "", "the file holds no options", "want lines such as 'calibrated: true'")}
	}
	var second yaml.Node
	if err := dec.Decode(&second); err == nil {
		return nil, Faults{newFault(&second, "", "a second document begins here", "remove the line '---'")}
	} else if !errors.Is(err, io.EOF) {
		return nil, Faults{syntaxFault(err, data)}
	}
	return root, nil
}

// maxFileSize is far more than any configuration needs, in bytes. It stops reading of devices and videos.
const maxFileSize = 1 << 20

// syntaxFault gives the parser's error its place. For a tab the parser names the line before, and for
// characters that are not text and for an unknown anchor it names none. So syntaxFault looks for these itself.
func syntaxFault(err error, data []byte) Fault {
	for i, line := range strings.Split(string(data), "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
			return Fault{Line: i + 1, Column: tab + 1, Problem: "a tab in the indentation", Hint: "indent with spaces"}
		}
	}
	f := Fault{
		Line: 1, Column: 1, Problem: strings.TrimPrefix(err.Error(), "yaml: "),
		Hint: "YAML: 'name: value', indented with spaces; a value with : # % [ ] { } or quotes in it is put in single quotes",
	}
	if m := yamlLine.FindStringSubmatch(f.Problem); m != nil {
		f.Line, _ = strconv.Atoi(m[1])
		f.Problem = m[2]
		return f
	}
	if m := yamlAnchor.FindStringSubmatch(f.Problem); m != nil {
		f.setPlace(data, strings.Index(string(data), "*"+m[1]))
	} else if at := strings.IndexFunc(string(data), isNotText); at >= 0 {
		f.setPlace(data, at)
		f.Hint = "save the file as UTF-8 text"
	}
	return f
}

var (
	yamlLine   = regexp.MustCompile(`line (\d+): (.*)`)
	yamlAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)
)

// isNotText reports whether a YAML file may not hold the character. An invalid byte reads as a replacement character.
func isNotText(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) && !strings.ContainsRune("\t\r\n\u0085", r)
}

// setPlace sets line and column from an offset in the file; it does nothing if the offset is negative.
func (f *Fault) setPlace(data []byte, at int) {
	if at < 0 {
		return
	}
	before := data[:at]
	f.Line = 1 + bytes.Count(before, []byte("\n"))
	f.Column = 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}
