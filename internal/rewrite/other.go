//go:build !linux && !darwin

package rewrite

import (
	"io/fs"
	"os"
)

// The course does not support these systems; there is no lock and no exchange, and the rest is the same.

func lock(string) (unlock func(), err error) { return func() {}, nil }

func openToRead(path string) (*os.File, error) { return os.Open(path) }

func mayWrite(path string, info fs.FileInfo) error {
	if info.Mode().Perm()&0o222 == 0 {
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrPermission}
	}
	return nil
}

func keepOwner(*os.File, fs.FileInfo) {}

func exchange(string, string) error { return errNoExchange }

func writers(*os.File) seen { return unknown }
