package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
)

// MaxLine is how long a line may be, in bytes without its end. A longer one is not held: it may be as long as the file.
// The recorder's longest lines, a request and a response of 4 MiB each, are shorter.
const MaxLine = 16 << 20

// A RawLine is one line of a file, whatever it holds.
type RawLine struct {
	Number int    // from 1
	Data   []byte // without its end, good until the next line is read; nil for a line that is too long
	End    string // "\n", "\r\n", or "" for a last line that has no end
	Length int64  // in bytes, without its end
}

// TooLong reports whether the line is longer than MaxLine, so that it was passed over.
func (l RawLine) TooLong() bool { return l.Length > MaxLine }

// Lines reads the lines of a file one by one, in memory that does not grow with the file. An error of reading is the
// last thing it yields.
func Lines(r io.Reader) iter.Seq2[RawLine, error] {
	return func(yield func(RawLine, error) bool) {
		in := &lineReader{in: bufio.NewReaderSize(r, 64<<10)}
		for number := 1; ; number++ {
			line, err := in.next()
			line.Number = number
			switch {
			case err == nil, errors.Is(err, io.EOF) && line.Length > 0:
				if !yield(line, nil) {
					return
				}
			case !errors.Is(err, io.EOF):
				yield(RawLine{Number: number}, fmt.Errorf("read line %d: %w", number, err))
				return
			}
			if err != nil {
				return
			}
		}
	}
}

// A lineReader cuts a stream into lines.
type lineReader struct {
	in   *bufio.Reader
	held []byte // the beginning of a line that is longer than the reader's buffer
}

// next is the next line. With the error io.EOF it is what stands behind the last line end, perhaps nothing.
func (r *lineReader) next() (RawLine, error) {
	part, err := r.in.ReadSlice('\n')
	length := int64(len(part))
	if !errors.Is(err, bufio.ErrBufferFull) {
		return endLine(part, length), err // most lines are in the buffer as a whole
	}
	r.held = r.held[:0]
	for {
		if length <= MaxLine+int64(len("\r\n")) {
			r.hold(part)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return endLine(r.held, length), err
		}
		part, err = r.in.ReadSlice('\n')
		length += int64(len(part))
	}
}

// hold keeps one more part of a long line. Two sizes of buffer are enough: growing bit by bit leaves more behind.
func (r *lineReader) hold(part []byte) {
	need := len(r.held) + len(part)
	for _, size := range []int{1 << 20, MaxLine + 1<<20} {
		if need > cap(r.held) && need <= size {
			r.held = slices.Grow(r.held, size-len(r.held))
		}
	}
	r.held = append(r.held, part...)
}

// endLine takes the end off a line of that many bytes, of which data may be the beginning alone.
func endLine(data []byte, length int64) RawLine {
	line := RawLine{Data: data, Length: length}
	if length > int64(len(data)) { // it was not held, nor was its end
		return RawLine{Length: max(length, MaxLine+1)}
	}
	for _, end := range []string{"\r\n", "\n"} {
		if bytes.HasSuffix(data, []byte(end)) {
			n := len(data) - len(end)
			line = RawLine{Data: data[:n], End: end, Length: int64(n)}
			break
		}
	}
	if line.TooLong() {
		line.Data = nil
	}
	return line
}
