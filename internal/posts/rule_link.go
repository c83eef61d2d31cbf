package posts

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"agentcourse/internal/document"
)

const linkWhy = "A link is where a reader checks what you say; one that leads nowhere is a claim without evidence."

var (
	promise     = pattern(`(?i)\((?:the |a )?links?(?: here| below| follows| coming| to (?:the |my )?(?:repo\w*|code|program|entry|trace|come|follow|be added))?\)|\[(?:the |a )?links?(?: here| to (?:the |my )?(?:repo\w*|code|program|entry|trace|come|follow|be added)| coming)?\]|<(?:url|link|repo|insert[^>]*)>|\blinks? (?:below|in (?:the |my )?(?:bio|profile|comments|first comment|reply))|\b(?:links? tb[ad]|link here|insert link)\b`)
	promised    = pattern(`(?i)\b(?:linked|here is the (?:code|trace|repository|link)|is in (?:the|my) repo(?:sitory)?|code is (?:online|public|here|on git)|on github|the link)\b`)
	placeholder = pattern(`(?i)^(?:todo|tbd|link|url|here|#|…|\.\.\.|xxx|<.*|your-.*|insert.*|placeholder|fixme)$|[{}<>]|\bTODO\b`)
	exampleHost = pattern(`(?i)(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid)$|^your-|^domain\.|placeholder`)
	schemeLike  = pattern(`(?i)^(?:ht+ps?|https?)[^\pL]|^www\.|^[a-z][a-z+.-]*:`)
)

// judgeLink follows each link as far as this machine knows: files and their headings; of an address, only its form.
func judgeLink(p *post) {
	links := 0
	for _, b := range p.text {
		for _, l := range b.Links {
			links++
			p.judgeOneLink(b, l)
		}
	}
	p.judgeNames()
	promises := 0
	for _, s := range p.sentences {
		for _, m := range promise().FindAllStringIndex(mask(s.prose, linkTarget), -1) {
			promises++
			p.find("link", p.lineIn(s, m[0]), fmt.Sprintf("%s stands where a link should", quoted(s.text[m[0]:m[1]])), linkWhy, "Put the link there, and open it once.")
		}
	}
	if links > 0 || promises > 0 || len(p.sources().cites) > 0 {
		return
	}
	for _, s := range p.sentences {
		if m := promised().FindStringIndex(s.prose); m != nil {
			p.find("link", p.lineIn(s, m[0]), fmt.Sprintf("%s promises a link, and there is none", quoted(s.text)), linkWhy, "Put the link there, and open it once.")
			return
		}
	}
}

func (p *post) judgeOneLink(b document.Block, l document.Link) {
	fault := func(what, mend string) { p.find("link", l.Line, what, linkWhy, mend) }
	if l.Image && strings.TrimSpace(l.Text) == "" {
		fault(fmt.Sprintf("the picture %s has no text in its place", quoted(l.To)), "Say in the brackets what there is to see: ![Input tokens by turn: 13 on the first, 517 on the tenth](…).")
	}
	to := strings.TrimSpace(l.To)
	switch {
	case to == "" || to == "#" || placeholder().MatchString(to):
		fault(fmt.Sprintf("the link %s leads to %s, which is a placeholder", quoted(l.Text), quoted(to)), "Put the address there, and open it once.")
	case strings.HasPrefix(strings.ToLower(to), "mailto:"), l.Text == l.To && strings.Contains(to, "@"), strings.HasPrefix(strings.ToLower(to), "tel:"):
	case strings.HasPrefix(to, "#"):
		if !slices.Contains(p.ownFragments(), strings.ToLower(to[1:])) {
			fault(fmt.Sprintf("the post has no heading %s", quoted(to)), "A heading's fragment is its words in lower case with hyphens between them.")
		}
	case schemeLike().MatchString(to) && !windowsPath().MatchString(to):
		if what := remoteFault(to, l.Text == to); what != "" {
			fault(fmt.Sprintf("the address %s %s", quoted(to), what), "Write the whole address, https://host/path, and open it once.")
		}
	default:
		if what, mend := p.localFault(to); what != "" {
			fault(what, mend)
		}
	}
}

// yours is an address that nobody has filled in.
var yours = pattern(`(?i)^(?:www\.)?(?:github|gitlab|codeberg|bitbucket)\.\pL+/(?:your|user(?:name)?/|me/|my-?name|owner/|org/|someone/|name/|<|%3c|\{|%7b)|/(?:your-|<)`)

// noTarget is a link by a name; one that nothing defines leads nowhere.
var noTarget = pattern(`(?:^|[\s(])\[([^\]\[\n]+)\]\[([^\]\[\n]*)\]`)

// judgeNames finds links by a name that the post does not define.
func (p *post) judgeNames() {
	for _, s := range p.sentences {
		for _, m := range noTarget().FindAllStringSubmatchIndex(s.prose, -1) {
			name := s.prose[m[4]:m[5]]
			if strings.TrimSpace(name) == "" {
				name = s.prose[m[2]:m[3]]
			}
			if !strings.Contains(strings.ToLower(p.src), "["+strings.ToLower(name)+"]:") {
				p.find("link", p.lineIn(s, m[2]), fmt.Sprintf("nothing says where the link %s leads", quoted(s.prose[m[2]:m[3]])), linkWhy, "Put the address there, and open it once.")
			}
		}
	}
}

var windowsPath = pattern(`^[A-Za-z]:[\\/]`)

// remoteFault says what is wrong with the form of an address. An address that stands in the text as it is may be one that
// the text speaks about.
func remoteFault(to string, bare bool) string {
	u, err := url.Parse(to)
	switch {
	case strings.ContainsFunc(to, unicode.IsSpace) || strings.Contains(to, "%20%20"):
		return "has a space in it"
	case err != nil:
		return "is malformed"
	case u.Scheme == "file":
		return "is a path of your machine"
	case u.Scheme == "" || u.Scheme != "http" && u.Scheme != "https":
		return "does not begin with https:// or http://"
	case u.Hostname() == "":
		return "names no host"
	case yours().MatchString(u.Host + u.Path):
		return "is a placeholder"
	case bare:
		return ""
	case exampleHost().MatchString(u.Hostname()):
		return "is an example's"
	case u.Hostname() == "localhost" || strings.HasPrefix(u.Hostname(), "127."):
		return "is on your machine alone"
	case !strings.Contains(strings.Trim(u.Hostname(), "."), ".") && !strings.Contains(u.Host, "["):
		return "has no dot in its host"
	case strings.Contains(u.Hostname(), "..") || strings.Contains(u.Hostname(), ","):
		return "has a host that cannot be"
	}
	return ""
}

// localFault says what is wrong with a link to a file.
func (p *post) localFault(to string) (what, mend string) {
	const fromPost = "Write the path from the post's folder: ../journal/2026-12-01-memory.md."
	if strings.HasPrefix(to, "/") || strings.HasPrefix(to, "~") || windowsPath().MatchString(to) || strings.Contains(to, `\`) {
		return fmt.Sprintf("the link to %s is a path of your machine", quoted(to)), fromPost
	}
	if strings.ContainsAny(to, " \t") {
		return fmt.Sprintf("the link to %s has a space in it", quoted(to)), "Write %20 for it."
	}
	file, ok := p.target(to)
	if !ok {
		return fmt.Sprintf("the link to %s leads out of the repository", quoted(to)), fromPost
	}
	if notKept(file) {
		return fmt.Sprintf("the link to %s leads to what git ignores: a reader will not find it", quoted(to)),
			"Keep a copy that is scrubbed, and link that: course trace scrub FILE -o journal/assets/NAME.jsonl."
	}
	if name, there := exactPath(p.root, file); !there {
		if name != "" {
			return fmt.Sprintf("the link to %s differs from the file's name in capital letters: it is %s", quoted(to), quoted(name)), "Most hosts tell them apart. Write the name as it is."
		}
		return fmt.Sprintf("the link to %s leads to no file", quoted(to)), fromPost
	}
	if _, fragment, has := strings.Cut(to, "#"); has && fragment != "" && strings.HasSuffix(strings.ToLower(file), ".md") {
		src, err := p.readSource(file)
		if plain, e := url.PathUnescape(fragment); e == nil {
			fragment = plain
		}
		if err == nil && !slices.Contains(fragments(document.Parse([]byte(src)), src), strings.ToLower(fragment)) {
			return fmt.Sprintf("%s has no heading %s", quoted(file), quoted("#"+fragment)), "A heading's fragment is its words in lower case with hyphens between them."
		}
	}
	return "", ""
}

// exactPath reports whether a file or folder is there under exactly this name. If it is there but for capital letters, the
// name is the one that it has.
func exactPath(root, name string) (string, bool) {
	dir, exact := root, true
	var real []string
	for _, part := range strings.Split(name, "/") {
		if part == ".." || part == "." || part == "" {
			continue
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return "", false
		}
		found := ""
		for _, e := range entries {
			if e.Name() == part {
				found = part
				break
			}
			if strings.EqualFold(e.Name(), part) {
				found = e.Name()
			}
		}
		if found == "" {
			return "", false
		}
		exact = exact && found == part
		real = append(real, found)
		dir = filepath.Join(dir, found)
	}
	return strings.Join(real, "/"), exact
}

func (p *post) ownFragments() []string { return fragments(p.doc, p.src) }

var anchorName = pattern(`(?i)<\w+[^>]*\b(?:id|name)="([^"]+)"`)

// fragments are those of a page's headings, as code hosts make them, and of its anchors.
func fragments(d *document.Document, src string) []string {
	var out []string
	seen := map[string]int{}
	for _, b := range d.Blocks {
		if b.Kind != document.Heading {
			continue
		}
		f := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r) || r == '-' || r == '_':
				return unicode.ToLower(r)
			case r == ' ':
				return '-'
			}
			return -1
		}, strings.TrimSpace(linkMarks().ReplaceAllString(b.Text, "$1")))
		n := seen[f]
		seen[f]++
		if n > 0 {
			f = fmt.Sprintf("%s-%d", f, n)
		}
		out = append(out, f)
	}
	for _, m := range anchorName().FindAllStringSubmatch(src, -1) {
		out = append(out, strings.ToLower(m[1]))
	}
	return out
}
