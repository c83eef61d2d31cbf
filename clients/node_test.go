package clients

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"agentcourse/internal/fakellm"
)

// nodeProgram is node/run.mjs at work for one client.
type nodeProgram struct {
	in   io.WriteCloser
	mu   sync.Mutex
	next int
	jobs map[int]*nodeJob
	end  error // why the program is gone
}

type nodeJob struct {
	piece func(string)
	done  chan nodeLine
}

// nodeLine is what the program says about a job.
type nodeLine struct {
	ID       int       `json:"id"`
	Piece    string    `json:"piece"`
	Outcomes []outcome `json:"outcomes"`
	Failed   string    `json:"failed"`
}

const howToInstall = "run `npm install` in clients/node (Node 20 or newer)"

// nodeClient starts the program for a client of an npm package.
func nodeClient(t *testing.T, c client, module, pkg string) client {
	c.version, c.unready = installed(pkg)
	if c.unready != "" {
		if os.Getenv("CI") == "true" {
			t.Errorf("%s: %s", c.name, c.unready)
		}
		return c
	}
	c.run = startNode(t, module).run
	return c
}

// installed finds the version of a package, or says why it cannot run.
func installed(pkg string) (version, problem string) {
	if _, err := exec.LookPath("node"); err != nil {
		return "", "node is not installed; " + howToInstall
	}
	var wanted struct{ Dependencies map[string]string }
	var found struct{ Version string }
	if err := readJSON("node/package.json", &wanted); err != nil {
		return "", err.Error()
	}
	if err := readJSON(filepath.Join("node/node_modules", pkg, "package.json"), &found); err != nil {
		return "", pkg + " is not installed; " + howToInstall
	}
	if found.Version != wanted.Dependencies[pkg] {
		return "", fmt.Sprintf("%s is installed as %s, not %s; %s", pkg, found.Version, wanted.Dependencies[pkg], howToInstall)
	}
	return found.Version, ""
}

func readJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

func startNode(t *testing.T, module string) *nodeProgram {
	ctx, kill := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "node", "run.mjs", module)
	cmd.Dir = "node"
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	complaints := &bytes.Buffer{}
	cmd.Stderr = complaints
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &nodeProgram{in: in, jobs: map[int]*nodeJob{}}
	read := make(chan struct{})
	go func() { defer close(read); p.read(out) }()
	t.Cleanup(func() {
		defer kill()
		_ = in.Close()                           // the program ends with its input,
		defer time.AfterFunc(limit, kill).Stop() // or else has to
		<-read
		if err := cmd.Wait(); err != nil {
			t.Errorf("node run.mjs %s: %v", module, err)
		}
		checkComplaints(t, module, complaints.String())
	})
	return p
}

// read takes the program's lines until it ends.
func (p *nodeProgram) read(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line nodeLine
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			line.Failed = fmt.Sprintf("not a line of the protocol: %q", lines.Text())
		}
		p.mu.Lock()
		j := p.jobs[line.ID]
		p.mu.Unlock()
		switch {
		case j == nil:
		case line.Piece != "":
			j.piece(line.Piece)
		default:
			j.done <- line
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end = errors.New("the program has ended")
	for _, j := range p.jobs {
		select {
		case j.done <- nodeLine{Failed: p.end.Error()}:
		default: // it is done
		}
	}
}

// run does one job; several may run at a time.
func (p *nodeProgram) run(ctx context.Context, j job, piece func(string)) ([]outcome, error) {
	waiting := &nodeJob{piece, make(chan nodeLine, 1)}
	p.mu.Lock()
	if p.end != nil {
		p.mu.Unlock()
		return nil, p.end
	}
	p.next++
	id := p.next
	p.jobs[id] = waiting
	line, err := json.Marshal(struct {
		ID int `json:"id"`
		job
	}{id, j})
	if err == nil {
		_, err = p.in.Write(append(line, '\n'))
	}
	p.mu.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case answer := <-waiting.done:
		if answer.Failed != "" {
			return nil, errors.New(answer.Failed)
		}
		return answer.Outcomes, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// nodeClients starts one program for each client from npm.
func nodeClients(t *testing.T) []client {
	return []client{
		nodeClient(t, client{name: "@anthropic-ai/sdk", key: tsSDK, dialect: fakellm.Anthropic}, "anthropic", "@anthropic-ai/sdk"),
		nodeClient(t, client{name: "openai (npm)", key: openAI, dialect: fakellm.OpenAI}, "openai", "openai"),
		nodeClient(t, client{name: "ollama (npm)", key: ollama, dialect: fakellm.Ollama}, "ollama", "ollama"),
	}
}
