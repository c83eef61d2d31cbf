package book

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// prepareTasks gives each checkbox of a task list its item's text as a label, and a key under which a reader's tick is kept.
// A colon keeps the ids apart from those of headings.
func (d *document) prepareTasks() {
	seen := map[string]int{}
	for i, box := range nodes[*extast.TaskCheckBox](d) {
		id := fmt.Sprintf("%s--task:%d", d.anchor, i+1)
		parent := box.Parent()
		label := &taskLabel{id: id}
		moveChildren(parent, box.NextSibling(), label)
		parent.AppendChild(parent, label)
		box.SetAttributeString("label", []byte(id))
		box.SetAttributeString("task", []byte(d.taskKey(plainText(label, d.text), seen)))
		if item := parent.Parent(); item.Kind() == ast.KindListItem {
			item.SetAttributeString("class", []byte("task"))
		}
	}
}

// taskKey names a task by its page and its words, so that a tick stays where it belongs when the page changes elsewhere.
func (d *document) taskKey(words string, seen map[string]int) string {
	words = strings.Join(strings.Fields(words), " ")
	seen[words]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d", d.anchor, words, seen[words]))
	return hex.EncodeToString(sum[:5])
}
