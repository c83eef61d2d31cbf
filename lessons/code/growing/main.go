// Growing counts what each call of a run sends; with -log it writes the run's
// log instead.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"

	"agentcourse/checkers/03-the-model-boundary/2-fake-model/solutions/plain/fakemodel"
	"agentcourse/starter/agentic"
)

func main() {
	logs := flag.Bool("log", false, "write the log")
	flag.Parse()
	type query struct {
		Q string `json:"q"`
	}
	help, err := agentic.NewTool("search_help", "Looks the help pages up.", func(_ context.Context, q query) (string, error) {
		return "Refunds are paid within 14 days. Ask at the desk, with the number of the order. (" + q.Q + ")", nil
	})
	if err != nil {
		panic(err)
	}
	registry, err := agentic.NewRegistry(help)
	if err != nil {
		panic(err)
	}
	var log *slog.Logger // for silence
	if *logs {
		log = slog.New(slog.NewJSONHandler(os.Stdout, withoutTime))
	}
	// anchor: run
	fake := fakemodel.New(
		fakemodel.ToolCall("search_help", query{"a"}),
		fakemodel.ToolCall("search_help", query{"b"}),
		fakemodel.Text("done"),
	)
	agent := agentic.Agent{Model: fake, Tools: registry, Log: log}
	run, err := agent.Run(context.Background(), "go")
	// end: run
	if err != nil {
		panic(err)
	}
	if *logs {
		return
	}
	for i, call := range fake.Calls() {
		fmt.Printf("call %d: %d messages\n", i+1, len(call.Messages))
	}
	fmt.Println(run.Stop, run.Trajectory())
}

// withoutTime leaves the time out, so that two runs print the same.
var withoutTime = &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}}
