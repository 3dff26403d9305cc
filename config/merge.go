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

// byteOrder is what editors of Windows put before a text.
const byteOrder = "\ufeff"

// merge writes values into the text of a file. YAML's own writer would lay the whole file out anew, so only the places
// that change are cut out and put in.
func merge(text []byte, want *yaml.Node) ([]byte, error) {
	body, marked := bytes.CutPrefix(text, []byte(byteOrder))
	root, faults := document(body)
	if faults != nil {
		return nil, faults
	}
	e := newEditor(string(body))
	if err := e.merge(root, want, ""); err != nil {
		return nil, err
	}
	out := e.apply()
	if marked {
		out = byteOrder + out
	}
	return []byte(out), nil
}

// An editor collects changes of a text.
type editor struct {
	text  string
	lines []int // where each line begins
	eol   string
	edits []edit
}

// An edit puts new text in place of a stretch of the old.
type edit struct {
	from, to int
	text     string
}

func newEditor(text string) *editor {
	e := &editor{text: text, lines: []int{0}, eol: "\n"}
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

// apply returns the text with all changes.
func (e *editor) apply() string {
	slices.SortStableFunc(e.edits, func(a, b edit) int { return a.from - b.from })
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

// offset is where a node begins.
func (e *editor) offset(n *yaml.Node) int {
	at := e.lines[n.Line-1]
	for range n.Column - 1 {
		_, size := utf8.DecodeRuneInString(e.text[at:])
		at += size
	}
	return at
}

// merge gives what is in the file the values that are wanted.
func (e *editor) merge(have, want *yaml.Node, path string) error {
	switch {
	case have.Kind == want.Kind && want.Kind == yaml.MappingNode:
		return e.mapping(have, want, path)
	case have.Kind == want.Kind && want.Kind == yaml.SequenceNode && len(have.Content) == len(want.Content):
		for i := range want.Content {
			if err := e.merge(have.Content[i], want.Content[i], fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	case have.Kind == want.Kind && want.Kind == yaml.ScalarNode:
		return e.scalar(have, want, path)
	}
	return unwritable(have, path)
}

// unwritable is the fault of a place that can't be changed without changing others: an alias, or a quoted number.
func unwritable(n *yaml.Node, path string) error {
	return Faults{at(n, path, "this can't be changed where it stands", "write it as a plain value, without anchors and quotes")}
}

func (e *editor) scalar(have, want *yaml.Node, path string) error {
	a, errA := strconv.ParseFloat(have.Value, 64)
	b, errB := strconv.ParseFloat(want.Value, 64)
	if have.Value == want.Value || errA == nil && errB == nil && a == b {
		return nil
	}
	from := e.offset(have)
	if have.Style != 0 || have.Anchor != "" || !strings.HasPrefix(e.text[from:], have.Value) {
		return unwritable(have, path)
	}
	e.edits = append(e.edits, edit{from, from + len(have.Value), want.Value})
	return nil
}

// mapping changes the options that stand in the file, and adds those that don't.
func (e *editor) mapping(have, want *yaml.Node, path string) error {
	if have.Anchor != "" {
		return unwritable(have, path)
	}
	missing := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i+1 < len(want.Content); i += 2 {
		key := want.Content[i]
		found := slices.IndexFunc(keys(have), func(name string) bool { return name == key.Value })
		if found < 0 {
			missing.Content = append(missing.Content, key, want.Content[i+1])
			continue
		}
		if err := e.merge(have.Content[2*found+1], want.Content[i+1], join(path, key.Value)); err != nil {
			return err
		}
	}
	if len(missing.Content) == 0 {
		return nil
	}
	return e.add(have, missing)
}

func keys(mapping *yaml.Node) []string {
	var names []string
	for i := 0; i < len(mapping.Content); i += 2 {
		names = append(names, mapping.Content[i].Value)
	}
	return names
}

// add puts options at the end of a mapping, or within its braces.
func (e *editor) add(have, missing *yaml.Node) error {
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
		from := e.offset(have) + 1
		e.edits = append(e.edits, edit{from, from, text})
		return nil
	}
	block, err := encode(missing)
	if err != nil {
		return fmt.Errorf("config: writing: %w", err)
	}
	last := have.Content[len(have.Content)-2]
	indent := strings.Repeat(" ", last.Column-1)
	var text strings.Builder
	for line := range strings.Lines(string(block)) {
		text.WriteString(e.eol + indent + strings.TrimRight(line, "\n"))
	}
	from := e.blockEnd(last)
	e.edits = append(e.edits, edit{from, from, text.String()})
	return nil
}

// blockEnd is where the last line of an option and all below it ends.
func (e *editor) blockEnd(key *yaml.Node) int {
	last := key.Line - 1
	for i := last + 1; i < len(e.lines); i++ {
		line := e.line(i)
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
	return e.lines[last] + len(e.line(last))
}

// line is a line without its end.
func (e *editor) line(i int) string {
	to := len(e.text)
	if i+1 < len(e.lines) {
		to = e.lines[i+1]
	}
	return strings.TrimRight(e.text[e.lines[i]:to], "\r\n")
}
