package browser

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// ends is how a PDF ends: where its table of contents starts, and the mark (ISO 32000-1, 7.5.5).
var ends = regexp.MustCompile(`startxref\s+(\d+)\s+%%EOF\s*$`)

// checkWhole reports what shows that a file is not a PDF, or not all of one.
func checkWhole(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		return errors.New("it wrote nothing")
	}
	const header = "%PDF-"
	if got, err := readAt(f, 0, int64(len(header))); err != nil || string(got) != header {
		return errors.Join(errors.New("what it wrote does not start as a PDF does"), err)
	}
	tail, err := readAt(f, max(0, info.Size()-1024), 1024)
	if err != nil {
		return err
	}
	m := ends.FindSubmatch(tail)
	if m == nil {
		return fmt.Errorf("what it wrote, %d bytes, has no end", info.Size())
	}
	at, err := strconv.ParseInt(string(m[1]), 10, 64)
	if err != nil || at >= info.Size() {
		return fmt.Errorf("what it wrote, %d bytes, lacks a part", info.Size())
	}
	return nil
}

// readAt reads n bytes from a place, or fewer where the file ends.
func readAt(f *os.File, at, n int64) ([]byte, error) {
	return io.ReadAll(io.NewSectionReader(f, at, n))
}

// settleFile rewrites a PDF that nobody else has seen yet.
func settleFile(path string, date time.Time) error {
	pdf, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	settle(pdf, date)
	return os.WriteFile(path, pdf, 0o644)
}

var (
	madeDate = regexp.MustCompile(`/(?:CreationDate|ModDate) \(D:(\d{14})\+00'00'\)`)
	nodeID   = regexp.MustCompile(`\(node(\d{8})\)`)
)

// settle replaces what differs between two prints of the same page: the two dates, and the names of the table cells in
// the structure tree, which hold a number that goes on from one document of the browser to the next. Each takes as many
// bytes as before, so every offset in the file stays right; names keep their order, by which readers search them.
func settle(pdf []byte, date time.Time) {
	made := date.UTC().Format("20060102150405")
	for _, m := range madeDate.FindAllSubmatchIndex(pdf, -1) {
		copy(pdf[m[2]:m[3]], made)
	}
	found := nodeID.FindAllSubmatchIndex(pdf, -1)
	names := make([]string, len(found))
	for i, m := range found {
		names[i] = string(pdf[m[2]:m[3]])
	}
	inOrder := slices.Compact(slices.Sorted(slices.Values(names)))
	for i, m := range found {
		rank, _ := slices.BinarySearch(inOrder, names[i])
		copy(pdf[m[2]:m[3]], fmt.Appendf(nil, "%08d", rank+1))
	}
}
