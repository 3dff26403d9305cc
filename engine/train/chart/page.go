package chart

// Page is the template of a report with a title and a body. It fits a phone: pictures shrink, and a
// table scrolls sideways in its box.
func Page(title, body string) string {
	return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>` + title + `</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 15px/1.5 sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
svg { margin: .5rem 1rem .5rem 0; vertical-align: top; max-width: 100%; height: auto } svg text { font: 11px sans-serif } svg .title { font: bold 13px sans-serif }
.table { overflow-x: auto } table { font-size: 13px; border-collapse: collapse } td, th { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap }
.refused { color: #888 }
</style>
<h1>` + title + `</h1>
` + body + `</html>
`
}
