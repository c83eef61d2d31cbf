package publish

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/findings"
)

// IgnoreLines are the lines that the course's .gitignore ships.
func IgnoreLines() []string {
	return []string{
		".env", ".env.*", "!.env.example", "*.pem", "*.key", "credentials*", ".aws/", ".anthropic/", ".claude/settings.local.json",
		".course/", "traces/", "book/dist/", "journal/assets/private/", "journal/.course-*",
		".DS_Store", ".idea/", ".vscode/", "*.test", "*.out", "/course",
	}
}

// followed looks at which files git follows, or would at the next git add, and at what .gitignore keeps out.
func (c *check) followed(ctx context.Context, root string) error {
	tracked, err := c.git.names(ctx, "-c")
	if err != nil {
		return err
	}
	ignored, err := c.git.names(ctx, "-c", "-i", "--exclude-per-directory=.gitignore")
	if err != nil {
		return err
	}
	others, err := c.git.names(ctx, "-o", "--exclude-standard")
	if err != nil {
		return err
	}
	for _, name := range ignored {
		c.add(findings.Finding{File: masked(name), Rule: RuleIgnored, What: "git follows it, although .gitignore names it",
			Why: "an ignore rule does nothing for a file that git follows already", Mend: "git rm --cached keeps the file and takes it out of the next commit; what it holds stays in the history"})
	}
	lines, err := readLines(filepath.Join(root, ".gitignore"))
	if err != nil {
		return err
	}
	for i, name := range slices.Concat(tracked, others) {
		what, mend := "git follows it, and by its name it holds secrets", "git rm --cached keeps the file and takes it out of the next commit; revoke what is in it if that was pushed"
		if i >= len(tracked) {
			what, mend = "git add would take it in, and by its name it holds secrets", "add a line for it to .gitignore, or move it out of the repository; the line !NAME there says that you want it"
		}
		wanted := slices.ContainsFunc(lines, func(line string) bool { return line == "!"+name || line == "!/"+name })
		if isDangerous(name) && !wanted && !slices.Contains(ignored, name) {
			c.add(findings.Finding{File: masked(name), Rule: RuleName, What: what, Why: "a file of this name is for one machine alone", Mend: mend})
		}
	}
	c.ignoreLines(lines)
	return nil
}

func (c *check) add(f findings.Finding) { c.report.Findings = append(c.report.Findings, f) }

// readLines reads the lines of a file, without white space around them. A file that is not there has none.
func readLines(file string) ([]string, error) {
	src, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var lines []string
	for line := range strings.Lines(string(src)) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines, nil
}

// ignoreLines looks for the course's lines among those of .gitignore.
func (c *check) ignoreLines(lines []string) {
	var missing []string
	for _, line := range IgnoreLines() {
		if !slices.Contains(lines, line) {
			missing = append(missing, line)
		}
	}
	if len(missing) > 0 {
		c.add(findings.Finding{File: ".gitignore", Rule: RuleIgnore, What: "it lacks lines that the course ships: " + strings.Join(missing, " "),
			Why: "what they keep out is then taken in by the next git add", Mend: "put them back, a line each"})
	}
}

// dangerous matches the last part of the names of files that hold secrets, in lower case.
var dangerous = regexp.MustCompile(`^(?:\.env(?:\..*)?|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)|id_(?:rsa|dsa|ecdsa|ed25519)(?:_.*)?|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.htpasswd|\.git-credentials|\.pypirc` +
	`|(?:credentials|client_secret|service[-_]?account).*|secrets?\.(?:json|ya?ml|toml|env|ini))$`)

// harmless matches names that look dangerous and are those of programs, texts and templates.
var harmless = regexp.MustCompile(`\.(?:example|sample|template|dist|go|py|js|ts|rs|md|txt|txtar|html|css|golden|svg)$|\.pub$`)

func isDangerous(name string) bool {
	lower := strings.ToLower(name)
	base := path.Base(lower)
	inFolder := strings.Contains("/"+lower, "/traces/") && strings.HasSuffix(base, ".jsonl")
	private := strings.Contains("/"+lower, "/.aws/") || strings.Contains("/"+lower, "/.ssh/") || strings.Contains("/"+lower, "/.anthropic/")
	return inFolder || private || dangerous.MatchString(base) && !harmless.MatchString(base)
}
