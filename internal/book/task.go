package book

import (
	"fmt"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// prepareTasks gives each checkbox of a task list its item's text as a label. A colon keeps the ids apart from those of
// headings.
func (d *document) prepareTasks() {
	for i, box := range nodes[*extast.TaskCheckBox](d) {
		id := fmt.Sprintf("%s--task:%d", d.anchor, i+1)
		parent := box.Parent()
		label := &taskLabel{id: id}
		moveChildren(parent, box.NextSibling(), label)
		parent.AppendChild(parent, label)
		box.SetAttributeString("aria-labelledby", []byte(id))
		if item := parent.Parent(); item.Kind() == ast.KindListItem {
			item.SetAttributeString("class", []byte("task"))
		}
	}
}
