package trace

import (
	"bytes"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// A generator is a trace of any length that is nowhere held.
type generator struct {
	left int64 // bytes, about
	step int
	rest []byte // of the line that is being read
	line []byte
}

func (g *generator) Read(p []byte) (int, error) {
	if len(g.rest) == 0 {
		if g.left <= 0 {
			return 0, io.EOF
		}
		g.line = append(g.line[:0], `{"t":1796040000.25,"event":"model","step":`...)
		g.line = strconv.AppendInt(g.line, int64(g.step), 10)
		g.line = append(g.line, `,"stop_reason":"tool_use","usage":{"in":1000,"out":20},"content":[{"type":"text","text":"`...)
		g.line = append(g.line, filler...)
		g.line = append(g.line, "\"}],\"ms\":5}\n"...)
		g.step++
		g.left -= int64(len(g.line))
		g.rest = g.line
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

var filler = strings.Repeat("some text of a reply. ", 40)

// retained is how much memory is held by what has been read so far, at the end of a trace of this length.
func retained(t *testing.T, length int64) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var s Summary
	in := &generator{left: length}
	most := uint64(0)
	for line, err := range Read(in) {
		if err != nil {
			t.Fatal(err)
		}
		s.Add(line)
		if in.left <= 0 && most == 0 {
			runtime.GC()
			runtime.ReadMemStats(&after)
			most = max(1, after.HeapAlloc-min(after.HeapAlloc, before.HeapAlloc))
		}
	}
	if s.Broken > 0 || int64(s.Replies) < length/2000 {
		t.Fatalf("%d replies, %d broken lines", s.Replies, s.Broken)
	}
	runtime.KeepAlive(&s)
	return most
}

// What is held does not grow with the trace, once there are more steps than are held apart: 12 times the length takes less
// than twice the memory.
func TestMemoryDoesNotGrow(t *testing.T) {
	small, large := retained(t, 5<<20), retained(t, 60<<20)
	t.Logf("%d and %d bytes held", small, large)
	if large > 2*small+64<<10 {
		t.Errorf("%d bytes held after 5 MB, %d after 60 MB", small, large)
	}
}

func BenchmarkRead(b *testing.B) {
	var src bytes.Buffer
	if _, err := io.Copy(&src, &generator{left: 4 << 20}); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(src.Len()))
	b.ReportAllocs()
	for b.Loop() {
		var s Summary
		for line, err := range Read(bytes.NewReader(src.Bytes())) {
			if err != nil {
				b.Fatal(err)
			}
			s.Add(line)
		}
	}
}
