package operator

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crownhead/face/say"
	"crownhead/web/operator/words"
)

// properNames stand on the page in every language alike.
var properNames = regexp.MustCompile(`^(crownhead|FEN|x|y|z|uk|ru|en)?$`)

// The page has no words of its own: each comes from the catalogue, which has it in three languages.
func TestPageHasNoWordsOfItsOwn(t *testing.T) {
	data, err := fs.ReadFile(files, "operator.html")
	if err != nil {
		t.Fatal(err)
	}
	html := string(data)
	for _, call := range regexp.MustCompile(`\(?\bt "([^"]*)"`).FindAllStringSubmatch(html, -1) {
		requireSentence(t, "operator.html", call[1])
	}
	bare := regexp.MustCompile(`(?s)\{\{.*?\}\}`).ReplaceAllString(html, "§")
	for _, attribute := range regexp.MustCompile(`\b(?:title|aria-label|alt|placeholder|data-sure|label)="([^"]*)"`).FindAllStringSubmatch(bare, -1) {
		requireNoWords(t, "an attribute", attribute[1])
	}
	for _, text := range strings.Split(regexp.MustCompile(`(?s)<[^>]*>`).ReplaceAllString(bare, "\n"), "\n") {
		requireNoWords(t, "the page", text)
	}
}

func requireNoWords(t *testing.T, where, text string) {
	t.Helper()
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune(letters, r) }) {
		if !properNames.MatchString(word) {
			t.Errorf("%s has words of its own: %q", where, strings.TrimSpace(text))
			return
		}
	}
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// The scripts' sentences are plain strings in calls of t, and all others are names, selectors and the like.
func TestScriptsHaveNoWordsOfTheirOwn(t *testing.T) {
	for _, english := range scriptTexts() {
		requireSentence(t, "a script", english)
	}
	literal := regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)*\"|`(?:[^`\\\\]|\\\\.)*`")
	sentence := regexp.MustCompile(`[A-Za-z]{2,},? [a-z]{2,}`)
	technical := regexp.MustCompile("^[\"`](\\[|#|\\.|//|M|translate\\(|slot king|minute now)|^[\"`][a-z]+[.:>#\\[]|data-|<svg")
	names, err := fs.Glob(files, "static/*.js")
	if err != nil || len(names) < 10 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		script := regexp.MustCompile(`(?m)^\s*//.*$|\s// .*$`).ReplaceAllString(string(data), "")
		script = scriptCall.ReplaceAllString(script, "t(")
		for _, text := range literal.FindAllString(script, -1) {
			plain := regexp.MustCompile(`\$\{[^}]*\}`).ReplaceAllString(text, "§")
			when := strings.Contains(plain, "Arrow")
			if sentence.MatchString(plain) && !technical.MatchString(plain) && !when {
				t.Errorf("%s has words of its own: %s", name, text)
			}
		}
	}
}

// What the buttons say is in the catalogue.
func TestButtonsAreTranslated(t *testing.T) {
	var visit func(v reflect.Value)
	visit = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Slice:
			for i := range v.Len() {
				visit(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				switch name := v.Type().Field(i).Name; name {
				case "Label", "Does", "Sure", "Where":
					if text := v.Field(i).String(); text != "" {
						requireSentence(t, "a button", text)
					}
				default:
					visit(v.Field(i))
				}
			}
		}
	}
	visit(reflect.ValueOf(allButtons))
	for _, group := range (ArmLayout{}).placeGroups() {
		requireSentence(t, "a list of places", group.Name)
	}
}

func requireSentence(t *testing.T, where, english string) {
	t.Helper()
	if !words.Knows(english) || words.Sentence(say.Ukrainian, english) == english {
		t.Errorf("%s says %q: sentences.txt of web/operator/words lacks it", where, english)
	}
}

// spoken are the files whose texts reach the page: parts and hints, the log, refusals of commands. A new one that
// says something to the operator joins them.
var spoken = []string{
	"web/operator/parts.go", "robot/core_*.go", "robot/live/loop.go", "robot/live/status.go", "robot/live/daemon.go",
	"robot/journal/disk.go", "robot/journal/hanging_disk_file.go", "arm/manual.go", "arm/advance.go", "arm/stop_resume.go",
	"arm/calibrate/fit.go", "arm/calibrate/model.go", "arm/calibrate/residual.go", "arm/calibrate/session.go",
	"arm/calibrate/tray.go", "firmware/link/port_error.go", "firmware/link/port_hint_*.go", "firmware/link/host_protocol.go",
	"firmware/link/wire/status_codes.go", "face/voice/player.go", "internal/daemon/config_watch.go",
	"kinematics/inverse.go", "web/operator/gate.go", "board/fen.go",
	"firmware/link/hello_detector.go",
}

// unheard are texts in those files that never reach the page, by their beginning: they are errors of the program, or
// only the terminal's.
var unheard = []string{
	"robot: command refused", "no sound: the robot is silent", "there is sound again", "the port doesn't take all bytes",
	"kinematics: ", "link: sending",
	"still 7 mm", "stretched or folded", "robot: the journal's", "robot: it was begun", "Bearer realm",
	"voice: this program was built without", "board: reading FEN",
}

// Whatever the robot says to the operator, wherever it is said, the page knows how to say in their language.
func TestTextsOfTheRobotAreTranslated(t *testing.T) {
	root := filepath.Join("..", "..")
	var seen int
	for _, pattern := range spoken {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s is no file any more", pattern)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, text := range textsOf(t, name) {
				seen++
				if !words.Knows(text) {
					t.Errorf("%s says %q: sentences.txt of web/operator/words lacks it", name, text)
				}
			}
		}
	}
	if seen < 150 {
		t.Errorf("only %d texts were found", seen)
	}
}

// verb is a verb of a format; numbers stand for all of them, since numbers fill most.
var verb = regexp.MustCompile(`%(\[\d\])?[-+#0]*[\d.]*[a-z]`)

// textsOf are the string literals of a file that are texts for people: of two words at least.
func textsOf(t *testing.T, name string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	add := func(text string) {
		text = strings.Trim(strings.TrimPrefix(strings.ReplaceAll(text, "%w", ""), ": "), " ;:,·")
		text = strings.ReplaceAll(text, ": : ", ": ")
		text = verb.ReplaceAllString(strings.ReplaceAll(text, "%%", "%"), "7")
		silent := slices.ContainsFunc(unheard, func(begin string) bool { return strings.HasPrefix(text, begin) })
		if regexp.MustCompile(`[A-Za-z]{2,} [A-Za-z]`).MatchString(text) && !silent {
			texts = append(texts, text)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field:
			return false
		case *ast.BinaryExpr:
			if text, ok := joinedLiteral(n); ok {
				add(text)
				return false
			}
		case *ast.BasicLit:
			if text, ok := joinedLiteral(n); ok {
				add(text)
			}
		}
		return true
	})
	return texts
}

// joinedLiteral is a string literal, or several that are added, with 7 for what is no literal.
func joinedLiteral(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, isLeft := joinedLiteral(e.X)
		right, isRight := joinedLiteral(e.Y)
		if e.Op != token.ADD || !isLeft && !isRight {
			return "", false
		}
		return cmp.Or(left, "7") + cmp.Or(right, "7"), true
	}
	return "", false
}

// A line of the log is written nowhere but in the files that are looked through.
func TestNoLineOfTheLogIsOverlooked(t *testing.T) {
	root := filepath.Join("..", "..")
	for _, folder := range []string{"robot", "arm", "firmware/link", "face", "internal/daemon"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			tells := regexp.MustCompile(`\.(addNote|logEvent)\(|Remedy:? *:?= *["a-zA-Z]`).Match(data)
			listed := slices.ContainsFunc(spoken, func(pattern string) bool {
				ok, _ := filepath.Match(filepath.Join(root, pattern), path)
				return ok
			})
			if tells && !listed {
				t.Errorf("%s tells the operator something: add it to the list", path)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// Words that reach the page one by one are in the catalogue: phases, faults of sensors, ends of games, emotions.
func TestSingleWordsAreTranslated(t *testing.T) {
	var list []string
	for _, w := range wordsOfPhase {
		list = append(list, w)
	}
	for _, w := range wordsOfLink {
		list = append(list, w)
	}
	list = append(list, constantsOf(t, "../../robot/turn/event.go", "MaskReason")...)
	list = append(list, constantsOf(t, "../../board/game.go", "Reason")...)
	for _, name := range constantsOf(t, "../../robot/command/command.go", "Name") {
		list = append(list, strings.ReplaceAll(name, "_", " "))
	}
	if len(list) < 50 {
		t.Errorf("only %d words were found", len(list))
	}
	for _, w := range list {
		requireSentence(t, "the page", w)
	}
}

// constantsOf are the constants of a type in a file.
func constantsOf(t *testing.T, name, kind string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if of, ok := spec.Type.(*ast.Ident); ok && of.Name == kind {
			if text, ok := joinedLiteral(spec.Values[0]); ok && text != "" {
				values = append(values, text)
			}
		}
		return true
	})
	return values
}
