package web

import (
	"net/http"

	"golang.org/x/text/language"

	"crownhead/face/say"
)

// The languages of the pages, the exhibition's own first: visitors whose browser asks for none of
// them get it.
var (
	langs   = []say.Lang{say.Ukrainian, say.Russian, say.English}
	matcher = language.NewMatcher([]language.Tag{language.Ukrainian, language.Russian, language.English})
)

// pageLanguage is the language that a request asks for by its address (?lang=uk), else the one its
// browser prefers.
func pageLanguage(r *http.Request, own say.Lang) say.Lang {
	asked := say.Lang(r.URL.Query().Get("lang"))
	for _, l := range langs {
		if l == asked {
			return l
		}
	}
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err == nil {
		if _, i, sure := matcher.Match(tags...); sure != language.No {
			return langs[i]
		}
	}
	for _, l := range langs {
		if l == own {
			return l
		}
	}
	return langs[0]
}
