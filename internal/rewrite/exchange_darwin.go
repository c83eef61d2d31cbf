package rewrite

import (
	"os"

	"golang.org/x/sys/unix"
)

// exchange makes two files change their names, in one step.
func exchange(a, b string) error {
	err := unix.RenamexNp(a, b, unix.RENAME_SWAP)
	switch {
	case err == nil:
		return nil
	case cannotExchange(err):
		return errNoExchange
	}
	return &os.LinkError{Op: "exchange", Old: a, New: b, Err: err}
}

// writers of a file cannot be seen here.
func writers(*os.File) seen { return unknown }
