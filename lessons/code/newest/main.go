// Newest prints the last trace of the folder traces as it stands in its file.
package main

import (
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	files, err := filepath.Glob("traces/2*.jsonl")
	if err != nil || len(files) == 0 {
		log.Fatal("no trace in traces: run an agent first")
	}
	trace, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout.Write(trace)
}
