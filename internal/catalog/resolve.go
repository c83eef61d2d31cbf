package catalog

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// UnknownError says that a name is no exercise, and which one was perhaps meant.
type UnknownError struct {
	Name    string
	Nearest *Exercise // nil when nothing is near
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("no exercise is called %q", e.Name)
}

var (
	absoluteID = regexp.MustCompile(`^(?:ex)?([0-9]+)\.([0-9]+)$`)
	relativeID = regexp.MustCompile(`^(?:ex)?([0-9]+)$`)
)

// Resolve finds the exercise that a person names: "1.2" and "ex1.2" wherever they are, "ex2" (or "2") in the given
// chapter, a slug such as "no-memory", or the key "01-foundations/2-no-memory".
func (c *Catalog) Resolve(name string, chapter int) (*Exercise, error) {
	typed := strings.ToLower(strings.TrimSpace(name))
	wantChapter, wantNumber := 0, -1
	if m := absoluteID.FindStringSubmatch(typed); m != nil {
		wantChapter, _ = strconv.Atoi(m[1])
		wantNumber, _ = strconv.Atoi(m[2])
	} else if m := relativeID.FindStringSubmatch(typed); m != nil {
		wantChapter = chapter
		wantNumber, _ = strconv.Atoi(m[1])
	}
	for _, ex := range c.Exercises() {
		if ex.Chapter == wantChapter && ex.Number == wantNumber || typed == ex.Key || typed == ex.slug() {
			return ex, nil
		}
	}
	return nil, &UnknownError{Name: name, Nearest: c.nearest(typed, chapter)}
}

func (ex *Exercise) slug() string {
	_, name, _ := strings.Cut(ex.Key, "/")
	_, slug, _ := strings.Cut(name, "-")
	return slug
}

// nearest is the exercise one of whose names is closest to what was typed, if it is close at all. Of names that are
// equally close, one in the given chapter wins, then one that starts alike, then the longer one: "ex12" may lack a dot.
func (c *Catalog) nearest(typed string, chapter int) *Exercise {
	var best *Exercise
	bestRank := []int{1 << 30}
	for _, ex := range c.Exercises() {
		names := []string{ex.ID, "ex" + ex.ID, ex.slug(), ex.Key}
		if ex.Chapter == chapter {
			names = append(names, fmt.Sprintf("ex%d", ex.Number))
		}
		for _, n := range names {
			cost := 2 * distance(typed, n)
			if cost > 2*max(1, len(n)/3) {
				continue
			}
			if ex.Chapter != chapter {
				cost++
			}
			if rank := []int{cost, -sameStart(typed, n), -len(n)}; slices.Compare(rank, bestRank) < 0 {
				best, bestRank = ex, rank
			}
		}
	}
	return best
}

// sameStart is the number of letters with which both a and b start.
func sameStart(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// distance is the number of letters to insert, delete or change to get from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
