package book

import "fmt"

// circularQuotes finds the fences by which a page would hold itself: they quote their own page, or one that quotes it. No
// text could ever fulfil them.
func circularQuotes(names []string, pages []judged) map[string][]finding {
	quotes := map[string][]string{}
	for i, name := range names {
		for _, f := range pages[i].fences {
			if f.source != nil {
				quotes[name] = append(quotes[name], f.source.file)
			}
		}
	}
	wrong := map[string][]finding{}
	for i, name := range names {
		for _, f := range pages[i].fences {
			switch {
			case f.source == nil:
			case f.source.file == name:
				wrong[name] = append(wrong[name], finding{f.source.line, "the fence quotes the page in which it stands"})
			case quotesBack(quotes, f.source.file, name, map[string]bool{}):
				wrong[name] = append(wrong[name], finding{f.source.line, fmt.Sprintf("the fence quotes %s, which quotes this page", f.source.file)})
			}
		}
	}
	return wrong
}

// quotesBack reports whether a file quotes a page, itself or through others.
func quotesBack(quotes map[string][]string, file, page string, seen map[string]bool) bool {
	if seen[file] {
		return false
	}
	seen[file] = true
	for _, next := range quotes[file] {
		if next == page || quotesBack(quotes, next, page, seen) {
			return true
		}
	}
	return false
}
