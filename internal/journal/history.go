package journal

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/document"
)

// A Version is a file as a commit had it.
type Version struct {
	File   string // "journal/2026-12-01-no-memory.md", as it was called then
	Commit string // short
	Day    string // "2026-12-01"
	Blob   string // names the content
	Text   string // "" while only the log has been read, and of a file that was too long or is no text
}

// LogArgs are the arguments with which git tells, of all files of the journal, which commits changed them. It follows no
// renames: the template makes any two entries look alike to it.
func LogArgs() []string {
	return []string{"-c", "log.follow=false", "log", "--raw", "-z", "--no-renames", "--no-abbrev", "--no-color", "--no-show-signature",
		"--relative", "--date=short", "--format=%x01%h %ad", "--", folder}
}

// ParseLog reads what git prints for LogArgs: the versions of all files, the newest first, without their texts. Versions
// that took a file away are left out.
func ParseLog(out string) []Version {
	var all []Version
	commit, day := "", ""
	parts := strings.Split(out, "\x00")
	for i := 0; i < len(parts); i++ {
		part := strings.TrimPrefix(parts[i], "\n")
		if head, ok := strings.CutPrefix(part, "\x01"); ok {
			commit, day, _ = strings.Cut(strings.TrimSpace(head), " ")
			commit = commit[:min(len(commit), 10)]
			continue
		}
		fields := strings.Fields(part) // ":100644 100644 OLD NEW M", then the path
		if len(fields) != 5 || !strings.HasPrefix(part, ":") || i+1 == len(parts) {
			continue
		}
		i++
		if fields[4] != "D" && strings.HasPrefix(fields[1], "100") {
			all = append(all, Version{File: parts[i], Commit: commit, Day: day, Blob: fields[3]})
		}
	}
	return all
}

// ReadBlobs reads what `git cat-file --batch` prints: the texts by their names. Those too long for an entry are left out.
func ReadBlobs(r io.Reader) (map[string]string, error) {
	in, texts := bufio.NewReader(r), map[string]string{}
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			return texts, nil
		}
		if err != nil {
			return nil, err
		}
		var name, kind string
		var size int64
		if n, _ := fmt.Sscanf(line, "%s %s %d", &name, &kind, &size); n < 3 {
			continue // "NAME missing"
		}
		if size > document.MaxSize {
			_, err = io.CopyN(io.Discard, in, size+1)
		} else {
			text := make([]byte, size+1)
			_, err = io.ReadFull(in, text)
			texts[name] = string(text[:size])
		}
		if err != nil {
			return nil, fmt.Errorf("git cat-file ended within a file: %w", err)
		}
	}
}

// A lifetime is a file of today with its versions, the newest first, and the lines that it has or had.
type lifetime struct {
	file     string
	versions []Version
	oldest   int // where its oldest version stands among all, -1 if there is none
	lines    map[string]bool
	words    [][]string // of these lines
}

func (l *lifetime) add(lines map[string]bool) {
	for line := range lines {
		if !l.lines[line] {
			l.lines[line] = true
			l.words = append(l.words, wordsOf(line))
		}
	}
}

// past sorts versions by the files of today. A file that is no longer there counts as an earlier name of one that is when
// half of the lines that somebody wrote into it stand in that one, now or in a version of it; where it came later, lines
// that were changed in the same step count too.
func past(versions []Version, pages []*page, template map[string]bool) map[string][]Version {
	type named struct {
		versions []Version
		newest   int
		oldest   int
	}
	byName, names := map[string]*named{}, []string(nil)
	for i, v := range versions {
		if byName[v.File] == nil {
			byName[v.File] = &named{newest: i}
			names = append(names, v.File)
		}
		n := byName[v.File]
		n.versions, n.oldest = append(n.versions, v), i
	}
	var today []*lifetime
	there := map[string]bool{}
	for _, p := range pages {
		l := &lifetime{file: p.file, oldest: -1, lines: map[string]bool{}}
		there[p.file] = true
		if n := byName[p.file]; n != nil {
			l.versions, l.oldest = n.versions, n.oldest
		}
		today = append(today, l)
	}
	gone := slices.DeleteFunc(names, func(name string) bool { return there[name] || !entryName.MatchString(path.Base(name)) })
	if len(gone) > 0 {
		for i, l := range today {
			l.add(lineSet(pages[i].lines, template))
			for _, v := range l.versions {
				l.add(textSet(v.Text, template))
			}
		}
	}
	for again := true; again; { // an entry may have been renamed more than once
		again = false
		for i, name := range gone {
			if name == "" {
				continue
			}
			n := byName[name]
			if l := likest(n.versions[0], n.newest, today, template); l != nil {
				l.versions, l.oldest = append(l.versions, n.versions...), n.oldest
				for _, v := range n.versions {
					l.add(textSet(v.Text, template))
				}
				gone[i], again = "", true
			}
		}
	}
	own := map[string][]Version{}
	for _, l := range today {
		own[l.file] = l.versions
	}
	return own
}

// likest is the file that holds most of a version's lines, nil if none holds half of them.
func likest(v Version, at int, today []*lifetime, template map[string]bool) *lifetime {
	lines := textSet(v.Text, template)
	var best *lifetime
	most := max(1, (len(lines)+1)/2) - 1
	for _, exact := range []bool{true, false} {
		for _, l := range today {
			if !exact && l.oldest >= at {
				continue // it was there before the other one went
			}
			n := 0
			for line := range lines {
				if l.lines[line] || !exact && resembles(wordsOf(line), l.words) {
					n++
				}
			}
			if n > most {
				best, most = l, n
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// resembles reports whether a line has two of three words in common with one of others.
func resembles(line []string, others [][]string) bool {
	return len(line) > 2 && slices.ContainsFunc(others, func(words []string) bool { return sharedWords(line, words)*3 >= len(line)*2 })
}

func textSet(text string, template map[string]bool) map[string]bool {
	return lineSet(strings.Split(plainText(text), "\n"), template)
}

var tableRule = regexp.MustCompile(`^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$`)

// lineSet are the lines that somebody wrote: not blank, not the template's, not the header's, and no headings and heads of
// tables, which the exercises give.
func lineSet(lines []string, template map[string]bool) map[string]bool {
	set := map[string]bool{}
	for i, line := range lines {
		if anyHeading.MatchString(line) || i+1 < len(lines) && strings.Contains(line, "|") && tableRule.MatchString(lines[i+1]) {
			continue
		}
		if plain := plainLine(line); plain != "" && !template[plain] && !headerLine.MatchString(line) {
			set[plain] = true
		}
	}
	return set
}
