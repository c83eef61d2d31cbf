package document

import "agentcourse/internal/findings"

// Allowances are what the author accepts, in comments, each with the lines that it speaks of: from its own to the last of
// the block below it, or of the block in which it stands. Comments that mean to be one and are not are findings, without
// a file.
func (d *Document) Allowances() (allowed []findings.Allowance, broken []findings.Finding) {
	for _, c := range d.Comments {
		a, is, err := findings.ParseAllowance(c.Text)
		switch {
		case err != nil:
			broken = append(broken, findings.Finding{Line: c.Line, Rule: "allow", What: "an allowance cannot be read",
				Why: err.Error(), Mend: "<!-- course: allow numbers because the ratio is worked out in the text -->"})
		case is:
			a.Line, a.To = c.Line, c.End
			for _, b := range d.Blocks {
				if b.End >= c.Line {
					a.Line, a.To = min(c.Line, b.Line), max(c.End, b.End)
					break
				}
			}
			allowed = append(allowed, a)
		}
	}
	return allowed, broken
}
