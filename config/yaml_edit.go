package config

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// byteOrderMark is what editors on Windows put before a text.
const byteOrderMark = "\ufeff"

// mergeValues writes values into the text of a file. The yaml package would format the whole file anew; so only
// the values that change are replaced in the text.
func mergeValues(text []byte, want *yaml.Node) ([]byte, error) {
	body, marked := bytes.CutPrefix(text, []byte(byteOrderMark))
	root, faults := parseDocument(body)
	if faults != nil {
		return nil, faults
	}
	e := newYAMLEditor(string(body))
	if err := e.mergeNode(root, want, ""); err != nil {
		return nil, err
	}
	out := e.applyEdits()
	if marked {
		out = byteOrderMark + out
	}
	return []byte(out), nil
}

// An yamlEditor collects changes of a text.
type yamlEditor struct {
	text  string
	lines []int // offset at which each line begins
	eol   string
	edits []textEdit
}

// A textEdit replaces a part of the text.
type textEdit struct {
	from, to int
	text     string
}

func newYAMLEditor(text string) *yamlEditor {
	e := &yamlEditor{text: text, lines: []int{0}, eol: "\n"}
	for i, c := range text {
		if c == '\n' {
			e.lines = append(e.lines, i+1)
		}
	}
	if strings.Contains(text, "\r\n") {
		e.eol = "\r\n"
	}
	return e
}

// mergeNode gives a node of the file the wanted values.
func (e *yamlEditor) mergeNode(have, want *yaml.Node, path string) error {
	switch {
	case have.Kind == want.Kind && want.Kind == yaml.MappingNode:
		return e.mergeMapping(have, want, path)
	case have.Kind == want.Kind && want.Kind == yaml.SequenceNode && len(have.Content) == len(want.Content):
		for i := range want.Content {
			if err := e.mergeNode(have.Content[i], want.Content[i], fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	case have.Kind == want.Kind && want.Kind == yaml.ScalarNode:
		return e.mergeScalar(have, want, path)
	}
	return unwritableFault(have, path)
}

// mergeMapping changes the options that are in the file, and adds those that are missing.
func (e *yamlEditor) mergeMapping(have, want *yaml.Node, path string) error {
	if have.Anchor != "" {
		return unwritableFault(have, path)
	}
	missing := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i+1 < len(want.Content); i += 2 {
		key := want.Content[i]
		found := slices.IndexFunc(mappingKeys(have), func(name string) bool { return name == key.Value })
		if found < 0 {
			missing.Content = append(missing.Content, key, want.Content[i+1])
			continue
		}
		if err := e.mergeNode(have.Content[2*found+1], want.Content[i+1], joinPath(path, key.Value)); err != nil {
			return err
		}
	}
	if len(missing.Content) == 0 {
		return nil
	}
	return e.addOptions(have, missing)
}

func mappingKeys(mapping *yaml.Node) []string {
	var names []string
	for i := 0; i < len(mapping.Content); i += 2 {
		names = append(names, mapping.Content[i].Value)
	}
	return names
}

// addOptions adds options at the end of a mapping, or within its braces.
func (e *yamlEditor) addOptions(have, missing *yaml.Node) error {
	if have.Style&yaml.FlowStyle != 0 {
		missing.Style = yaml.FlowStyle
		inline, err := yaml.Marshal(missing)
		if err != nil {
			return fmt.Errorf("config: writing: %w", err)
		}
		text := strings.TrimSuffix(strings.TrimPrefix(strings.Join(strings.Fields(string(inline)), " "), "{"), "}")
		if len(have.Content) > 0 {
			text += ", "
		}
		from := e.offsetOf(have) + 1
		e.edits = append(e.edits, textEdit{from, from, text})
		return nil
	}
	block, err := encodeYAML(missing)
	if err != nil {
		return fmt.Errorf("config: writing: %w", err)
	}
	last := have.Content[len(have.Content)-2]
	indent := strings.Repeat(" ", last.Column-1)
	var text strings.Builder
	for line := range strings.Lines(string(block)) {
		text.WriteString(e.eol + indent + strings.TrimRight(line, "\n"))
	}
	from := e.endOfBlock(last)
	e.edits = append(e.edits, textEdit{from, from, text.String()})
	return nil
}

// endOfBlock returns the end of the last line of an option and everything below it.
func (e *yamlEditor) endOfBlock(key *yaml.Node) int {
	last := key.Line - 1
	for i := last + 1; i < len(e.lines); i++ {
		line := e.lineText(i)
		content := strings.TrimLeft(line, " ")
		indent := len(line) - len(content)
		if content == "" || strings.HasPrefix(content, "#") {
			continue
		}
		if indent < key.Column-1 || indent == key.Column-1 && !strings.HasPrefix(content, "- ") {
			break
		}
		last = i
	}
	return e.lines[last] + len(e.lineText(last))
}

// lineText returns a line without its line end.
func (e *yamlEditor) lineText(i int) string {
	to := len(e.text)
	if i+1 < len(e.lines) {
		to = e.lines[i+1]
	}
	return strings.TrimRight(e.text[e.lines[i]:to], "\r\n")
}

func (e *yamlEditor) mergeScalar(have, want *yaml.Node, path string) error {
	a, errA := strconv.ParseFloat(have.Value, 64)
	b, errB := strconv.ParseFloat(want.Value, 64)
	if have.Value == want.Value || errA == nil && errB == nil && a == b {
		return nil
	}
	from := e.offsetOf(have)
	if have.Style != 0 || have.Anchor != "" || !strings.HasPrefix(e.text[from:], have.Value) {
		return unwritableFault(have, path)
	}
	e.edits = append(e.edits, textEdit{from, from + len(have.Value), want.Value})
	return nil
}

// unwritableFault is the fault of a value that can't be changed without changing others: an alias, or a quoted number.
func unwritableFault(n *yaml.Node, path string) error {
	hint := "write it as a plain value, without anchors and quotes"
	return Faults{newFault(n, path, "this value can't be changed in place", hint)}
}

// offsetOf returns where a node begins.
func (e *yamlEditor) offsetOf(n *yaml.Node) int {
	at := e.lines[n.Line-1]
	for range n.Column - 1 {
		_, size := utf8.DecodeRuneInString(e.text[at:])
		at += size
	}
	return at
}

// applyEdits returns the text with all changes.
func (e *yamlEditor) applyEdits() string {
	slices.SortStableFunc(e.edits, func(a, b textEdit) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, x := range e.edits {
		b.WriteString(e.text[at:x.from])
		b.WriteString(x.text)
		at = x.to
	}
	b.WriteString(e.text[at:])
	return b.String()
}
