package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"

	"crownhead/web/reply"
)

//go:embed static visitor.html rules.html
var files embed.FS

// newAssetHandler serves the folder static of each of these file systems. Browsers keep the files
// but ask each time whether they are still current, so a new binary never meets an old script.
func newAssetHandler(systems ...fs.FS) http.Handler {
	type asset struct {
		server http.Handler
		tag    string
	}
	assets := map[string]asset{}
	for _, system := range systems {
		server := http.FileServerFS(system)
		_ = fs.WalkDir(system, "static", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(system, name)
			sum := sha256.Sum256(data)
			assets["/"+name] = asset{server, `"` + hex.EncodeToString(sum[:8]) + `"`}
			return err
		}) // an embedded file system has no errors
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		found, ok := assets[r.URL.Path]
		if !ok { // no listing of folders either
			reply.Refuse(w, http.StatusNotFound, noAddress+r.URL.Path, pagesHint)
			return
		}
		w.Header().Set("ETag", found.tag)
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Type", contentType(r.URL.Path))
		found.server.ServeHTTP(w, r)
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
