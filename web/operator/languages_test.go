package operator_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"crownhead/robot"
	"crownhead/web/webtest"
)

var langShots = flag.String("lang-shots", "", "folder to write pictures of the page in each language to")

// The operator reads the page in the language that they have chosen, and nothing on it stays English or breaks its
// place: not with every trouble, in service mode or with a calibration, on no screen.
func TestLanguages(t *testing.T) {
	for _, lang := range []string{"uk", "ru", "en"} {
		r, o := webtest.NewRobot(), webtest.NewOperator()
		site := serve(t, r, o)
		b := webtest.Open(t, site+"/operator?lang="+lang, 390, 844)
		if got := webtest.Ask[string](b, `document.documentElement.lang`); got != lang {
			t.Fatalf("the login of %s is in %s", lang, got)
		}
		requireForeignWords(t, b, lang)
		shoot(b, lang, "login", 390, 844)
		b.Do(chromedp.Navigate("about:blank"), chromedp.Navigate(site+"/operator#"+token), chromedp.WaitVisible("#console"))
		scenes := pictureScenes()
		for _, name := range []string{"trouble", "stopped"} {
			scenes[name].set(r, o)
			b.Do(chromedp.Navigate(site + "/operator"))
			b.Wait(`document.querySelector("[data-square=c3]")?.getAttribute("aria-label")?.startsWith("c3: ")`)
			b.Do(chromedp.Evaluate(`document.querySelectorAll("details").forEach((d) => d.open = true)`, nil))
			requireForeignWords(t, b, lang)
			for _, size := range [][2]int64{{390, 844}, {1440, 900}, {1080, 1920}} {
				b.Do(chromedp.EmulateViewport(size[0], size[1]))
				if wide := webtest.Ask[[]string](b, `document.documentElement.scrollWidth <= innerWidth ? []
					: [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth && !e.closest("#jumps, .scroll"))
						.map((e) => e.tagName + e.id + " " + e.className + ": " + e.textContent.trim().slice(0, 60))`); len(wide) > 0 {
					t.Errorf("%s %s %v: the page is too wide: %q", lang, name, size, wide)
				}
				broken := webtest.Ask[[]string](b, `[...document.querySelectorAll("button, #parts span, #parts b, dd, dt, h2, h3, label, .langs, .legend li")]
					.filter((e) => e.offsetWidth && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline" && !e.matches(".cell, #now b"))
					.map((e) => e.id + e.className + ": " + e.textContent.trim())`)
				if len(broken) > 0 {
					t.Errorf("%s %s %v: words leave their place: %q", lang, name, size, broken)
				}
				shoot(b, lang, name, size[0], size[1])
			}
		}
		b.Quiet()
	}
}

func shoot(b *webtest.Browser, lang, name string, width, height int64) {
	if *langShots != "" {
		b.Do(chromedp.Sleep(300 * time.Millisecond))
		b.Shoot(filepath.Join(*langShots, fmt.Sprintf("%s-%s-%dx%d.png", lang, name, width, height)))
	}
}

// requireForeignWords finds words that should have been translated: on a page that is not English, Latin letters write
// names only.
func requireForeignWords(t *testing.T, b *webtest.Browser, lang string) {
	t.Helper()
	if lang == "en" {
		return
	}
	texts := webtest.Ask[[]string](b, `(() => {
		const list = [document.title], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("noscript, script, .langs, code")) list.push(walker.currentNode.data);
		for (const e of document.querySelectorAll("[title], [aria-label]")) if (!e.closest(".langs")) list.push(e.title, e.getAttribute("aria-label") ?? "");
		return list;
	})()`)
	for _, text := range texts {
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !isLatin(r) }) {
			switch word {
			case "crownhead", "run", "web", "token", "FEN", "Page", "Up", "Down", "dev", "ttyACM", "home", "robot", "local", "state",
				"jsonl", "tray", "king", "uk", "natalia", "etc", "yaml", "c", "d", "a", "g", "f", "h", "b", "e", "x", "y", "z", "calibrate",
				"corners", "T", "Z", "K", "W", "B", "px", "s":
			default:
				t.Errorf("%s: %q is not translated in %q", lang, word, strings.TrimSpace(text))
			}
		}
	}
}

func isLatin(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// Without a choice the browser's language counts, whatever the visitor has chosen; scripts, which have none, read English.
func TestLanguageIsTheOperators(t *testing.T) {
	r, o := webtest.NewRobot(), webtest.NewOperator()
	r.Set(func(s *robot.Snapshot) { s.Lang = "ru" })
	site := serve(t, r, o)
	ask := func(headers map[string]string) string {
		return webtest.Request(t, "GET", site+"/operator", "", headers).Body
	}
	for want, headers := range map[string]map[string]string{
		`lang="en"`: {},
		`lang="uk"`: {"Accept-Language": "uk-UA,uk;q=0.9,en;q=0.5"},
		`lang="ru"`: {"Accept-Language": "de, ru;q=0.8"},
	} {
		if html := ask(headers); !strings.Contains(html, "<html "+want) {
			t.Errorf("%v: the page lacks %s", headers, want)
		}
	}
	refused := webtest.Request(t, "GET", site+"/api/operator/status", "", map[string]string{"Accept-Language": "uk"})
	requireContains(t, refused.Body, "стан робота: лише для оператора")
	refused = webtest.Request(t, "GET", site+"/api/operator/status", "", nil)
	requireContains(t, refused.Body, "the robot's state is the operator's")
}
