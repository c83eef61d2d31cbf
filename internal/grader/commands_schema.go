package grader

import (
	"bytes"
	"encoding/json"
	"fmt"

	"agentcourse/internal/fakellm"
)

// cmdAccepts looks at the schema that request K, or each of all, asks structured output to keep: accepts K|all JSON SAYS.
// The schema must allow the value; after `!` it must not. SAYS is the expectation in words. How a schema is written is
// the learner's choice, so what it lets through is what counts.
func cmdAccepts(s *script, neg bool, args []string) error {
	seen, args := s.look(args)
	if len(args) != 3 {
		return fmt.Errorf("usage: accepts K|all JSON SAYS")
	}
	over, err := s.each(seen, args[0])
	for _, r := range over {
		schema := schemaOf(r.Body)
		if schema == nil {
			f := s.describeRun(r.name + " asks for no structured output: it has no schema in output_config.format")
			f.What, f.Actual = r.name, s.wholeRequest(r.Body)
			return s.fail(f)
		}
		fault, err := fakellm.MatchSchema(schema, []byte(args[1]))
		if err != nil {
			return err
		}
		if (fault == "") == neg {
			f := s.describeRun("this does not hold: " + args[2])
			if fault != "" {
				f.Summary += " (" + fault + ")"
			}
			f.Expected, f.What, f.Actual = []string{args[1]}, "the schema of "+r.name, indented(schema)
			if neg {
				f.Expected = []string{"not " + args[1]}
			}
			return s.fail(f)
		}
	}
	return err
}

// schemaOf is the schema that a request binds the reply to, nil if there is none.
func schemaOf(body json.RawMessage) json.RawMessage {
	var req struct {
		OutputConfig struct {
			Format struct{ Schema json.RawMessage }
		} `json:"output_config"`
	}
	if json.Unmarshal(body, &req) != nil {
		return nil
	}
	return req.OutputConfig.Format.Schema
}

func indented(src json.RawMessage) []string {
	var out bytes.Buffer
	_ = json.Indent(&out, src, "", "  ") // it was part of a body that is JSON
	return linesOf(out.Bytes())
}
