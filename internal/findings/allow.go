package findings

import (
	"fmt"
	"regexp"
	"slices"
)

// An Allowance is the author's word that findings of a rule are to stand, and why. In a Markdown text it is a comment of
// its own above the block that it speaks of: <!-- course: allow numbers because the ratio is worked out in the text -->.
type Allowance struct {
	Rule    string
	Because string
	Line    int // on which it stands
	To      int // the last line for which it holds: that of the block below it
}

var (
	allowLike = regexp.MustCompile(`(?i)\bcourse:\s*allow\b`)
	allowForm = regexp.MustCompile(`(?is)\bcourse:\s*allow\s+([a-z][a-z-]*)\s+because[\s:]+(\S.*?)\s*$`)
)

// ParseAllowance reads the text of a comment. Of a comment that is no allowance it says neither; an allowance without a
// rule or a reason is an error.
func ParseAllowance(comment string) (Allowance, bool, error) {
	if !allowLike.MatchString(comment) {
		return Allowance{}, false, nil
	}
	m := allowForm.FindStringSubmatch(comment)
	if m == nil {
		return Allowance{}, false, fmt.Errorf(`an allowance reads "course: allow RULE because …", with the reason behind it`)
	}
	return Allowance{Rule: m[1], Because: m[2]}, true, nil
}

// Accept takes out of a file's findings those that an allowance speaks of: of its rule, and on a line from its own to the
// end of the block below, or of the file as a whole. It returns the others, the number that it took out, and the
// allowances that accept nothing.
func Accept(found []Finding, allowances []Allowance) (left []Finding, accepted int, idle []Allowance) {
	used := make([]bool, len(allowances))
	for _, f := range found {
		i := slices.IndexFunc(allowances, func(a Allowance) bool {
			return a.Rule == f.Rule && (f.Line == 0 || a.Line <= f.Line && f.Line <= a.To)
		})
		if i < 0 {
			left = append(left, f)
			continue
		}
		used[i] = true
		accepted++
	}
	for i, a := range allowances {
		if !used[i] {
			idle = append(idle, a)
		}
	}
	return left, accepted, idle
}
