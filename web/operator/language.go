package operator

import (
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"crownhead/face/say"
)

// matcher knows the languages in the order of say.Langs.
var matcher = language.NewMatcher([]language.Tag{language.Ukrainian, language.Russian, language.English})

// Language is the operator's language: the one that they chose on the page, else the one that their browser prefers,
// else English, as scripts expect it. It has nothing to do with the visitor's.
func Language(r *http.Request) say.Lang {
	if c, err := r.Cookie(languageCookie(r)); err == nil {
		if l, err := say.ParseLang(c.Value); err == nil {
			return l
		}
	}
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil {
		return say.English
	}
	if _, i, sure := matcher.Match(tags...); sure != language.No {
		return say.Langs()[i]
	}
	return say.English
}

// keepLanguage keeps the language that an address asks for (?lang=uk) for this browser, and reports whether it asks
// for one.
func keepLanguage(w http.ResponseWriter, r *http.Request) bool {
	l, err := say.ParseLang(r.URL.Query().Get("lang"))
	if err != nil {
		return false
	}
	const year = 365 * 24 * 60 * 60 // seconds
	http.SetCookie(w, &http.Cookie{
		Name: languageCookie(r), Value: string(l), Path: "/", MaxAge: year, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
	return true
}

func languageCookie(r *http.Request) string { return cookieName(r) + "-lang" }

// An offeredLanguage is one that the page offers, by its own name.
type offeredLanguage struct{ Code, Name string }

func offeredLanguages() []offeredLanguage {
	list := make([]offeredLanguage, 0, len(say.Langs()))
	for _, l := range say.Langs() {
		list = append(list, offeredLanguage{string(l), say.Text(l, say.Key("lang_"+strings.ToLower(string(l))), say.Args{})})
	}
	return list
}
