package operator

import (
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/web/operator/words"
)

// statusIn is a status with the texts that reach the page as they are in a language.
func statusIn(l say.Lang, s robot.Status) robot.Status {
	for i := range s.Sensors {
		s.Sensors[i].Remedy = words.Translate(l, s.Sensors[i].Remedy)
	}
	s.Arm.Remedy, s.Arm.ReleaseRemedy = words.Translate(l, s.Arm.Remedy), words.Translate(l, s.Arm.ReleaseRemedy)
	s.Sound.Remedy = words.Translate(l, s.Sound.Remedy)
	s.Config = slices.Clone(s.Config)
	for i, remark := range s.Config {
		s.Config[i].Problem, s.Config[i].Hint = words.Translate(l, remark.Problem), words.Translate(l, remark.Hint)
	}
	if s.Calib != nil {
		calib := *s.Calib
		calib.Say, calib.Residuals = words.Translate(l, calib.Say), slices.Clone(calib.Residuals)
		for i, residual := range calib.Residuals {
			calib.Residuals[i].Meaning = words.Translate(l, residual.Meaning)
		}
		s.Calib = &calib
	}
	return s
}

// partsIn are the parts in a language.
func partsIn(l say.Lang, parts []partStatus) []partStatus {
	list := slices.Clone(parts)
	for i := range list {
		p := &list[i]
		p.Name, p.Words = words.Translate(l, p.Name), words.Translate(l, p.Words)
		p.More, p.Hint = words.Translate(l, p.More), words.Translate(l, p.Hint)
	}
	return list
}

// entriesIn are lines of the log as the page tells them in a language. What the robot says becomes the sentence, a
// command its name; fields that are empty are left out, and Go's brackets around lists and maps.
func entriesIn(l say.Lang, entries []robot.LogEntry) []robot.LogEntry {
	list := make([]robot.LogEntry, len(entries))
	for i, e := range entries {
		fields := map[string]string{}
		for name, value := range e.Fields {
			value = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(value, "map"), "["), "]")
			if value != "" {
				fields[name] = value
			}
		}
		text := words.Translate(l, e.Text)
		switch {
		case e.Text == "says" && fields["key"] != "":
			text = words.Fill(l, "The robot says: “{sentence}”", "sentence", spokenSentence(l, fields))
			fields = nil
		case e.Text == "command":
			text += ": " + words.Translate(l, strings.ReplaceAll(fields["command"], "_", " "))
			fields = argumentFields(fields["args"])
		}
		e.Text, e.Component, e.Fields = text, words.Translate(l, e.Component), map[string]string{}
		for name, value := range fields {
			if value != "" {
				e.Fields[words.Translate(l, name)] = words.Translate(l, value)
			}
		}
		list[i] = e
	}
	return list
}

// argumentFields are the arguments of a command, which the log has as "name:value name:value".
func argumentFields(args string) map[string]string {
	fields := map[string]string{}
	for _, arg := range strings.Fields(args) {
		if name, value, named := strings.Cut(arg, ":"); named {
			fields[name] = value
		}
	}
	return fields
}

// spokenSentence is the sentence that a line of the log has the key and the arguments of.
func spokenSentence(l say.Lang, fields map[string]string) string {
	args := say.Args{Squares: strings.Fields(fields["squares"]), Move: fields["move"], Number: fields["number"]}
	return say.Text(l, say.Key(fields["key"]), args)
}

// scriptCall finds the sentences that the page's scripts say: each is the plain string of a call of t.
var scriptCall = regexp.MustCompile(`\bt\("((?:[^"\\]|\\.)*)"`)

// scriptTexts are the English texts of the page's scripts.
var scriptTexts = sync.OnceValue(func() []string {
	texts := map[string]bool{}
	names, _ := fs.Glob(files, "static/*.js")
	for _, name := range names {
		script, _ := fs.ReadFile(files, name) // it is built in
		for _, call := range scriptCall.FindAllStringSubmatch(string(script), -1) {
			texts[call[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(texts))
})

// scriptSentences are what the page's scripts say, by the English text.
func scriptSentences(l say.Lang) map[string]string {
	list := map[string]string{}
	for _, english := range scriptTexts() {
		list[english] = words.Sentence(l, english)
	}
	return list
}
