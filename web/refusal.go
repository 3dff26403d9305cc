package web

import (
	"html/template"
	"net/http"
	"strings"

	"crownhead/face/say"
	"crownhead/web/reply"
)

// A refusal is why a request is not answered, and what to do: for programs in English, for people in front of a
// browser in their language.
type refusal struct {
	problem, hint string
	key, hintKey  say.Key
}

// refuseRequest answers with a refusal: a page if a browser shows the answer to a person, or else JSON.
func (s *Server) refuseRequest(w http.ResponseWriter, r *http.Request, why refusal) {
	if !asksForPage(r) {
		reply.Refuse(w, http.StatusForbidden, why.problem, why.hint)
		return
	}
	lang := pageLanguage(r, say.Lang(s.robot.Snapshot().Lang))
	page := struct {
		Lang                 say.Lang
		Title, Problem, Hint string
	}{
		lang, say.Text(lang, say.UITitle, say.Args{}), say.Text(lang, why.key, say.Args{}),
		say.Text(lang, why.hintKey, say.Args{}),
	}
	w.Header().Set("Content-Language", string(lang))
	if err := reply.PageWithStatus(w, http.StatusForbidden, refusalTemplate, "refusal", page); err != nil {
		s.log.Error().Err(err).Msg("page not painted")
	}
}

// asksForPage reports whether a person sees the answer as a page of its own.
func asksForPage(r *http.Request) bool {
	return !strings.HasPrefix(r.URL.Path, "/api/") && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// refusalTemplate needs nothing else from this server: under a foreign name that would be refused, too.
var refusalTemplate = template.Must(template.New("refusal").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<title>{{.Title}} · crownhead</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body>
<main>
<h1>{{.Title}}</h1>
<p>{{.Problem}}</p>
<p>{{.Hint}}</p>
</main>
</body>
</html>
`))
