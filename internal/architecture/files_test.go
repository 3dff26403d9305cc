package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// namedFile is a file between backticks, with or without its folder.
var namedFile = regexp.MustCompile("`([A-Za-z0-9_./-]+\\.(?:go|c|h|md|svg))`")

// The guides name files, so that a reader can open them. A file that was renamed leaves a guide behind.
func TestNamedFilesExist(t *testing.T) {
	const root = "../.."
	bases := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "bin") {
			return filepath.SkipDir
		}
		bases[d.Name()] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, guide := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "docs/glossary.md", "docs/net.md", "docs/engine.md"} {
		text, err := os.ReadFile(filepath.Join(root, guide))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range namedFile.FindAllStringSubmatch(string(text), -1) {
			name := m[1]
			if !strings.Contains(name, "/") {
				if !bases[name] {
					t.Errorf("%s names %s, and there is no such file", guide, name)
				}
				continue
			}
			if _, err := os.Stat(filepath.Join(root, name)); err != nil {
				t.Errorf("%s names %s: %v", guide, name, err)
			}
		}
	}
}
