package version

import "testing"

// A tag's version counts; what is built between two tags, or from changed files, is the version in development.
func TestTaggedVersion(t *testing.T) {
	for module, want := range map[string]string{
		"v0.3.1": "0.3.1", "v1.0.0-rc.1": "1.0.0-rc.1", "": "", "(devel)": "",
		"v0.0.0-20260214004413-d219187c3433": "", "v0.3.2-0.20260214004413-d219187c3433": "", "v0.3.1+dirty": "",
		"v0.3.2-0.20260214004413-d219187c3433+dirty": "",
	} {
		if tag, ok := taggedVersion(module); ok != (want != "") || ok && tag != want {
			t.Errorf("%q: %q, %v", module, tag, ok)
		}
	}
}
