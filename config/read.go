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

// Read reads and checks the file. The error is Faults with every fault of the file at once, or the reason why the file
// could not be opened.
func Read(path string) (Config, error) {
	f, err := os.Open(path)
	if err != nil {
		return Config{}, fmt.Errorf("config: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, longest+1))
	if err != nil {
		return Config{}, fmt.Errorf("config: %w", err)
	}
	return Parse(data)
}

// longest is far more than any configuration needs, in bytes; a device or somebody's video never ends.
const longest = 1 << 20

// Parse reads a configuration: options left out keep their default; anything unknown, mistyped, doubled, out of bounds
// or contradictory is a fault.
func Parse(data []byte) (Config, error) {
	c := Default()
	root, faults := document(data)
	if faults != nil {
		return Config{}, faults
	}
	w := walker{places: map[string]*yaml.Node{}}
	w.value(root, reflect.ValueOf(&c).Elem(), "")
	w.check(reflect.ValueOf(c), "", tags{})
	if len(w.faults) == 0 {
		w.reach(c.Arm)
	}
	if err := w.faults.err(); err != nil {
		return Config{}, err
	}
	return c, nil
}

// document returns the one mapping that the file must hold.
func document(data []byte) (*yaml.Node, Faults) {
	if len(data) > longest {
		return nil, Faults{{Line: 1, Column: 1, Problem: "longer than a megabyte", Hint: "this is no configuration file"}}
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, Faults{{Line: 1, Column: 1, Problem: "the file is empty", Hint: "crownhead config print shows a whole one"}}
	} else if err != nil {
		return nil, Faults{syntaxFault(err, data)}
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, Faults{at(root, "", "the file holds no options", "wanted lines like 'language: uk'")}
	}
	var second yaml.Node
	if err := dec.Decode(&second); err == nil {
		return nil, Faults{at(&second, "", "a second document begins here", "take out the line '---'")}
	} else if !errors.Is(err, io.EOF) {
		return nil, Faults{syntaxFault(err, data)}
	}
	return root, nil
}

func at(n *yaml.Node, path, problem, hint string) Fault {
	return Fault{Line: n.Line, Column: n.Column, Path: path, Problem: problem, Hint: hint}
}

// syntaxFault gives the parser's error its place. The parser names the line before a tab, and none at all for what is no
// text or an unknown anchor, so these are looked for here.
func syntaxFault(err error, data []byte) Fault {
	for i, line := range strings.Split(string(data), "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
			return Fault{Line: i + 1, Column: tab + 1, Problem: "a tab in the indentation", Hint: "indent with spaces"}
		}
	}
	f := Fault{Line: 1, Column: 1, Problem: strings.TrimPrefix(err.Error(), "yaml: "), Hint: "YAML: 'name: value', indented with spaces"}
	if m := yamlLine.FindStringSubmatch(f.Problem); m != nil {
		f.Line, _ = strconv.Atoi(m[1])
		f.Problem = m[2]
		return f
	}
	if m := yamlAnchor.FindStringSubmatch(f.Problem); m != nil {
		f.place(data, strings.Index(string(data), "*"+m[1]))
	} else if at := strings.IndexFunc(string(data), noText); at >= 0 {
		f.place(data, at)
		f.Hint = "save the file as UTF-8 text"
	}
	return f
}

var (
	yamlLine   = regexp.MustCompile(`line (\d+): (.*)`)
	yamlAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)
)

// noText tells a character that no YAML file may hold. An invalid byte reads as a replacement character.
func noText(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) && !strings.ContainsRune("\t\r\n\u0085", r)
}

// place sets line and column to an offset into the file; it does nothing for a negative one.
func (f *Fault) place(data []byte, at int) {
	if at < 0 {
		return
	}
	before := data[:at]
	f.Line = 1 + bytes.Count(before, []byte("\n"))
	f.Column = 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}
