package architecture

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Go leaves out a file whose name ends in another processor's name, tests silently: scenes_arm_test.go was built for
// no machine of ours. Only files of assembly and their like are meant so.
func TestNoFileIsLeftOutByItsName(t *testing.T) {
	processors := []string{"arm", "wasm", "386", "mips", "ppc64", "riscv64", "s390x", "loong64"}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		name := strings.TrimSuffix(strings.TrimSuffix(d.Name(), ".go"), "_test")
		if at := strings.LastIndex(name, "_"); at >= 0 && slices.Contains(processors, name[at+1:]) {
			t.Errorf("%s is built for %s alone: give it another name", path, name[at+1:])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
