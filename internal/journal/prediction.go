package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"agentcourse/internal/document"
)

// Prediction is what an entry predicts for an exercise, "" if it predicts nothing, and the line on which that begins; of an
// empty one it is the heading's, 0 if there is none. An entry that names one exercise predicts for it with all that stands
// in the section Prediction; one that names several, with the subsection "1.2-predict", or without one with what stands
// above the first subsection.
//
// A mark that puts it off, such as TODO, predicts nothing.
func Prediction(d *document.Document, exercise string) (text string, line int) {
	text, line = predictionText(d, exercise)
	if !wordsIn(text) {
		return "", line
	}
	return text, line
}

// predictionText is what stands there, whether it predicts anything or not.
func predictionText(d *document.Document, exercise string) (text string, line int) {
	s := d.Section("Prediction")
	own := d.Section(exercise + "-predict")
	blocks := []document.Block(nil)
	switch {
	case own != nil && (s == nil || len(named(d)) > 1):
		s, blocks = own, own.Blocks
	case s == nil:
		return "", 0
	case len(named(d)) > 1:
		blocks = s.Own
	default:
		blocks = s.Blocks
	}
	blocks = slices.DeleteFunc(slices.Clone(blocks), func(b document.Block) bool { return b.Kind == document.Heading })
	if document.Empty(blocks) {
		return "", s.Line
	}
	var parts []string
	for _, b := range blocks {
		parts = append(parts, b.Text)
	}
	return strings.TrimSpace(strings.Join(parts, "\n")), blocks[0].Line
}

// PredictionHash stands for a prediction in the progress log: "" for none, and the same whatever its white space.
func PredictionHash(text string) string {
	words := strings.Fields(text)
	if len(words) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	return hex.EncodeToString(sum[:])[:16]
}
