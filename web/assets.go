package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
)

//go:embed static page.html operator.html
var files embed.FS

// newAssets serves the embedded files. Browsers keep them but ask each time whether they are still current, so a new
// binary never meets an old script.
func newAssets() http.Handler {
	tags := map[string]string{}
	_ = fs.WalkDir(files, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := files.ReadFile(name)
		sum := sha256.Sum256(data)
		tags["/"+name] = `"` + hex.EncodeToString(sum[:8]) + `"`
		return err
	}) // an embedded file system has no errors
	server := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tag, ok := tags[r.URL.Path]
		if !ok { // no listing of folders either
			http.NotFound(w, r)
			return
		}
		w.Header().Set("ETag", tag)
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Type", contentType(r.URL.Path))
		server.ServeHTTP(w, r)
	})
}

// contentType doesn't trust the machine's own table, which on Windows may call a script plain text.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	default:
		return mime.TypeByExtension(path.Ext(name))
	}
}
