package workspace

import (
	"bytes"
	"path/filepath"
	"regexp"
)

// The lines by which the course's pages name a piece of a file. package book leaves the same lines out of what it quotes.
var (
	slashAnchor = regexp.MustCompile(`^\s*// (?:anchor|end): \S+\s*$`)
	hashAnchor  = regexp.MustCompile(`^\s*# (?:anchor|end): \S+\s*$`)
)

// withoutAnchors is a file's text without the lines that are only an anchor, and without a blank line that would then
// follow another one or end the file. Files of which the course's pages quote no pieces stay as they are.
func withoutAnchors(name string, src []byte) []byte {
	anchor := slashAnchor
	switch filepath.Ext(name) {
	case ".go":
	case ".yaml", ".yml", ".sh":
		anchor = hashAnchor
	default:
		return src
	}
	var out []byte
	dropped, afterBlank := false, true
	for line := range bytes.Lines(src) {
		if anchor.Match(line) {
			dropped = true
			continue
		}
		blank := len(bytes.TrimSpace(line)) == 0
		if dropped && blank && afterBlank {
			continue
		}
		out, dropped, afterBlank = append(out, line...), false, blank
	}
	if dropped && afterBlank && len(out) > 0 { // nothing follows a blank line any more
		out = out[:bytes.LastIndexByte(out[:len(out)-1], '\n')+1]
	}
	return out
}
