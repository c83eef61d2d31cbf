package scrub

import (
	"regexp"
	"slices"
	"strings"
)

// Paths finds the paths of home folders, and others that tell of one machine alone. A path that is the same everywhere,
// such as /usr/bin/env, the path of a URL and what begins with ~ are none.
func Paths(text string) []Secret {
	var found []Secret
	number, at := 0, 0
	for whole := range strings.Lines(text) {
		number++
		line, shown := visible(whole)
		if containsAny(line, pathWords) {
			for _, m := range homePath.FindAllStringSubmatchIndex(line, -1) {
				if !isNoPath(line, m) {
					from, to := inLine(shown, m[2], m[3])
					found = append(found, Secret{Line: number, From: at + from, To: at + to, Rule: "home-path", What: "the path of somebody's folder"})
				}
			}
		}
		at += len(whole)
	}
	return found
}

// pathWords are pieces of which one is in every path that homePath matches: looking for them is quicker.
var pathWords = []string{"/" + "home/", "sers", "/" + "root", "/folders/", "/run/", "/media/", "/Volumes/", ":\\", ":/", "Settings"}

// homePath matches, behind what may stand before a path, the path as far as it tells whose it is. The last group is a name.
var homePath = regexp.MustCompile(`(?:^|[^\w.~/\\}$)\]>*%-]|file://|\\[nt])(` +
	`(?:/mnt/[a-z])?/(?:home|Users)/(` + pathName + `)` +
	`|/(?:root)(?:/` + pathName + `)?` +
	`|/(?:private/)?var/folders/\w\w/(?:\w+)|/run/user/\d+|/media/(` + pathName + `)|/Volumes/(` + pathName + `)` +
	`|[A-Za-z]:[/\\]+(?:[Uu]sers|Documents and Settings)[/\\]+(` + pathName + `)` +
	`|[A-Z]:\\{1,2}(?:dev|src|code|work|projects?|repos?|git)\\{1,2}` + pathName + `)`)

const pathName = `[^/\\\s"'\x60:;,<>|()\[\]{}*?$%]+`

// anybody are names in paths that are nobody's.
var anybody = []string{"user", "username", "name", "you", "me", "yourname", "your-name", "your_name", "someone", "somebody", "learner", "student",
	"example", "runner", "foo", "bar", "foobar", "test", "some-user", "public", "shared", "default", "...", "…", "[redacted]"}

var method = regexp.MustCompile(`\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|route|url|URL):?[ =("']*$`)

const longestMethod = 20 // bytes of "OPTIONS: \"" and what else stands between a method and a path

const rootHome = "/" + "root"

// goesOn matches what makes a longer word of the one before.
var goesOn = regexp.MustCompile(`^\.?[\w-]`)

func isNoPath(line string, m []int) bool {
	path := line[m[2]:m[3]]
	if behind := line[m[3]:]; path == rootHome && (goesOn.MatchString(behind) || strings.HasPrefix(behind, ">")) {
		return true // the beginning of a longer name, or the end of an element
	}
	for g := 4; g < len(m); g += 2 {
		if m[g] >= 0 && slices.Contains(anybody, strings.ToLower(strings.TrimRight(line[m[g]:m[g+1]], ".!"))) {
			return true
		}
	}
	return isFake(path) || method.MatchString(line[max(0, m[2]-longestMethod):m[2]])
}
