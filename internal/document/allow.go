package document

import "agentcourse/internal/findings"

// Allowances are what the author accepts, in comments, each with the lines that it speaks of: from its own to the last of
// the block or list below it, or of that in which it stands. Comments that mean to be one and are not are findings, without
// a file.
func (d *Document) Allowances() (allowed []findings.Allowance, broken []findings.Finding) {
	for _, c := range d.Comments {
		a, is, err := findings.ParseAllowance(c.Text)
		switch {
		case err != nil:
			broken = append(broken, findings.Finding{Line: c.Line, Rule: "allow", What: "an allowance cannot be read",
				Why: err.Error(), Mend: "<!-- course: allow numbers because the ratio is worked out in the text -->"})
		case is:
			a.Line, a.To = d.reach(c)
			allowed = append(allowed, a)
		}
	}
	return allowed, broken
}

// reach is the first and the last line that a comment speaks of. A list is one block.
func (d *Document) reach(c Comment) (first, last int) {
	first, last = c.Line, c.End
	for i, b := range d.Blocks {
		if b.End < c.Line {
			continue
		}
		first, last = min(c.Line, b.Line), max(c.End, b.End)
		for _, next := range d.Blocks[i+1:] {
			if !b.Listed || !next.Listed {
				break
			}
			last = next.End
		}
		break
	}
	return first, last
}
