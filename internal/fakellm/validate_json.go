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
	if what, at, evidence := surrogateFault(c.raw); what != "" {
		c.invalid(evidence, "The request body is not valid JSON: %s in string: %s", what, position(c.raw, at))
	}
	c.body = body
}

// surrogateFault finds half of a character that is written as two escapes, as
// cutting a JavaScript string in the middle of one leaves it; what is "" if
// there is none. JSON that is valid otherwise ends behind each escape.
func surrogateFault(raw []byte) (what string, at int, evidence Evidence) {
	for i := 0; i+1 < len(raw); i++ {
		next := bytes.IndexByte(raw[i:], '\\')
		if next < 0 {
			break
		}
		i += next + 1 // the escaped character
		half, ok := surrogate(raw[i:])
		if !ok {
			continue
		}
		behind := i + 5
		second, ok := surrogate(raw[min(behind+1, len(raw)):])
		switch {
		case half >= 0xdc00:
			return "invalid high surrogate", i - 1, ThirdParty
		case !bytes.HasPrefix(raw[behind:], []byte(`\u`)):
			return "no low surrogate", behind, Transcript
		case !ok || second < 0xdc00:
			return "invalid low surrogate", behind, Uncertain
		}
		i = behind + 5
	}
	return "", 0, ""
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
