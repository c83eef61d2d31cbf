package fakellm

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
)

// imageTypes are the formats that the API takes.
var imageTypes = []string{"image/jpeg", "image/png", "image/gif", "image/webp"}

// checkImage holds the data of an image block against the type it is said to
// be of. How the API words it has changed; this is how it did in 2026.
func (c *call) checkImage(path string, b map[string]any) {
	source, _ := b["source"].(map[string]any)
	text, isString := source["data"].(string)
	if source["type"] != "base64" || !isString {
		return
	}
	path += ".image.source.base64"
	if text == "" {
		c.invalid(Transcript, "%s: image cannot be empty", path)
		return
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		c.invalid(ThirdParty, "%s: invalid base64 data", path)
		return
	}
	said, found := source["media_type"], http.DetectContentType(data)
	switch {
	case !slices.Contains(imageTypes, found):
		c.invalid(Uncertain, "Could not process image")
	case found != said:
		c.invalid(Transcript, "%s: The image was specified using the %v media type, but the image appears to be a %s image", path, said, found)
	}
}
