package grader

import (
	"io"
	"os"
	"path/filepath"
)

// binary is where a program is built to, and run from.
func (ss *session) binary(program string) string { return filepath.Join(ss.tmp, "bin", program) }

// each is where programs, or what else place names, are built to.
func each(names []string, place func(name string) string) []string {
	var places []string
	for _, name := range names {
		places = append(places, place(name))
	}
	return places
}

func (ss *session) isBuilt(program string) bool {
	info, err := os.Stat(ss.binary(program))
	return err == nil && info.Mode().IsRegular()
}

// bringBinaries puts the programs of the last time in the places where they are built to. The go command links nothing
// anew that is there already and up to date, and linking is most of the time that a build takes.
func (ss *session) bringBinaries(places []string) error {
	for _, to := range places {
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if ss.binDir != "" && copyBinary(filepath.Join(ss.binDir, filepath.Base(to)), to) != nil {
			os.Remove(to) // there was none, or half of one: it is built
		}
	}
	return nil
}

// keepBinaries keeps the programs for the next time. That this cannot be done costs time then, and nothing else.
func (ss *session) keepBinaries(places []string) {
	if ss.binDir == "" || os.MkdirAll(ss.binDir, 0o777) != nil {
		return
	}
	for _, from := range places {
		name := filepath.Base(from)
		tmp := filepath.Join(ss.binDir, "."+name+"-"+filepath.Base(ss.tmp))
		if copyBinary(from, tmp) != nil || os.Rename(tmp, filepath.Join(ss.binDir, name)) != nil {
			os.Remove(tmp)
		}
	}
}

// copyBinary copies an executable.
func copyBinary(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o777)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	if err2 := dst.Close(); err == nil {
		err = err2
	}
	return err
}
