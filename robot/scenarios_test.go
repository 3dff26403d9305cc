package robot_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crownhead/face/say"
)

// docs/scenarios.md lists every scene with its tests, and speaks of no test or sentence that is not there.
func TestScenariosAreDocumented(t *testing.T) {
	const scenes = 45
	text, err := os.ReadFile("../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[int][]string{} // scene → cells
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			continue
		}
		word, _, _ := strings.Cut(strings.TrimSpace(cells[1]), " ")
		number, err := strconv.Atoi(word)
		if err != nil {
			continue
		}
		if number != len(rows)+1 || len(cells) != 6 {
			t.Errorf("scene %d is in the wrong place, or has not four cells", number)
		}
		rows[number] = cells
	}
	if len(rows) != scenes {
		t.Fatalf("%d scenes, want %d", len(rows), scenes)
	}
	name := regexp.MustCompile("`([^`]+)`")
	tests := map[string][]string{} // folder → its tests
	for number, cells := range rows {
		for _, key := range name.FindAllStringSubmatch(cells[3], -1) {
			if !say.Has(say.Key(key[1])) {
				t.Errorf("scene %d: no sentence %q", number, key[1])
			}
		}
		names := name.FindAllStringSubmatch(cells[4], -1)
		if len(names) == 0 && !strings.Contains(cells[2], "*Later*") {
			t.Errorf("scene %d has no test", number)
		}
		for _, test := range names {
			folder, test := path.Split(strings.ReplaceAll(test[1], ".", "/"))
			if tests[folder] == nil {
				tests[folder] = testsIn(t, filepath.Join("..", filepath.FromSlash(folder)))
			}
			if !slices.Contains(tests[folder], test) {
				t.Errorf("scene %d: no test %s in %s", number, test, folder)
			}
		}
	}
	for _, test := range slices.Concat(testsIn(t, "."), testsIn(t, "live")) {
		digits := strings.TrimPrefix(test, "TestScene")
		number, err := strconv.Atoi(digits[:min(2, len(digits))])
		if err == nil && !strings.Contains(rows[number][4], test+"`") {
			t.Errorf("%s is not named for scene %d", test, number)
		}
	}
}

// testsIn lists the tests in a folder.
func testsIn(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	function := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	var tests []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range function.FindAllStringSubmatch(string(source), -1) {
			tests = append(tests, found[1])
		}
	}
	return tests
}
