package hub

import (
	"reflect"
	"testing"
)

func TestParseLine(t *testing.T) {
	for text, want := range map[string]line{
		"":            {},
		"  \t ":       {},
		"ping\r":      {Command: "ping"},
		" go  think ": {Command: "go", Args: []argument{{Name: "think", Flag: true}}},
		`a b=c d="" e="x =y"`: {
			Command: "a", Args: []argument{{Name: "b", Value: "c"}, {Name: "d"}, {Name: "e", Value: "x =y"}},
		},
		`a b= c`:  {Command: "a", Args: []argument{{Name: "b"}, {Name: "c", Flag: true}}},
		`a b=c=d`: {Command: "a", Args: []argument{{Name: "b", Value: "c=d"}}},
		`a=b`:     {Command: "a=b"},
	} {
		if got, err := parseLine(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{`a b="c`, `a =c`, `a b="c"d`} {
		if got, err := parseLine(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	l, _ := parseLine(`a b=1 c d="two words"`)
	if v, ok := l.get("d"); v != "two words" || !ok || l.String() != `a b=1 c d="two words"` {
		t.Errorf("%q, %v, %s", v, ok, l)
	}
	if _, ok := l.get("e"); ok {
		t.Error("e is there")
	}
}

// What is read can be written and read again, and is the same.
func FuzzParseLine(f *testing.F) {
	f.Add(`info depth=3 score=-0.12 pv="22-17 11x18x15" flag empty=""`)
	f.Add(`a =`)
	f.Add(`pos pos=W"" moves="`)
	f.Fuzz(func(t *testing.T, text string) {
		l, err := parseLine(text)
		if err != nil {
			return
		}
		for _, a := range l.Args {
			if quoteValue(a.Value) != a.Value && quoteValue(a.Value) != `"`+a.Value+`"` {
				return // it has what has no form in the protocol
			}
		}
		if again, err := parseLine(l.String()); err != nil || !reflect.DeepEqual(again, l) {
			t.Errorf("%q is %+v, then %+v, %v", text, l, again, err)
		}
	})
}
