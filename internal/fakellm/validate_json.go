package fakellm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decode reads the body in one pass; a body is decoded once, however long.
func (c *call) decode() bool {
	v, err := decodeJSON(c.raw)
	c.decoded, c.decodeErr = v, err
	return err == nil
}

func (c *call) checkJSON() {
	if c.decodeErr != nil {
		c.invalid(Documented, "The request body is not valid JSON: %s", jsonFault(c.raw, c.decodeErr))
		return
	}
	body, ok := c.decoded.(map[string]any)
	if !ok {
		c.invalid(Documented, "Input should be a valid dictionary")
		return
	}
	if at := loneSurrogate(c.raw); at >= 0 {
		c.invalid(Transcript, "The request body is not valid JSON: no low surrogate in string: %s", position(c.raw, at))
	}
	c.body = body
}

// loneSurrogate finds half of a character that is written as two escapes, as
// cutting a JavaScript string in the middle of one leaves it. It is -1 if
// there is none, else the offset behind the half.
func loneSurrogate(raw []byte) int {
	for i := 0; i+1 < len(raw); i++ {
		next := bytes.IndexByte(raw[i:], '\\')
		if next < 0 {
			return -1
		}
		i += next + 1 // the escaped character
		half, ok := surrogate(raw[i:])
		if !ok {
			continue
		}
		if second, ok := surrogate(raw[min(i+6, len(raw)):]); half >= 0xdc00 || !ok || second < 0xdc00 || raw[i+5] != '\\' {
			return i + 5
		}
		i += 10
	}
	return -1
}

// surrogate reads the escape uXXXX if it is half of a character.
func surrogate(escape []byte) (half uint64, ok bool) {
	if len(escape) < 5 || escape[0] != 'u' {
		return 0, false
	}
	half, err := strconv.ParseUint(string(escape[1:5]), 16, 32)
	return half, err == nil && half >= 0xd800 && half <= 0xdfff
}

// jsonFault words a syntax error as the API does.
func jsonFault(raw []byte, err error) string {
	if len(raw) == 0 {
		return "Input is a zero-length, empty document: line 1 column 1 (char 0)"
	}
	what, index := "unexpected character", 0
	var syntax *json.SyntaxError
	var trailing *trailingError
	switch {
	case errors.As(err, &syntax):
		index = max(int(syntax.Offset)-1, 0)
	case errors.As(err, &trailing):
		index = trailing.offset
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		what, index = "unexpected end of data", len(raw)
	}
	return what + ": " + position(raw, index)
}

// position words a place in a body as the API does.
func position(raw []byte, index int) string {
	before := string(raw[:min(index, len(raw))])
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("line %d column %d (char %d)", line, column, utf8.RuneCountInString(before))
}
