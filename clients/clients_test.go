package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/fakellm"
)

// limit is for one case of one client; all of them take far less.
const limit = 20 * time.Second

// TestClients drives every client through every case and prints what came of
// it as a table.
func TestClients(t *testing.T) {
	cases := allCases()
	clients := append([]client{goSDKClient()}, nodeClients(t)...)
	clients = append(clients, courseClient())
	results := newTable(clients, cases)
	t.Run("clients", func(t *testing.T) {
		for _, c := range clients {
			t.Run(c.key, func(t *testing.T) {
				t.Parallel()
				if c.unready != "" {
					t.Skip(c.unready)
				}
				for _, tc := range cases {
					runCell(t, c, tc, results)
				}
			})
		}
	})
	t.Log("\n" + results.String())
	if results.whole() {
		compareReadme(t, results.String())
	}
}

var update = flag.Bool("update", false, "write the table into README.md")

// compareReadme holds the table that a reader sees to the one of this run.
func compareReadme(t *testing.T, table string) {
	t.Helper()
	src, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(?m)^\| case .*\n(\|.*\n)+`).ReplaceAllLiteralString(string(src), table)
	switch {
	case text == string(src):
	case *update:
		if err := os.WriteFile("README.md", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("README.md shows another table; go test -update . writes this one")
	}
}

// runCell runs a case for a client, or notes that there is no such thing.
func runCell(t *testing.T, c client, tc testCase, results *table) {
	if _, none := absent[c.key][tc.name]; none {
		results.set(c.key, tc.name, "–")
		return
	}
	t.Run(tc.name, func(t *testing.T) {
		t.Parallel()
		defer func() {
			cell := "ok"
			if t.Failed() {
				cell = "FAIL"
			}
			results.set(c.key, tc.name, cell)
		}()
		play(t, c, tc)
	})
}

func play(t *testing.T, c client, tc testCase) {
	provider, answered := startProvider(t, tc)
	tc.job.BaseURL = provider.URL()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	began := time.Now()
	got, err := c.run(ctx, tc.job, func(piece string) {
		if hold, ok := tc.releases[piece]; ok {
			if len(provider.Pending()) != 1 {
				t.Errorf("the provider did not wait for %q to be shown", piece)
			}
			provider.Release(hold)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < tc.atLeast {
		t.Errorf("it took %v, want %v at least", took, tc.atLeast)
	}
	if tc.gone {
		select {
		case <-answered: // no hold ends: the client has gone
		case <-ctx.Done():
			t.Error("the client did not close its connection")
		}
	}
	o := observed{c, got, provider.Requests()}
	checkProvider(t, provider, c, tc, o)
	if tc.check != nil {
		if len(got) < len(tc.want) {
			t.Fatalf("outcomes: %+v", got)
		}
		tc.check(t, o)
		return
	}
	compare(t, tc.wanted(c), got)
}

// startProvider starts the provider of a case; the channel tells of each
// request that it is done with.
func startProvider(t *testing.T, tc testCase) (*fakellm.Provider, <-chan fakellm.Request) {
	answered := make(chan fakellm.Request, 100)
	options := fakellm.Options{Models: tc.models, Local: tc.models, Seed: 1, Observe: func(r fakellm.Request) { answered <- r }}
	if tc.script != "" {
		scenario, err := fakellm.ParseScenario(tc.name+".yaml", []byte(tc.script))
		if err != nil {
			t.Fatal(err)
		}
		options.Scenario = scenario
	}
	provider, err := fakellm.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := provider.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return provider, answered
}

// checkProvider looks at the other side: all was accepted, nothing is left.
func checkProvider(t *testing.T, p *fakellm.Provider, c client, tc testCase, o observed) {
	for i, r := range o.requests {
		if refused := r.Refusal != nil; refused != (tc.refused && i == len(o.requests)-1) {
			t.Errorf("request %d %s %s was refused: %+v", r.Number, r.Method, r.Path, r.Refusal)
		}
		if len(r.Warnings) > 0 || r.Dry || r.ScriptFault != "" {
			t.Errorf("request %d: warnings %+v, dry %t, %s\n%s", r.Number, r.Warnings, r.Dry, r.ScriptFault, r.Body)
		}
		if r.Dialect != c.dialect {
			t.Errorf("request %d %s is of the dialect %s", r.Number, r.Path, r.Dialect)
		}
	}
	if left := p.LeftOver(); len(left) > 0 {
		t.Errorf("left over: %s", strings.Join(left, ", "))
	}
	want := tc.requests
	if want == 0 {
		want = len(tc.want)
	}
	if len(o.requests) != want && tc.check == nil {
		t.Errorf("%d requests, want %d", len(o.requests), want)
	}
	if len(o.requests) > 0 {
		checkSent(t, tc.sent[c.dialect], o.requests[len(o.requests)-1].Body)
	}
}

// checkSent holds the last request against a jq expression.
func checkSent(t *testing.T, expr string, body json.RawMessage) {
	if expr == "" {
		return
	}
	query, err := fakellm.Compile(expr)
	if err != nil {
		t.Fatal(err)
	}
	var decoded any
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&decoded); err != nil {
		t.Fatal(err)
	}
	found, err := query.Run(decoded)
	if err != nil || len(found) != 1 || found[0] != true {
		t.Errorf("the last request is not as it should be: %v, %v\n%s\n%s", found, err, expr, body)
	}
}

// checkComplaints holds what a program printed beside its answers against what
// its client is known to print.
func checkComplaints(t *testing.T, module, printed string) {
	for line := range strings.Lines(printed) {
		known := false
		for _, prefix := range knownComplaints[module] {
			known = known || strings.HasPrefix(line, prefix)
		}
		if !known {
			t.Errorf("%s printed %q", module, line)
		}
	}
}

var knownComplaints = map[string][]string{
	"anthropic": unreadable,
	"openai":    unreadable,
	"ollama":    {"Getting text from response", "invalid json: "},
}

// unreadable is how the SDKs from one maker report an event that is not JSON.
var unreadable = []string{"Could not parse message into JSON: ", "From chunk: [", "  'event: ", "  'data: ", "]"}
