package cli

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"agentcourse/internal/sim"
)

// screen is an output that can be waited for.
type screen struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed chan struct{}
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.changed <- struct{}{}:
	default:
	}
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// await waits until the screen shows a text and returns all of it.
func (s *screen) await(t *testing.T, text string) string {
	t.Helper()
	for {
		if seen := s.String(); strings.Contains(seen, text) {
			return seen
		}
		select {
		case <-s.changed:
		case <-t.Context().Done():
			t.Fatalf("never shown: %q", text)
		}
	}
}

// startSim runs `course sim` until the test ends and returns its screen and its address.
func startSim(t *testing.T, v *visit, args string) (*screen, string, func() int) {
	t.Helper()
	s := &screen{changed: make(chan struct{}, 1)}
	w := v.world()
	w.Out, w.Err = s, s
	ctx, cancel := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() { code <- Run(ctx, w, strings.Fields("sim "+args)) }()
	stop := func() int {
		cancel()
		return <-code
	}
	seen := s.await(t, "export OPENAI_BASE_URL")
	return s, regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(seen), stop
}

func ask(t *testing.T, url, path, body string) string {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Content-Type": {"application/json"}, "X-Api-Key": {"local"}, "Anthropic-Version": {"2023-06-01"}, "Authorization": {"Bearer local"}}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	whole, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(whole)
}

const capital = `{"model":"claude-opus-5-5","max_tokens":500,"stream":false,"messages":[{"role":"user","content":"What is the capital of France?"}]}`

func TestSim(t *testing.T) {
	v := newVisit(t)
	s, url, stop := startSim(t, v, "--fast --seed 7")
	for path, name := range map[string]string{"/v1/messages": "claude-opus-5-5", "/api/chat": "llama3.2", "/v1/chat/completions": "gpt-5"} {
		body := strings.Replace(capital, "claude-opus-5-5", name, 1)
		if path == "/v1/chat/completions" {
			body = strings.Replace(body, "max_tokens", "max_completion_tokens", 1)
		}
		if got := ask(t, url, path, body); !strings.Contains(got, "Paris") || !strings.Contains(got, `"model":"sim-1"`) {
			t.Errorf("%s: %s", path, got)
		}
	}
	first, again := ask(t, url, "/v1/messages", capital), ask(t, url, "/v1/messages", capital)
	if text := regexp.MustCompile(`"text":"[^"]*"`); text.FindString(first) != text.FindString(again) {
		t.Errorf("with a seed, the same request got %s and %s", first, again)
	}
	ask(t, url, "/v1/messages", `{}`)
	if code := stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"the simulator sim-1 answers at " + url + " (seed 7)", "POST /v1/messages  200  end_turn in=", "Paris", "  400  model: Field required", "stopped"} {
		if !strings.Contains(s.String(), want) {
			t.Errorf("not shown: %q in\n%s", want, s)
		}
	}
}

// TestSimScenario plays a script with a fault, which the seed fixes.
func TestSimScenario(t *testing.T) {
	v := newVisit(t)
	v.write("replies.yaml", "- {text: one two three, fault: cut}\n- text: never asked\n")
	s, url, stop := startSim(t, v, "--scenario replies.yaml --seed 3 -v")
	ask(t, url, "/v1/messages", capital)
	stop()
	for _, want := range []string{"the scenario replies.yaml answers", "fault: cut after byte ", "(seed 3)", `request {"model":"claude-opus-5-5"`, `reply 2 (text "never asked")`} {
		if !strings.Contains(s.String(), want) {
			t.Errorf("not shown: %q in\n%s", want, s)
		}
	}
	v.write("wrong.yaml", "- txt: a\n")
	v.course(2, "sim --scenario wrong.yaml")
	v.says(`wrong.yaml:1: a reply: unknown key "txt"`)
	v.course(2, "sim --scenario none.yaml")
	v.says("none.yaml")
	v.course(2, "sim --port 99999")
	outside, shown := v.world(), &bytes.Buffer{}
	outside.Dir, outside.Err = t.TempDir(), shown
	Run(t.Context(), outside, []string{"sim", "--scenario", "none.yaml"})
	if !strings.Contains(shown.String(), "none.yaml: no such file") {
		t.Errorf("outside the repository: %s", shown)
	}
	v.course(2, "sim word")
}

// The table in lessons/simulator.md is the simulator's own.
func TestSimulatorRates(t *testing.T) {
	file := filepath.Join(repository(t), "lessons", "simulator.md")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, _, ok := strings.Cut(string(src), "<!-- rates -->\n")
	if !ok {
		t.Fatal("lessons/simulator.md has no place for the rates")
	}
	compareGoldenText(t, file, head+"<!-- rates -->\n"+sim.Markdown(sim.Rates()))
}
