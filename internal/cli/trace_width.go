package cli

import (
	"os"
	"strconv"

	"agentcourse/internal/term"
)

// width is how many columns there are for a chart: those of the terminal, as COLUMNS or the terminal itself tells, else
// as many as text is set in.
func (a *app) width() int {
	const least, most = 40, 200
	if !a.Terminal {
		return term.Width
	}
	if n, err := strconv.Atoi(a.getenv("COLUMNS")); err == nil && n > 0 {
		return min(max(n, least), most)
	}
	if file, ok := a.Out.(*os.File); ok {
		if n := terminalColumns(file); n > 0 {
			return min(max(n, least), most)
		}
	}
	return term.Width
}
