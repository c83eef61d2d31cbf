package book

import "github.com/yuin/goldmark/ast"

// The nodes that a book has beside Markdown's.
var (
	kindPageLink  = ast.NewNodeKind("PageLink")
	kindFileRef   = ast.NewNodeKind("FileRef")
	kindPicture   = ast.NewNodeKind("Picture")
	kindFigure    = ast.NewNodeKind("Figure")
	kindTaskLabel = ast.NewNodeKind("TaskLabel")
	kindAlert     = ast.NewNodeKind("Alert")
)

// A pageLink is a link within the book.
type pageLink struct {
	ast.BaseInline
	page  *document
	id    string
	title string
}

func (n *pageLink) Kind() ast.NodeKind            { return kindPageLink }
func (n *pageLink) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// A fileRef is what remains of a link to a file that is not in the book.
type fileRef struct {
	ast.BaseInline
	path string // shown after the text; empty when the text says it
}

func (n *fileRef) Kind() ast.NodeKind            { return kindFileRef }
func (n *fileRef) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// A picture is an image inside the book.
type picture struct {
	ast.BaseInline
	file  string // from the repository's folder
	media string // its type, as "image/png"
	data  []byte
	alt   string
	title string
}

func (n *picture) Kind() ast.NodeKind            { return kindPicture }
func (n *picture) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// A figure is a picture that stands alone, as a paragraph does.
type figure struct {
	ast.BaseBlock
	caption string // may be empty
}

func (n *figure) Kind() ast.NodeKind            { return kindFigure }
func (n *figure) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// A taskLabel holds the text of an item of a task list.
type taskLabel struct {
	ast.BaseInline
	id string
}

func (n *taskLabel) Kind() ast.NodeKind            { return kindTaskLabel }
func (n *taskLabel) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// An alert is a box of one of the kinds that GitHub has.
type alert struct {
	ast.BaseBlock
	kind string // NOTE, TIP, IMPORTANT, WARNING or CAUTION
}

func (n *alert) Kind() ast.NodeKind            { return kindAlert }
func (n *alert) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }
