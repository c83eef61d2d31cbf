package reader

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"strings"
)

// waiting loads the page again when there is one, or when something else is wrong.
const waiting = `
const known = document.querySelector('meta[name="course-problems"]').content;
const events = new EventSource('/events');
events.addEventListener('reload', () => location.reload());
events.addEventListener('problems', (e) => { if (e.data !== known) location.reload(); });
`

// errorPage is what is shown as long as there has been no page to show.
func (s state) errorPage() []byte {
	sum := sha256.Sum256([]byte(waiting))
	var list strings.Builder
	for line := range strings.SplitSeq(s.wrong, "\n") {
		fmt.Fprintf(&list, "<li>%s</li>\n", html.EscapeString(line))
	}
	return fmt.Appendf(nil, `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-%s'; connect-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The book cannot be built yet</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
li { margin: .4em 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>The book cannot be built yet</h1>
<p>Mend this; the page comes by itself then.</p>
<ul>
%s</ul>
</main>
<script>%s</script>
</body>
</html>
`, base64.StdEncoding.EncodeToString(sum[:]), list.String(), waiting)
}
