package fakellm

import (
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
)

// maxPace bounds [Reply.Pace]: more is a slip of the pen.
const maxPace = time.Second

// readDelivery reads how a reply travels.
func readDelivery(r *Reply, fields map[string]ast.Node) (err error) {
	read := func(key string, into func(ast.Node) error) {
		if n := fields[key]; n != nil && err == nil {
			err = into(n)
		}
	}
	read("delay", func(n ast.Node) (err error) { r.Delay, err = duration(n, "delay", maxDelay); return err })
	read("pace", func(n ast.Node) (err error) { r.Pace, err = duration(n, "pace", maxPace); return err })
	read("hold", func(n ast.Node) (err error) { r.Hold, err = nonEmpty(n, "hold"); return err })
	read("model", func(n ast.Node) (err error) { r.Model, err = nonEmpty(n, "model"); return err })
	read("stop_sequence", func(n ast.Node) (err error) { r.StopSequence, err = nonEmpty(n, "stop_sequence"); return err })
	read("off_schema", func(n ast.Node) (err error) { r.OffSchema, err = boolean(n, "off_schema"); return err })
	read("chunk", func(n ast.Node) (err error) { r.Chunk, err = positive(n, "chunk"); return err })
	read("fault", func(n ast.Node) (err error) { r.Fault, err = readFault(n); return err })
	return err
}

func duration(n ast.Node, what string, most time.Duration) (time.Duration, error) {
	s, err := scalar(n, what)
	if err != nil {
		return 0, err
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || d > most {
		return 0, errorAt(n, "%s: want a duration such as 50ms, at most %v", what, most)
	}
	return d, nil
}

func boolean(n ast.Node, what string) (bool, error) {
	b, ok := n.(*ast.BoolNode)
	if !ok {
		return false, errorAt(n, "%s: want true or false", what)
	}
	return b.Value, nil
}

func positive(n ast.Node, what string) (int, error) {
	i, err := integer(n, what)
	if err == nil && i < 1 {
		err = errorAt(n, "%s: below 1", what)
	}
	return i, err
}

// readFault reads `fault: cut`, or a mapping with the kind, after and every.
func readFault(n ast.Node) (*Fault, error) {
	f := &Fault{}
	kind := n
	if _, isMap := n.(ast.MapNode); isMap {
		fields, err := mapping(n, "fault", "kind", "after", "every")
		if err != nil {
			return nil, err
		}
		if kind = fields["kind"]; kind == nil {
			return nil, errorAt(n, "fault: kind is missing")
		}
		if v := fields["after"]; v != nil {
			after, err := integer(v, "fault: after")
			if err != nil {
				return nil, err
			}
			if after < 0 {
				return nil, errorAt(v, "fault: after: below 0")
			}
			f.After = &after
		}
		if v := fields["every"]; v != nil {
			if f.Every, err = duration(v, "fault: every", maxPace); err != nil {
				return nil, err
			}
		}
	}
	var err error
	if f.Kind, err = nonEmpty(kind, "fault"); err != nil {
		return nil, err
	}
	if !slices.Contains(FaultKinds(), f.Kind) && f.Kind != AnyFault {
		return nil, errorAt(kind, "fault: unknown kind %q; known: %s, %s", f.Kind, strings.Join(FaultKinds(), ", "), AnyFault)
	}
	if f.Every != 0 && f.Kind != faultSlow && f.Kind != AnyFault {
		return nil, errorAt(n, "fault: every goes with slow and any")
	}
	if f.After != nil && !slices.Contains([]string{faultCut, faultAbort, faultJSON, faultError}, f.Kind) {
		return nil, errorAt(n, "fault: after goes with cut, abort, json and error")
	}
	return f, nil
}

// readText reads a text block: a string, or the list of its pieces, each a
// string or a mapping with text and what it waits for, hold or delay.
func readText(n ast.Node) (Block, error) {
	b := Block{Type: BlockText}
	if _, isList := n.(*ast.SequenceNode); !isList {
		var err error
		b.Text, err = visibleText(n, "text")
		return b, err
	}
	items, err := sequence(n, "text")
	if err != nil {
		return b, err
	}
	for _, item := range items {
		piece, err := readPiece(item)
		if err != nil {
			return b, err
		}
		b.Pieces = append(b.Pieces, piece)
		b.Text += piece.Text
	}
	if strings.TrimSpace(b.Text) == "" {
		return b, errorAt(n, "text: empty; for a reply without text write content: []")
	}
	return b, nil
}

func readPiece(n ast.Node) (p Piece, err error) {
	if _, isMap := n.(ast.MapNode); !isMap {
		p.Text, err = nonEmpty(n, "text")
		return p, err
	}
	fields, err := mapping(n, "a piece of text", "text", "hold", "delay")
	if err != nil {
		return p, err
	}
	if fields["text"] == nil {
		return p, errorAt(n, "a piece of text has a text")
	}
	if p.Text, err = nonEmpty(fields["text"], "text"); err != nil {
		return p, err
	}
	if v := fields["hold"]; v != nil {
		if p.Hold, err = nonEmpty(v, "hold"); err != nil {
			return p, err
		}
	}
	if v := fields["delay"]; v != nil {
		p.Delay, err = duration(v, "delay", maxDelay)
	}
	return p, err
}
