package rewrite

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The names of the files beside the one that is changed.
const (
	prefix     = ".course-"
	suffixNew  = ".new"
	suffixSwap = ".swap"
)

// A fingerprint tells a text from others without holding it.
type fingerprint struct {
	size int
	hash string // 16 hex digits
}

func printOf(text []byte) fingerprint { return fingerprint{len(text), hashOf(text)} }

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

func (p fingerprint) is(text []byte) bool { return len(text) == p.size && hashOf(text) == p.hash }

// begins reports whether a text begins with the one that it is of.
func (p fingerprint) begins(text []byte) bool {
	return len(text) >= p.size && hashOf(text[:p.size]) == p.hash
}

// A swap is the file that takes part in an exchange: the new text before, what stood in the entry after.
type swap struct {
	file       string
	entry      string      // the file that is changed
	old, fresh fingerprint // what was read there, and what shall stand there
}

// name gives the swap the name that tells all of this; the temporary file's makes it one that is not there yet.
func (s *swap) name(temp string) {
	random := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(temp), prefix), suffixNew)
	s.file = filepath.Join(filepath.Dir(s.entry), fmt.Sprintf("%s%s-%d-%s-%d-%s-%s%s", prefix, hashOf([]byte(filepath.Base(s.entry))),
		s.old.size, s.old.hash, s.fresh.size, s.fresh.hash, random, suffixSwap))
}

var swapName = regexp.MustCompile(`^\.course-([0-9a-f]{16})-([0-9]+)-([0-9a-f]{16})-([0-9]+)-([0-9a-f]{16})-[0-9]+\.swap$`)

// recover deals with what killed processes left in the folder. What cannot be dealt with now stays for the next call.
func (r *rewriter) recover() {
	dir := filepath.Dir(r.file)
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	entries := map[string]string{}
	for _, f := range files {
		entries[hashOf([]byte(f.Name()))] = filepath.Join(dir, f.Name())
	}
	for _, f := range files {
		name := f.Name()
		if strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffixNew) {
			_ = os.Remove(filepath.Join(dir, name))
			continue
		}
		m := swapName.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		size := func(digits string) int { n, _ := strconv.Atoi(digits); return n }
		s := swap{file: filepath.Join(dir, name), entry: entries[m[1]], old: fingerprint{size(m[2]), m[3]}, fresh: fingerprint{size(m[4]), m[5]}}
		if s.entry == "" {
			s.entry = filepath.Join(dir, "entry-"+m[1])
		}
		_, _ = (&rewriter{file: s.entry, left: maxRounds}).settle(s)
	}
}

// settle looks at what came out of an exchange and sees to it that what somebody saved stands in the entry. It reports
// whether the change stands there too.
func (r *rewriter) settle(s swap) (done bool, err error) {
	for ; r.left > 0; r.left-- {
		out, err := r.came(s)
		switch {
		case err != nil:
			return false, err
		case s.old.is(out):
			return true, os.Remove(s.file)
		case s.fresh.is(out): // it is not in the entry, or no longer
			return false, os.Remove(s.file)
		}
		now, _, err := read(s.entry)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return false, s.rescue()
		case err != nil:
			return false, err
		case s.fresh.is(now), isPart(now, out): // out is the newest
			err = exchange(s.file, s.entry)
		case isPart(out, now):
			return false, os.Remove(s.file)
		case s.fresh.begins(now), s.fresh.begins(out): // somebody added to the new text while somebody else had saved
			if joined, err := r.once(func(now []byte) ([]byte, error) { return s.join(now, out), nil }); joined || err != nil {
				return false, errors.Join(err, removeIf(joined, s.file))
			}
		default:
			return false, s.rescue()
		}
		if err != nil {
			return false, err
		}
	}
	return false, fmt.Errorf("%s: %w again and again", s.entry, ErrBusy)
}

// came is what came out of the exchange, once nobody writes in it any more. If somebody does for long, it goes back to
// its place.
func (r *rewriter) came(s swap) ([]byte, error) {
	if f, err := openToRead(s.file); err == nil {
		if writers(f) == unknown {
			time.Sleep(settling)
		}
		_ = f.Close()
	}
	out, _, err := read(s.file)
	if !errors.Is(err, ErrBusy) {
		return out, err
	}
	if back := exchange(s.file, s.entry); back != nil {
		return nil, errors.Join(err, back)
	}
	if mine, _, readErr := read(s.file); readErr == nil && s.fresh.is(mine) {
		return nil, errors.Join(fmt.Errorf("%s: %w", s.entry, ErrBusy), os.Remove(s.file))
	}
	return nil, fmt.Errorf("%s: %w", s.entry, ErrBusy)
}

// join makes one text of two of which one is the new text with something behind it.
func (s swap) join(now, out []byte) []byte {
	switch {
	case s.fresh.begins(now):
		return behind(out, now[s.fresh.size:])
	case s.fresh.begins(out) && !bytes.HasSuffix(now, out[s.fresh.size:]):
		return behind(now, out[s.fresh.size:])
	}
	return now
}

func removeIf(wanted bool, file string) error {
	if !wanted {
		return nil
	}
	return os.Remove(file)
}

func behind(text, more []byte) []byte {
	text = bytes.Clone(text)
	if len(text) > 0 && len(more) > 0 && text[len(text)-1] != '\n' && more[0] != '\n' {
		text = append(text, '\n')
	}
	return append(text, more...)
}

// rescue keeps what somebody saved under a name of its own.
func (s swap) rescue() error {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.rescued-%d", s.entry, n)
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return os.Rename(s.file, name)
		}
	}
}

// isPart reports whether the lines of a text are among those of another one, in the same order.
func isPart(text, whole []byte) bool {
	if len(text) == 0 {
		return true
	}
	lines := bytes.Split(whole, []byte("\n"))
	for line := range bytes.SplitSeq(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		i := 0
		for i < len(lines) && !bytes.Equal(lines[i], line) {
			i++
		}
		if i == len(lines) {
			return false
		}
		lines = lines[i+1:]
	}
	return true
}
