package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkStartUp is the time from starting the built command to its end, for one that prints the list of exercises.
// Under 30 ms is wanted.
func BenchmarkStartUp(b *testing.B) {
	course := filepath.Join(b.TempDir(), "course")
	run(b, nil, "go", "build", "-o", course, ".")
	for b.Loop() {
		run(b, nil, course, "list")
	}
}

// BenchmarkColdVerdict compares the first verdict on a fresh machine, `go run ./cmd/course check 1.1 --solution` with an
// empty build cache, with a cold build of a program that only imports net/http. The metric "x-http" is the ratio; at most
// 1.6 is wanted. It takes minutes, so it runs only when BENCH_COLD is set.
func BenchmarkColdVerdict(b *testing.B) {
	if os.Getenv("BENCH_COLD") == "" {
		b.Skip("set BENCH_COLD=1 to run it")
	}
	http := b.TempDir()
	write(b, filepath.Join(http, "go.mod"), "module cold\n\ngo 1.26\n")
	write(b, filepath.Join(http, "main.go"), "package main\n\nimport \"net/http\"\n\nfunc main() { http.Get(\"\") }\n")
	var verdict, reference time.Duration
	for b.Loop() {
		began := time.Now()
		run(b, cold(b), "go", "build", "-C", http, "-o", filepath.Join(http, "bin"), ".")
		reference += time.Since(began)
		began = time.Now()
		run(b, cold(b), "go", "run", ".", "check", "1.1", "--solution")
		verdict += time.Since(began)
	}
	b.ReportMetric(verdict.Seconds()/reference.Seconds(), "x-http")
}

func cold(b *testing.B) []string {
	return append(os.Environ(), "GOCACHE="+b.TempDir(), "GOFLAGS=-buildvcs=false")
}

func run(b *testing.B, env []string, name string, args ...string) {
	cmd := exec.Command(name, args...)
	cmd.Env = env
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

func write(b *testing.B, file, content string) {
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		b.Fatal(err)
	}
}
