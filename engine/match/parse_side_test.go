package match

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/pattern"
	"crownhead/engine/search"
)

// Every switch of the search can be turned off and on by its name: a field that is added is found.
func TestEverySwitch(t *testing.T) {
	seen := 0
	for _, f := range reflect.VisibleFields(reflect.TypeFor[search.Options]()) {
		if f.Type.Kind() != reflect.Bool {
			continue
		}
		seen++
		o := search.DefaultOptions()
		name := strings.ToLower(f.Name)
		value := reflect.ValueOf(&o).Elem().FieldByIndex(f.Index)
		for _, on := range []bool{false, true} {
			if err := switchFeatures(&o, name, on); err != nil || value.Bool() != on {
				t.Errorf("%s=%v: %v, %v", name, on, value.Bool(), err)
			}
		}
	}
	if seen < 8 || !slices.Contains(switchOptions(), "killers") {
		t.Errorf("%d switches: %v", seen, switchOptions())
	}
}

func TestSearchOptions(t *testing.T) {
	o, lim := search.DefaultOptions(), engine.Limits{Nodes: 5}
	want := search.DefaultOptions()
	want.Killers, want.History, want.Endings, want.TableBits, want.Evaluation = false, false, nil, 9, search.Material{}
	err := eachSetting(
		"depth=3,time=0.5,without=killers+history+endings,tablebits=9,eval=material",
		func(k, v string) error { return setSearchKey(&o, &lim, k, v) },
	)
	if err != nil || !reflect.DeepEqual(o, want) ||
		lim != (engine.Limits{Nodes: 5, Depth: 3, Time: 500 * time.Millisecond}) {
		t.Errorf("%+v, %+v, %v", o, lim, err)
	}
	if err := switchFeatures(&o, "endings", true); err != nil || o.Endings == nil {
		t.Errorf("endings come back as %v, %v", o.Endings, err)
	}
}

func TestParseSide(t *testing.T) {
	common := engine.Limits{Nodes: 1000}
	for text, want := range map[string]engine.Limits{
		"search":                 common,
		"search:depth=3":         {Nodes: 1000, Depth: 3},
		"search:nodes=7":         {Nodes: 7},
		"master":                 common,
		"master:limits=real":     {Depth: 60, Time: 2500 * time.Millisecond},
		"child:limits=fast":      {Depth: 2, Nodes: 2000},
		"search:time=1,depth=60": {Nodes: 1000, Depth: 60, Time: time.Second},
	} {
		s, err := ParseSide(text, common)
		if err != nil || s.Limits != want || s.Name != text {
			t.Errorf("%s: %+v, %v", text, s, err)
		}
	}
	if s, err := ParseSide("child", engine.Limits{}); err != nil || s.Limits.Time != 0 || s.Limits.Nodes == 0 {
		t.Errorf("a level has limits that repeat: %+v, %v", s, err)
	}
}

func TestBadSides(t *testing.T) {
	for text, hint := range map[string]string{
		"":                          "child, beginner",
		"grandmaster":               "child, beginner",
		"search":                    "the search has no limit",
		"search:":                   "the search has no limit",
		"search:depth":              "want key=value",
		"search:depth=x":            "want a positive number",
		"search:depth=-3":           "want a positive number",
		"search:nodes=1e9":          "want a positive number",
		"search:time=0":             "want seconds",
		"search:time=NaN":           "want seconds",
		"search:speed=9":            `no key "speed"`,
		"search:without=wisdom":     `no feature "wisdom": there are deeper, principal`,
		"search:with=killers+":      `no feature ""`,
		"search:tablebits=-1":       "want a whole number",
		"search:tablebits=60":       "want at most 26",
		"search:threads=9999":       "want at most 256",
		"search:eval=net":           "want material, learned or a file of weights from crownhead train patterns: open net",
		"search:eval=parse_side.go": "eval=parse_side.go: want material, learned or a file of weights",
		"search:endings=/none":      "endings=/none: endgame: reading the table: open KKKK-K.egt",
		"child:depth=3":             "a level has limits=real",
		"child:limits=none":         "a level has limits=real",
	} {
		if _, err := ParseSide(text, engine.Limits{}); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q: %v, want %q", text, err, hint)
		}
	}
}

// Weights of a file play like those in the program, if they are the same.
func TestWeightsOfAFile(t *testing.T) {
	var o search.Options
	if err := setEvaluation(&o, "../pattern/weights.pat"); err != nil {
		t.Fatal(err)
	}
	p := board.Start()
	if have, want := o.Evaluation.Score(p), pattern.Embedded().Score(p); have != want {
		t.Errorf("score %d, want %d", have, want)
	}
}
