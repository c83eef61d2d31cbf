package book

import (
	"bytes"
	"errors"
	"fmt"
)

// pictureMarks are what files of each kind start with.
var pictureMarks = map[string]string{"image/png": "\x89PNG", "image/jpeg": "\xff\xd8\xff", "image/gif": "GIF8"}

// pictureEnds are what a whole file holds, at its end or near it.
var pictureEnds = map[string]string{"image/png": "IEND\xaeB`\x82", "image/jpeg": "\xff\xd9"}

// checkPicture reports what would not be shown, or what would load or run something.
func checkPicture(media string, data []byte) error {
	if media == "image/svg+xml" {
		return checkSVG(data)
	}
	if !bytes.HasPrefix(data, []byte(pictureMarks[media])) {
		return fmt.Errorf("does not hold what its name says, %s", media)
	}
	isWhole := bytes.Contains(data, []byte(pictureEnds[media]))
	if media == "image/gif" {
		isWhole = bytes.HasSuffix(bytes.TrimRight(data, "\x00"), []byte(";"))
	}
	if !isWhole {
		return errors.New("is not whole: its end is missing")
	}
	return nil
}
