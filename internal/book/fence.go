package book

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// A fence is a fenced block of a page's file. It is held to a source or to commands if it says so.
type fence struct {
	block  *ast.FencedCodeBlock
	line   int      // of the file, on which the fence opens; what it holds starts on the next one
	prefix string   // what stands before each of its lines: it may be in a list or a quotation
	lines  []string // what it holds, without line ends
	closed bool

	source *reference // the code that it holds, or nil
	listed *pageLink  // where the book shows the source's file whole, or nil
	from   int        // how many of its first lines name the source and are not code
	output bool       // it holds commands and what they print
}

// A reference names a piece of a file.
type reference struct {
	file, anchor string // "" for no anchor
	line         int    // of the page's file, on which it stands
}

func (r *reference) String() string {
	if r.anchor == "" {
		return r.file
	}
	return r.file + "#" + r.anchor
}

// A finding is a mistake in a file of which the name is known.
type finding struct {
	line    int
	message string
}

var (
	firstLineSource = regexp.MustCompile(`^\s*(?://|#) from(?:\s+(\S+))?\s*$`)
	commentMark     = regexp.MustCompile(`^<!--\s*(?:(output)|from(?:\s+(\S+))?)\s*-->$`)
)

// A pageFile is the file of a page, line by line.
type pageFile struct {
	raw   []byte
	lines [][]byte // with their line ends
}

func newPageFile(raw []byte) *pageFile {
	return &pageFile{raw: raw, lines: bytes.SplitAfter(raw, []byte("\n"))}
}

// lineAt is the line, from 1, that holds the byte at an offset.
func (p *pageFile) lineAt(offset int) int { return 1 + bytes.Count(p.raw[:offset], []byte("\n")) }

// fences are the file's fences that are held to something, from top to bottom, and what is wrong with their marks.
func (p *pageFile) fences() (held []*fence, wrong []finding) {
	body, _, _ := frontMatter(p.raw, 1)
	return p.fencesIn(newParser().Parse(text.NewReader(body)), body)
}

// fencesIn are the fences in what has been read of the file: its end, all but the front matter.
func (p *pageFile) fencesIn(tree ast.Node, body []byte) (held []*fence, wrong []finding) {
	start := len(p.raw) - len(body)
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if block, ok := n.(*ast.FencedCodeBlock); ok {
			f := p.fence(block, body, start)
			if f.takeMark(block.PreviousSibling(), body, p, start) {
				held = append(held, f)
			}
			return ast.WalkContinue, nil
		}
		if m := markIn(n, body); m != nil {
			if _, before := n.NextSibling().(*ast.FencedCodeBlock); !before || n.Kind() != ast.KindHTMLBlock {
				wrong = append(wrong, finding{p.lineAt(start + n.Pos()), m[0] + " stands before no fence"})
			}
		}
		return ast.WalkContinue, nil
	})
	return held, wrong
}

// fence reads one fenced block of the body, which begins at an offset of the file.
func (p *pageFile) fence(block *ast.FencedCodeBlock, body []byte, start int) *fence {
	at := start + block.Pos()
	f := &fence{block: block, line: p.lineAt(at)}
	lineStart := 1 + bytes.LastIndexByte(p.raw[:at], '\n')
	f.prefix = strings.Map(func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' ' // what opens an item of a list stands before its first line alone
	}, string(bytes.TrimPrefix(p.raw[lineStart:at], []byte("\ufeff"))))
	for i := range block.Lines().Len() {
		segment := block.Lines().At(i)
		f.lines = append(f.lines, strings.TrimRight(string(segment.Value(body)), "\r\n"))
	}
	if end := f.line + len(f.lines); end < len(p.lines) {
		sign := p.raw[at : at+1]
		opening := len(p.raw[at:]) - len(bytes.TrimLeft(p.raw[at:], string(sign)))
		rest := strings.TrimLeft(string(p.lines[end]), " \t>")
		closing := len(rest) - len(strings.TrimLeft(rest, string(sign)))
		f.closed = closing >= opening && strings.TrimSpace(rest[closing:]) == ""
	}
	return f
}

// takeMark reads what the fence is held to, from the comment before it or from its first line.
func (f *fence) takeMark(before ast.Node, body []byte, p *pageFile, start int) bool {
	if before != nil && before.Kind() == ast.KindHTMLBlock {
		if m := markIn(before, body); m != nil {
			if f.output = m[1] != ""; !f.output {
				f.source = newReference(m[2], p.lineAt(start+before.Pos()))
			}
			return true
		}
	}
	if len(f.lines) == 0 {
		return false
	}
	m := firstLineSource.FindStringSubmatch(f.lines[0])
	if m == nil {
		return false
	}
	f.source, f.from = newReference(m[1], f.line+1), 1
	return true
}

func newReference(name string, line int) *reference {
	file, anchor, _ := strings.Cut(name, "#")
	return &reference{file: file, anchor: anchor, line: line}
}

// markIn is the mark that a comment is: all of it, "output" or "", the source or "". It is nil for any other node.
func markIn(n ast.Node, body []byte) []string {
	return commentMark.FindStringSubmatch(strings.TrimSpace(string(htmlOf(n, body))))
}

// put returns the file with other lines in a fence, and nothing else changed.
func (p *pageFile) put(f *fence, lines []string) []byte {
	end := "\n"
	if bytes.HasSuffix(p.lines[f.line-1], []byte("\r\n")) {
		end = "\r\n"
	}
	var out bytes.Buffer
	for _, line := range p.lines[:f.line] {
		out.Write(line)
	}
	for _, line := range lines {
		if line == "" {
			out.WriteString(strings.TrimRight(f.prefix, " \t") + end)
			continue
		}
		out.WriteString(f.prefix + line + end)
	}
	for _, line := range p.lines[f.line+len(f.lines):] {
		out.Write(line)
	}
	return out.Bytes()
}

// holds reports whether a fence of the file, by its number, holds exactly these lines: after a change of it, whether the
// change was understood.
func (p *pageFile) holds(number, fences int, lines []string) bool {
	held, _ := p.fences()
	return len(held) == fences && slices.Equal(held[number].lines, lines) && held[number].closed
}
