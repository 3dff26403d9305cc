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
	status        int
	problem, hint string
	key, hintKey  say.Key
	link          string // where the hint leads to; "" if nowhere
}

// refuseRequest answers with a refusal: a page if a browser shows the answer to a person, or else JSON.
func (s *Server) refuseRequest(w http.ResponseWriter, r *http.Request, why refusal) {
	if !asksForPage(r) {
		reply.Refuse(w, why.status, why.problem, why.hint)
		return
	}
	lang := pageLanguage(r, say.Lang(s.robot.Snapshot().Lang))
	page := struct {
		Lang                       say.Lang
		Title, Problem, Hint, Link string
	}{
		lang, say.Text(lang, say.UITitle, say.Args{}), say.Text(lang, why.key, say.Args{}),
		say.Text(lang, why.hintKey, say.Args{}), why.link,
	}
	w.Header().Set("Content-Language", string(lang))
	if err := reply.PageWithStatus(w, why.status, refusalTemplate, "refusal", page); err != nil {
		s.log.Error().Err(err).Msg("page not painted")
	}
}

const (
	noAddress = "no such address: "
	pagesHint = "the visitor's page is /, the operator's /operator"
)

// refuseUnknown answers a request that no route takes: for want of an address, or of a method there.
func (s *Server) refuseUnknown(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		var allowed []string
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			other := *r
			other.Method = method
			if _, pattern := mux.Handler(&other); pattern != "" {
				allowed = append(allowed, method)
			}
		}
		why := refusal{key: say.UIUnknownPage, hintKey: say.UIUnknownPageHint, link: "/"}
		if methods := strings.Join(allowed, ", "); methods != "" {
			w.Header().Set("Allow", methods)
			why.status, why.problem = http.StatusMethodNotAllowed, "method "+r.Method+" does not go with "+r.URL.Path
			why.hint = "send " + methods
		} else {
			why.status, why.problem, why.hint = http.StatusNotFound, noAddress+r.URL.Path, pagesHint
		}
		s.refuseRequest(w, r, why)
	})
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
<p>{{if .Link}}<a href="{{.Link}}">{{.Hint}}</a>{{else}}{{.Hint}}{{end}}</p>
</main>
</body>
</html>
`))
