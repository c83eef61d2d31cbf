// Package rewrite changes a file that somebody may have open in an editor, so that nothing they write is lost.
//
// The new text is written beside the file and takes its place in one step that gives back what stood there: the two
// files exchange their names. If that is not what was read before, somebody has saved in between; their text goes back
// and the change is made again on top of it. Where a file system cannot exchange names, the file is compared once more
// and then replaced, which leaves a gap of microseconds.
//
// Calls in one folder wait for each other, in this process and in others. What a killed process leaves behind is dealt
// with by the next call in that folder. Before the exchange it is a new text, under a name ending in .new, and is
// removed. After it, it is what stood in the file, under a name ending in .swap that tells by sizes and hashes what was
// read and what was put in its place: if it is one of these two, it is removed; if it is anything else, somebody saved
// it, and it is put back, joined, or, where neither is possible, kept as NAME.rescued-N beside the file.
//
// On Linux, a file that somebody has open for writing is left alone until they close it. Elsewhere that cannot be seen:
// what stood in the file is looked at twice instead, a moment apart.
package rewrite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// ErrBusy says that another program keeps the file, or another course command its folder, for longer than one can wait.
var ErrBusy = errors.New("another program has it open for writing")

// Limits of one call.
const (
	maxRounds = 200                   // saves of others during one change
	patience  = 2 * time.Second       // for a program that has the file open for writing, or is about to put it back
	pause     = 3 * time.Millisecond  // between two looks
	settling  = 20 * time.Millisecond // for a writer that cannot be seen
)

// errNoExchange says that names cannot be exchanged here.
var errNoExchange = errors.New("this file system cannot exchange two names")

// File replaces what is in a file by what change makes of it. A symbolic link stays, and the file that it leads to is
// changed. The file is as it was or as it shall be, at any moment. If change returns what it was given, nothing is
// written. change may be called again, with a text that somebody saved meanwhile; its error is returned as it is, and so
// is that of a file that is not there, a full disk, or a folder that cannot be written to; the file is then as it was.
func File(path string, change func(old []byte) ([]byte, error)) error {
	real, err := resolve(path)
	if err != nil {
		return fmt.Errorf("change %s: %w", path, err)
	}
	unlock, err := lock(filepath.Dir(real))
	if err != nil {
		return fmt.Errorf("change %s: %w", path, err)
	}
	defer unlock()
	r := &rewriter{file: real, left: maxRounds}
	r.recover()
	for r.left > 0 {
		if done, err := r.once(change); done || err != nil {
			return err
		}
	}
	return fmt.Errorf("change %s: %w again and again", path, ErrBusy)
}

// resolve follows symbolic links. A file that an editor has just taken away gets a moment to come back.
func resolve(path string) (string, error) {
	for until := time.Now().Add(patience / 20); ; time.Sleep(pause) {
		real, err := filepath.EvalSymlinks(path)
		if !errors.Is(err, fs.ErrNotExist) || time.Now().After(until) {
			return real, err
		}
	}
}

// A rewriter changes one file, while it holds the lock of its folder.
type rewriter struct {
	file string
	left int // rounds
}

// once makes the change once. It reports whether it is made; without an error it may be tried again if not.
func (r *rewriter) once(change func([]byte) ([]byte, error)) (done bool, err error) {
	r.left--
	old, info, err := read(r.file)
	if err != nil {
		return false, err
	}
	fresh, err := change(bytes.Clone(old))
	if err != nil || bytes.Equal(old, fresh) {
		return err == nil, err
	}
	if err := mayWrite(r.file, info); err != nil {
		return false, err
	}
	temp, err := writeTemp(filepath.Dir(r.file), fresh, info)
	if err != nil {
		return false, err
	}
	s := swap{entry: r.file, old: printOf(old), fresh: printOf(fresh)}
	s.name(temp)
	if err := os.Rename(temp, s.file); err != nil {
		return false, errors.Join(err, os.Remove(temp))
	}
	switch err := exchange(s.file, r.file); {
	case errors.Is(err, errNoExchange):
		return r.replace(s, old)
	case errors.Is(err, fs.ErrNotExist): // an editor has taken it away, and will put another one there
		time.Sleep(pause)
		return false, os.Remove(s.file)
	case err != nil:
		return false, errors.Join(err, os.Remove(s.file))
	}
	syncFolder(filepath.Dir(r.file))
	return r.settle(s)
}

// replace puts the new text in the place of the file if that is still what was read.
func (r *rewriter) replace(s swap, old []byte) (done bool, err error) {
	now, _, err := read(r.file)
	if err == nil && bytes.Equal(now, old) {
		if err = os.Rename(s.file, r.file); err == nil {
			syncFolder(filepath.Dir(r.file))
			return true, nil
		}
	}
	return false, errors.Join(err, os.Remove(s.file))
}

// read reads a file at a moment when nobody is seen to write in it. A file that is not there gets time to come back: some
// editors save by taking the old one away first.
func read(path string) ([]byte, fs.FileInfo, error) {
	for until := time.Now().Add(patience); ; time.Sleep(pause) {
		src, info, err := readOnce(path)
		again := errors.Is(err, ErrBusy) || errors.Is(err, fs.ErrNotExist)
		if !again || time.Now().After(until) {
			return src, info, err
		}
	}
}

func readOnce(path string) ([]byte, fs.FileInfo, error) {
	f, err := openToRead(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	before, err := f.Stat()
	switch {
	case err != nil:
		return nil, nil, err
	case !before.Mode().IsRegular():
		return nil, nil, fmt.Errorf("%s is no file that can be changed", path)
	case writers(f) == some:
		return nil, nil, fmt.Errorf("%s: %w", path, ErrBusy)
	}
	src, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, err
	}
	after, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if writers(f) == some || after.Size() != int64(len(src)) || !after.ModTime().Equal(before.ModTime()) {
		return nil, nil, fmt.Errorf("%s: %w", path, ErrBusy)
	}
	return src, after, nil
}

// What can be told of the writers of a file.
type seen int

const (
	unknown seen = iota
	none
	some
)

// writeTemp writes a text into a new file of the folder, with the permissions and owner of another one.
func writeTemp(dir string, text []byte, like fs.FileInfo) (string, error) {
	f, err := os.CreateTemp(dir, prefix+"*"+suffixNew)
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Chmod(like.Mode().Perm())
	}
	if err == nil {
		keepOwner(f, like)
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// syncFolder makes the names of a folder last. Where that cannot be asked for, they last when the system thinks fit.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
