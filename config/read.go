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

	"gopkg.in/yaml.v3"
)

// Read reads and checks the file. The error is Faults with every fault of the file at once, or the reason why the file
// could not be opened.
func Read(path string) (Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Config{}, fmt.Errorf("config: %w", err)
	}
	return Parse(data)
}

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
	if err := w.faults.err(); err != nil {
		return Config{}, err
	}
	return c, nil
}

// document returns the one mapping that the file must hold.
func document(data []byte) (*yaml.Node, Faults) {
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

var yamlLine = regexp.MustCompile(`line (\d+): (.*)`)

// syntaxFault gives the parser's error its place. The parser names the line before a tab, so tabs are looked for here.
func syntaxFault(err error, data []byte) Fault {
	for i, line := range strings.Split(string(data), "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
			return Fault{Line: i + 1, Column: tab + 1, Problem: "a tab in the indentation", Hint: "indent with spaces"}
		}
	}
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	hint := "YAML: 'name: value', indented with spaces"
	if m := yamlLine.FindStringSubmatch(msg); m != nil {
		line, _ := strconv.Atoi(m[1])
		return Fault{Line: line, Column: 1, Problem: m[2], Hint: hint}
	}
	return Fault{Line: 1, Column: 1, Problem: msg, Hint: hint}
}
